"""Tests that a run is observed from beginning to end, each action once, however often the run is resumed."""

from collections import Counter
from dataclasses import dataclass, field, replace
from typing import TypeVar

import pytest

from bot.watching.logs import what_about
from bot.watching.ports import watched_votes
from bot.watching.run import WatchedRun
from council_core.council_run import Surroundings, council_run
from council_core.domain.answer import Failure, Reply, Usage
from council_core.domain.ballot import Ballot
from council_core.domain.member import Member
from council_core.domain.observations import (
    CallEnded,
    Observation,
    RunBegan,
    RunEnded,
    RunLeft,
    RunResumed,
    StageEnded,
    VoteCounted,
)
from council_core.domain.place import PersonId
from council_core.domain.slate import Alias
from council_core.ports import Prompt, Signals, Steps
from council_core.testing import MemoryRunStore, PowerCut, SteppingClock, fails, says
from tests.core.sitting import DOWN, GOOD, Sitting, with_usage
from tests.samples import MEMBERS, NOON, SETTINGS, STOPPED, a_run

T = TypeVar("T")

ADA = MEMBERS[0].id


@dataclass
class Watched(Sitting):
    """A sitting with an observer."""

    seen: list[Observation] = field(default_factory=list[Observation])

    async def tell(self, around: Surroundings, steps: Steps, signals: Signals) -> None:
        stored = await self.store.get(self.run.id)
        watched = WatchedRun(stored, self.seen.append, self.clock)
        with watched.under_way():
            await council_run(stored, watched.around(around), watched.steps(steps), signals)

    def of(self, kind: type[T]) -> list[T]:
        """Return the observations of one kind."""
        return [each for each in self.seen if isinstance(each, kind)]


async def test_a_run_is_seen_stage_by_stage() -> None:
    sitting = Watched()

    run = await sitting.hold()

    assert [type(each).__name__ for each in sitting.seen if not isinstance(each, CallEnded)] == [
        "RunAdmitted", "RunBegan", "StageEnded", "StageEnded", "StageEnded", "StageEnded", "StageEnded",
        "RunEnded", "RunLeft",
    ]  # fmt: skip
    assert [(each.stage, each.done, each.of) for each in sitting.of(StageEnded)] == [
        ("answer", 4, 4), ("anonymize", 4, 4), ("review", 4, 4), ("synthesize", 1, 1), ("vote", 0, 0),
    ]  # fmt: skip
    assert Counter(each.purpose for each in sitting.of(CallEnded)) == {
        "answer": 4, "review": 4, "synthesize": 1,
    }  # fmt: skip
    assert run.finished_at is not None
    (ended,) = sitting.of(RunEnded)
    assert (ended.outcome, ended.platform) == ("verdict", "slack")
    assert ended.seconds == (run.finished_at - NOON).total_seconds()


async def test_a_failed_call_is_seen_with_its_reason_and_what_it_took() -> None:
    spent = Usage(tokens_in=10, tokens_out=0)
    sitting = Watched(scripts={(ADA, "answer"): fails(replace(DOWN, usage=spent))})

    await sitting.hold()

    (failed,) = (each for each in sitting.of(CallEnded) if each.outcome != "ok")
    assert (failed.member, failed.purpose, failed.outcome, failed.usage) == (
        ADA, "answer", "unavailable", spent,
    )  # fmt: skip
    assert sitting.of(StageEnded)[0].done == 3


async def test_a_run_with_too_few_answers_ends_as_such() -> None:
    sitting = Watched(
        scripts={"answer": fails(DOWN), **{(each.id, "answer"): fails(DOWN) for each in MEMBERS}}
    )

    await sitting.hold()

    assert [each.outcome for each in sitting.of(RunEnded)] == ["too_few"]
    assert [(each.stage, each.done, each.of) for each in sitting.of(StageEnded)] == [("answer", 0, 4)]


async def test_a_run_in_which_nobody_concludes_ends_as_such() -> None:
    sitting = Watched(scripts={"synthesize": fails(DOWN)})

    await sitting.hold()

    assert [each.outcome for each in sitting.of(RunEnded)] == ["no_verdict"]


class Breaks(MemoryRunStore):
    """A store in which a bug of ours shows."""

    async def save(self, run: object, **how: object) -> bool:
        if getattr(run, "status", "") == "reviewing":
            raise ZeroDivisionError("a bug")
        return await super().save(run, **how)  # type: ignore[arg-type]


async def test_a_run_that_breaks_on_our_side_ends_as_such() -> None:
    sitting = Watched(store=Breaks())

    await sitting.hold()

    assert [each.outcome for each in sitting.of(RunEnded)] == ["broke"]


async def test_without_a_vote_no_vote_is_timed() -> None:
    sitting = Watched(run=a_run(settings=replace(SETTINGS, vote_seconds=0)))

    await sitting.hold()

    assert "vote" not in [each.stage for each in sitting.of(StageEnded)]


@pytest.mark.parametrize("steps", range(24))
async def test_wherever_the_power_goes_nothing_that_was_done_is_seen_twice(steps: int) -> None:
    paid = with_usage(says("Spaces."), Usage(tokens_in=10, tokens_out=5))
    sitting = Watched(scripts={"answer": paid})

    try:
        await sitting.hold(cut_after=steps)
    except (PowerCut, BaseExceptionGroup):
        await sitting.hold()

    made = Counter((call.member, call.prompt.purpose) for call in sitting.models.calls)
    seen = Counter((each.member, each.purpose) for each in sitting.of(CallEnded))
    assert seen == made
    assert len(sitting.of(RunEnded)) == 1
    assert len(sitting.of(RunBegan)) + len(sitting.of(RunResumed)) == len(sitting.of(RunLeft))


async def test_a_run_that_goes_on_says_so() -> None:
    sitting = Watched()
    with pytest.raises(BaseExceptionGroup):
        await sitting.hold(cut_after=6)
    sitting.seen.clear()

    await sitting.hold()

    assert len(sitting.of(RunResumed)) == 1
    assert sitting.of(RunBegan) == []


async def test_whatever_is_logged_within_a_step_carries_run_platform_stage_and_member() -> None:
    heard: list[dict[str, str]] = []

    async def listens(member: Member, prompt: Prompt) -> Reply | Failure:
        heard.append(dict(what_about()))
        return await GOOD["synthesize"](member, prompt)

    sitting = Watched(scripts={"synthesize": listens})

    run = await sitting.hold()

    assert heard == [
        {"run": run.id, "platform": "slack", "stage": "synthesize", "member": str(ADA)}
    ]  # fmt: skip
    assert dict(what_about()) == {}


async def test_votes_and_cancellations_are_seen_where_people_act() -> None:
    store, seen = MemoryRunStore(), list[Observation]()
    run = a_run(status="voting", voting_opened_at=NOON)
    await store.add(a_run())
    await store.save(run)
    council = watched_votes(store, seen.append, SteppingClock())

    await council.cast(run.id, Ballot(voter=PersonId("U2"), order=((Alias("A"),),), cast_at=NOON))
    await council.cancel(run.id, NOON, STOPPED)
    await council.cancel(run.id, NOON, STOPPED)

    assert seen[0] == VoteCounted(run_id=run.id)
    assert [(each.outcome, each.seconds) for each in seen[1:] if isinstance(each, RunEnded)] == [
        ("cancelled", 0.0)
    ]
