"""What a team's past votes teach about reviewers, and when they do."""

from dataclasses import replace

import pytest

from council_core.domain.ballot import Ballot
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.stages.trust import ENOUGH_PICKS, records, reliabilities
from tests.core.sitting import FORMATTER, SPACES, TABS, Sitting, ranks
from tests.samples import MEMBERS, NOON, a_run

ADA, BLAISE, *_ = (member.id for member in MEMBERS)


async def a_past_run(voters: int = ENOUGH_PICKS) -> Run:
    """A revealed run in which everybody voted for the formatter, and Blaise alone put it last."""
    sitting = Sitting(scripts={(BLAISE, "review"): ranks(TABS, SPACES)})
    run = await sitting.hold()
    assert run.slate is not None
    picked = next(response.alias for response in run.slate.responses if response.text == FORMATTER)
    ballots = tuple(Ballot(voter=PersonId(f"U{n}"), order=((picked,),), cast_at=NOON) for n in range(voters))
    return replace(run, ballots=ballots)


async def test_who_agrees_with_the_team_is_trusted_more_and_who_does_not_less() -> None:
    learned = reliabilities([await a_past_run()])

    assert learned[ADA] > 1 > learned[BLAISE]


async def test_with_too_few_votes_everybody_stays_an_ordinary_reviewer() -> None:
    assert reliabilities([await a_past_run(ENOUGH_PICKS - 1)]) == {}


@pytest.mark.parametrize("others", [0, 1, 2])
async def test_one_person_who_votes_often_teaches_nothing(others: int) -> None:
    run = await a_past_run(1 + others)
    often = tuple(replace(run, id=RunId(f"r{n}"), ballots=run.ballots[:1]) for n in range(40))

    assert reliabilities([run, *often]) == {}


async def test_everybody_counts_at_most_as_often_as_the_third_most_eager_voter() -> None:
    run = await a_past_run(3)
    seven = [replace(run, id=RunId(f"r{n}")) for n in range(7)]
    alone = [replace(run, id=RunId(f"s{n}"), ballots=run.ballots[:1]) for n in range(40)]

    assert records([*alone, *seven])[ADA].picks == 21


async def test_votes_of_a_run_whose_names_are_not_out_teach_nothing() -> None:
    voting = replace(await a_past_run(), status="voting")

    assert reliabilities([voting]) == {}


def _with_a_ballot_of_the_asker(run: Run) -> Run:
    """The run, asked by the first of its voters."""
    asker = replace(run.question.asker, id=run.ballots[0].voter)
    return replace(run, question=replace(run.question, asker=asker))


async def test_an_asker_who_may_recognise_members_teaches_nothing_and_the_other_voters_do() -> None:
    run = _with_a_ballot_of_the_asker(await a_past_run())
    seen = replace(run, settings=replace(run.settings, not_blind=True))

    assert records([run])[ADA].picks == ENOUGH_PICKS
    assert records([seen])[ADA].picks == ENOUGH_PICKS - 1


async def test_an_asker_who_may_recognise_members_is_not_the_third_voter() -> None:
    run = _with_a_ballot_of_the_asker(await a_past_run(3))

    assert records([run]) != {}
    assert records([replace(run, settings=replace(run.settings, not_blind=True))]) == {}


async def test_a_run_weighs_its_reviewers_by_what_was_learned_and_says_so() -> None:
    past = replace(await a_past_run(), id=RunId("r000000000009"))
    sitting = Sitting(run=a_run())
    await sitting.store.add(past)

    run = await sitting.hold()

    trusted = {review.reviewer: review.reliability for review in run.reviews}
    assert trusted[ADA] > 1 > trusted[BLAISE]
    told = next(event for event in sitting.announcer.events if event.kind == "slate_ranked")
    assert told.learned == len(MEMBERS) - 1, "whose own answer was picked learns nothing from it"
