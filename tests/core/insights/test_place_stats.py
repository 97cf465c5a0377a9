"""Tests of statistics over a place's runs: bounded, without sealed names, and cautious with few runs."""

from dataclasses import replace

import pytest

from council_core.domain.ballot import Feedback
from council_core.domain.member import Roster
from council_core.domain.place import PersonId
from council_core.domain.ranking import Ranking, Standing
from council_core.domain.run import Run
from council_core.domain.slate import Alias
from council_core.insights.place_stats import place_stats
from tests.bot.presentation.examples import NOON, A, B, C, whole


def ranking(*places: tuple[Alias, int]) -> Ranking:
    """Return a ranking with these places; the win rate falls with them."""
    standings = tuple(
        Standing(alias=alias, place=place, score=0.0, win_rate=1 - place / 4) for alias, place in places
    )
    return Ranking(
        aggregation="borda", own_answer="half", standings=standings, certainty="clear", preferences=3
    )


def a_run(*places: tuple[Alias, int], **changes: object) -> Run:
    run = replace(whole(), ranking=ranking(*places))
    return replace(run, **changes)  # type: ignore[arg-type]


def test_each_member_has_its_mean_place_over_all_revealed_runs() -> None:
    first = a_run((A, 1), (B, 2), (C, 3))
    second = a_run((B, 1), (A, 2), (C, 3))

    stats = place_stats([first, second, first])

    assert {one.name: (one.runs, round(one.mean_place, 2)) for one in stats.members} == {
        "Onyx 4": (3, 1.33),
        "Quartz Large": (3, 1.67),
        "Beryl Mini": (3, 3.0),
    }
    assert stats.members[0].name == "Onyx 4"


def test_a_tie_shares_the_places_that_it_takes() -> None:
    stats = place_stats([a_run((A, 1), (B, 1), (C, 3))])

    assert {one.name: one.mean_place for one in stats.members} == {
        "Onyx 4": 1.5,
        "Quartz Large": 1.5,
        "Beryl Mini": 3.0,
    }


@pytest.mark.parametrize("status", ["voting", "cancelled", "failed", "reviewing"])
def test_runs_whose_names_are_sealed_or_that_failed_tell_nothing(status: str) -> None:
    stats = place_stats([a_run((A, 1), (B, 2), (C, 3), status=status)])

    assert (stats.runs, stats.revealed, stats.members) == (1, 0, ())


def test_demonstrations_are_left_out_and_said_to_be() -> None:
    run = a_run((A, 1), (B, 2), (C, 3))
    demo = replace(run.settings.roster.members[0], model="demo:ada")
    settings = replace(run.settings, quorum=1, roster=Roster(members=(demo,), chairman=demo))

    stats = place_stats([replace(run, settings=settings)])

    assert (stats.demo, stats.revealed, stats.members) == (1, 0, ())


def voted(run: Run, **changes: int) -> Run:
    """Return the run with other numbers of votes in its count."""
    assert run.tally is not None
    return replace(run, tally=replace(run.tally, blind_ranking=run.tally.ranking, **changes))


def test_a_members_ballot_is_compared_with_what_the_team_thought() -> None:
    stats = place_stats([voted(a_run((A, 1), (B, 2), (C, 3)), ballots=3, blind=3)])

    # Reviewer 1 (Onyx) put B first, then A and C tied; the team's ranking is B, A, C.
    onyx = next(one for one in stats.members if one.name == "Onyx 4")
    assert onyx.compared == 1
    assert onyx.agreement == pytest.approx(0.816, abs=0.001)
    assert next(one for one in stats.members if one.name == "Beryl Mini").agreement is None
    assert (stats.agreement, stats.compared) == (1.0, 1)


@pytest.mark.parametrize("count", [{"ballots": 2}, {"ballots": 2, "blind": 2}, {"ballots": 5, "blind": 2}])
def test_fewer_than_three_blind_voters_are_compared_with_nobody(count: dict[str, int]) -> None:
    stats = place_stats([voted(a_run((A, 1), (B, 2), (C, 3)), **count)])

    assert [(one.agreement, one.compared) for one in stats.members] == [(None, 0)] * 3
    assert (stats.agreement, stats.compared, stats.votes) == (None, 0, count["ballots"])


def test_few_runs_are_called_few() -> None:
    run = a_run((A, 1), (B, 2), (C, 3))

    assert [place_stats([run] * count).is_few for count in (1, 9, 10)] == [True, True, False]


def test_feedback_is_counted_over_all_runs() -> None:
    words = tuple(
        Feedback(person=PersonId(f"U{n}"), good=good, given_at=NOON)
        for n, good in enumerate([True, True, False])
    )

    stats = place_stats([a_run((A, 1), (B, 2), (C, 3), feedback=words)] * 2)

    assert (stats.helpful, stats.feedback) == (4, 6)
