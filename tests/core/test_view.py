"""Tests of a viewer's part of a run: the ballots, the masked members, the absent ones."""

from dataclasses import replace
from decimal import Decimal

import pytest

from council_core.domain.answer import Usage
from council_core.domain.ballot import Ballot
from council_core.domain.place import PersonId
from council_core.domain.ranking import JudgeWeight
from council_core.domain.run import Run, RunStatus
from council_core.domain.run_view import EVERYBODY, OPERATOR, OpenRun, SealedRun, Viewer
from council_core.exports.json import run_json
from council_core.reading.conclusion import conclusion
from council_core.stages.report import concluded
from council_core.view import view
from tests.bot.presentation.examples import NAMES, NOON, A, B, C, whole
from tests.samples import MEMBERS, an_answer

BOB = PersonId("U7")


def a_run(status: RunStatus) -> Run:
    """Return a run with votes of Bob and of another person, and judges' weights."""
    run = whole(status)
    assert run.ranking is not None
    weighed = replace(run.ranking, judge_weights=(JudgeWeight(judge="m1#1", weight=1.0),))
    return replace(
        run, ranking=weighed, ballots=(*run.ballots, Ballot(voter=BOB, order=((B,), (C,)), cast_at=NOON))
    )


@pytest.mark.parametrize("status", ["asked", "reviewing", "synthesizing", "voting", "cancelled"])
def test_before_the_reveal_even_the_operator_gets_a_sealed_run(status: RunStatus) -> None:
    for viewer in (EVERYBODY, OPERATOR, Viewer(person=BOB)):
        seen = view(a_run(status), viewer)

        assert type(seen) is SealedRun
        assert not {"key", "outcomes", "ballots", "seed", "settings", "run"} & run_json(seen).keys()


def test_the_ranking_shows_while_people_vote_without_whose_order_weighed_how_much() -> None:
    seen = view(a_run("voting"))

    assert seen.ranking is not None
    assert [each.alias for each in seen.ranking.standings] == [B, A, C]
    assert seen.ranking.judge_weights == ()


def test_a_person_sees_their_own_ballot_and_nobody_elses() -> None:
    mine, others = (
        view(a_run("voting"), Viewer(person=BOB)),
        view(a_run("voting"), Viewer(person=PersonId("U9"))),
    )

    assert (mine.own_ballot, others.own_ballot) == (((B,), (C,)), ())
    assert mine.summary.votes == 2
    assert "U7" not in str(run_json(mine))


def test_a_point_is_cut_after_names_are_masked_and_not_within_one() -> None:
    run = a_run("voting")
    assert run.verdict is not None
    name = run.settings.roster.members[0].name
    _, points = conclusion(f"Yes.\n\nAGREE: {'a' * 190} by {name}, and it is all the same to the others.")
    run = replace(run, verdict=replace(run.verdict, points=points))

    sealed, told = view(run).verdict, concluded(run)

    assert sealed is not None
    assert sealed.points.agree == told.points.agree == ("a" * 190 + " by [model",)


def test_the_cost_of_a_late_answer_counts_from_the_reveal_on_because_it_tells_its_author() -> None:
    costs: list[object] = []
    for status in ("voting", "revealed"):
        run = a_run(status)
        late = an_answer(MEMBERS[3])
        paid = replace(late, reply=replace(late.reply, usage=Usage(tokens_out=900, cost=Decimal(7))))
        seen, before = view(replace(run, late=(paid,))), view(run)
        costs += [(seen.summary.cost != before.summary.cost, seen.usage != before.usage)]

    assert costs == [(False, False), (True, True)]


@pytest.mark.parametrize("status", ["revealed", "failed"])
def test_once_names_are_out_members_stand_by_name_and_voters_only_for_the_operator(status: RunStatus) -> None:
    shared, whole_run = view(a_run(status)), view(a_run(status), OPERATOR)

    assert isinstance(shared, OpenRun)
    assert isinstance(whole_run, OpenRun)
    assert shared.author(A) in NAMES
    assert {ballot.voter for ballot in shared.run.ballots} == {""}
    assert BOB in {ballot.voter for ballot in whole_run.run.ballots}
    assert (shared.run.seed, whole_run.run.seed) == ("", a_run(status).seed)


def test_a_name_in_the_verdict_and_in_a_late_answer_is_masked_until_it_is_out() -> None:
    run = a_run("voting")
    assert run.verdict is not None
    told = "As ChatGPT, a large language model trained by OpenAI, I would wait."
    spoilt = replace(run, verdict=replace(run.verdict, reply=replace(run.verdict.reply, text=told)))

    sealed, opened = view(spoilt).verdict, view(replace(spoilt, status="revealed")).verdict

    assert sealed is not None
    assert opened is not None
    assert "OpenAI" not in sealed.text
    assert opened.text == told


def test_the_verdict_is_masked_once_for_all_who_look() -> None:
    run = a_run("voting")
    assert run.verdict is not None
    told = "As ChatGPT, a large language model trained by OpenAI, I would wait."
    spoilt = replace(run, verdict=replace(run.verdict, reply=replace(run.verdict.reply, text=told)))

    first, second = view(spoilt).verdict, view(spoilt).verdict

    assert first is not None
    assert second is not None
    assert first.text is second.text
