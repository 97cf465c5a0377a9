"""What a team's past votes teach about reviewers, and when they do."""

from dataclasses import replace

from council_core.domain.ballot import Ballot
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.stages.trust import ENOUGH_PICKS, reliabilities
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


async def test_votes_of_a_run_whose_names_are_not_out_teach_nothing() -> None:
    voting = replace(await a_past_run(), status="voting")

    assert reliabilities([voting]) == {}


async def test_a_run_weighs_its_reviewers_by_what_was_learned_and_says_so() -> None:
    past = replace(await a_past_run(), id=RunId("r000000000009"))
    sitting = Sitting(run=a_run())
    await sitting.store.add(past)

    run = await sitting.hold()

    trusted = {review.reviewer: review.reliability for review in run.reviews}
    assert trusted[ADA] > 1 > trusted[BLAISE]
    told = next(event for event in sitting.announcer.events if event.kind == "slate_ranked")
    assert told.learned == len(MEMBERS) - 1, "whose own answer was picked learns nothing from it"
