"""Tests of reliability learned from a team's past votes, and of its conditions."""

from dataclasses import replace

import pytest

from council_core.domain.ballot import Ballot
from council_core.domain.calibration import Calibration
from council_core.domain.member import MemberId
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.stages.trust import calibrated_among, records, reliabilities
from council_core.testing import MemoryCalibrations
from tests.core.sitting import FORMATTER, SPACES, TABS, Sitting, ranks
from tests.samples import MEMBERS, NOON, a_run

ADA, BLAISE, *_ = (member.id for member in MEMBERS)

MANY = 20
"""Enough voters for certainty."""


async def a_past_run(voters: int = MANY) -> Run:
    """Return a revealed run in which everybody voted for the formatter, and Blaise alone put it last."""
    sitting = Sitting(scripts={(BLAISE, "review"): ranks(TABS, SPACES)})
    run = await sitting.hold()
    assert run.slate is not None
    picked = next(response.alias for response in run.slate.responses if response.text == FORMATTER)
    ballots = tuple(Ballot(voter=PersonId(f"U{n}"), order=((picked,),), cast_at=NOON) for n in range(voters))
    return replace(run, ballots=ballots)


async def test_who_agrees_with_the_team_is_trusted_more_and_who_does_not_less() -> None:
    learned = reliabilities([await a_past_run()])

    assert learned[ADA] > 1 > learned[BLAISE]


async def test_votes_count_from_the_first_pick_on_and_the_more_the_further() -> None:
    learned = [reliabilities([await a_past_run(voters)]) for voters in (1, 3, MANY)]

    assert 1 < learned[0][ADA] < learned[1][ADA] < learned[2][ADA]
    assert 1 > learned[0][BLAISE] > learned[1][BLAISE] >= learned[2][BLAISE]
    assert learned[0][BLAISE] > 0.6, "one person's pick is a hint"


@pytest.mark.parametrize("others", [0, 1])
async def test_of_one_or_two_who_vote_often_each_counts_once_and_for_a_third(others: int) -> None:
    run = await a_past_run(1 + others)
    often = tuple(replace(run, id=RunId(f"r{n}"), ballots=run.ballots[:1]) for n in range(40))

    assert reliabilities([run, *often]) == reliabilities([run])
    assert records([run, *often])[ADA].picks == 1 + others


async def test_everybody_counts_at_most_as_often_as_the_third_most_eager_voter() -> None:
    run = await a_past_run(3)
    seven = [replace(run, id=RunId(f"r{n}")) for n in range(7)]
    alone = [replace(run, id=RunId(f"s{n}"), ballots=run.ballots[:1]) for n in range(40)]

    assert records([*alone, *seven])[ADA].picks == 21


async def test_votes_of_a_run_whose_names_are_not_out_teach_nothing() -> None:
    voting = replace(await a_past_run(), status="voting")

    assert reliabilities([voting]) == {}


async def test_only_blind_choices_teach_and_informed_ballots_nothing() -> None:
    run = await a_past_run(6)
    assert run.slate is not None
    other = next(response.alias for response in run.slate.responses if response.text == TABS)
    # Three chose the formatter blind and turned away from it; three voted otherwise once they had seen the ranking.
    turned = tuple(
        replace(ballot, order=((other,),), blind=ballot.order if n < 3 else ())
        for n, ballot in enumerate(run.ballots)
    )

    learned = records([replace(run, ballots=turned)])

    assert learned == records([replace(run, ballots=run.ballots[:3])])
    assert learned != records([run])
    assert records([replace(run, ballots=turned[3:])]) == {}


def _with_a_ballot_of_the_asker(run: Run) -> Run:
    """Return the run, asked by the first of its voters."""
    asker = replace(run.question.asker, id=run.ballots[0].voter)
    return replace(run, question=replace(run.question, asker=asker))


async def test_an_asker_who_may_recognise_members_teaches_nothing_and_the_other_voters_do() -> None:
    run = _with_a_ballot_of_the_asker(await a_past_run())
    seen = replace(run, settings=replace(run.settings, not_blind=True))

    assert records([run])[ADA].picks == MANY
    assert records([seen])[ADA].picks == MANY - 1


async def test_an_asker_who_may_recognise_members_is_not_the_third_voter() -> None:
    run = _with_a_ballot_of_the_asker(await a_past_run(3))

    seen = replace(run, settings=replace(run.settings, not_blind=True))

    assert records([run])[ADA].pairs == 3 * 2
    assert records([seen])[ADA].pairs == pytest.approx(2 * 2 / 3), "two voters, each for a third"


async def test_a_run_weighs_its_reviewers_by_what_was_learned_and_says_so() -> None:
    past = replace(await a_past_run(), id=RunId("r000000000009"))
    sitting = Sitting(run=a_run())
    await sitting.store.add(past)

    run = await sitting.hold()

    trusted = {review.reviewer: review.reliability for review in run.reviews}
    assert trusted[ADA] > 1 > trusted[BLAISE]
    told = next(event for event in sitting.announcer.events if event.kind == "slate_ranked")
    assert told.learned == len(MEMBERS) - 1, "whose own answer was picked learns nothing from it"


def calibration(member: MemberId, agreed: float, pairs: float) -> Calibration:
    return Calibration(
        version=member, rubric="ranking", agreed=agreed, pairs=pairs, picks=int(pairs), at=NOON
    )


async def test_a_calibration_is_where_a_reviewer_starts_and_votes_go_on_from_it() -> None:
    good, bad = calibration(ADA, 29, 30), calibration(BLAISE, 8, 30)
    calibrated = calibrated_among(MEMBERS, [good, bad])

    start = reliabilities([], calibrated)
    voted = reliabilities([await a_past_run(3)], calibrated)

    assert start[ADA] > 2.5 > 0.1 > start[BLAISE]
    assert set(start) == {ADA, BLAISE}
    assert voted[ADA] >= start[ADA]
    assert set(voted) > {ADA, BLAISE}


def test_another_version_of_a_model_is_not_calibrated() -> None:
    members = [replace(MEMBERS[0], reasoning_effort="high")]

    assert calibrated_among(members, [calibration(ADA, 29, 30)]) == {}


async def test_a_run_starts_from_the_calibration_under_its_rubric() -> None:
    calibrations = MemoryCalibrations()
    await calibrations.keep([calibration(ADA, 29, 30), replace(calibration(BLAISE, 29, 30), rubric="code")])
    sitting = Sitting(run=a_run(), calibrations=calibrations)

    run = await sitting.hold()

    trusted = {review.reviewer: review.reliability for review in run.reviews}
    assert trusted[ADA] > 2.5
    assert trusted[BLAISE] == 1
    assert sitting.event("slate_ranked").learned == 1
