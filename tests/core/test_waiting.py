"""Of several runs only so many deliberate at a time: when one has to wait, and when it makes room again."""

import asyncio
from dataclasses import replace

import pytest

from council_core.council_run import OUR_FAULT
from council_core.domain.answer import Reply
from council_core.domain.member import Member
from council_core.domain.question import RunId
from council_core.domain.waiting import RunLimits
from council_core.engine.gate import FairGate
from council_core.ports import CloseVoting, Gate, Prompt
from council_core.testing import PowerCut, fails, says
from tests.core.sitting import ANSWERS, DOWN, VERDICT, Scripts, Sitting, a_sitting
from tests.samples import a_run

ONE_AT_A_TIME = RunLimits(in_all=1)


def at(gate: Gate, number: int, scripts: Scripts | None = None, **settings: object) -> Sitting:
    """A sitting at this gate, whose people wait for somebody to reveal."""
    sitting = a_sitting(scripts, **settings)
    sitting.gate = gate
    sitting.run = replace(sitting.run, id=RunId(f"r{number}"))
    sitting.signals = None
    return sitting


async def until(sitting: Sitting, kind: str) -> None:
    """Returns when people were told this."""
    async with asyncio.timeout(20):
        while kind not in sitting.told:  # noqa: ASYNC110 - the double tells nobody
            await asyncio.sleep(0.005)


async def test_a_run_that_waits_shows_its_card_and_asks_nobody_until_the_other_has_its_verdict() -> None:
    gate = FairGate(ONE_AT_A_TIME)
    may_conclude = asyncio.Event()

    async def concludes(member: Member, prompt: Prompt) -> Reply:
        await may_conclude.wait()
        return Reply(text=VERDICT, latency=1.0)

    first, second = at(gate, 1, {"synthesize": concludes}), at(gate, 2)
    async with asyncio.TaskGroup() as group:
        group.create_task(first.hold())
        await until(first, "slate_ranked")
        group.create_task(second.hold())
        await until(second, "run_started")

        waited, asked = list(second.announcer.waited), list(second.models.calls)
        may_conclude.set()
        await until(second, "verdict_reached")
        told_first = list(first.told)
        for sitting in (first, second):
            sitting.mailbox.put(CloseVoting(by="Alice"), key="reveal")

    assert [(waits.limit, waits.before) for waits in waited] == [("process", 0)]
    assert asked == []
    # It makes room with its verdict, and not when the voting is over.
    assert "names_revealed" not in told_first


async def test_a_run_that_fails_makes_room() -> None:
    gate = FairGate(ONE_AT_A_TIME)
    down = at(gate, 1, {(member, "answer"): fails(DOWN) for member in ANSWERS})
    await down.hold()

    await at(gate, 2, vote_seconds=0).hold()

    assert "run_failed" in down.told


async def test_a_run_that_breaks_makes_room() -> None:
    async def breaks(member: Member, prompt: Prompt) -> Reply:
        raise RuntimeError("a fault of ours")

    gate = FairGate(ONE_AT_A_TIME)
    broken = await at(gate, 1, {"synthesize": breaks}).hold()

    run = await at(gate, 2, vote_seconds=0).hold()

    assert (broken.failure, run.status) == (OUR_FAULT, "revealed")


async def test_a_run_that_has_its_verdict_is_told_again_without_waiting() -> None:
    gate = FairGate(ONE_AT_A_TIME)
    with gate.admission(a_run()) as admission:
        sitting = at(FairGate(RunLimits()), 1, vote_seconds=60)
        telling = asyncio.create_task(sitting.hold())
        await until(sitting, "verdict_reached")
        telling.cancel()
        await asyncio.wait({telling})
        sitting.gate = gate
        await admission.granted(lambda waits: None)

        sitting.mailbox.put(CloseVoting(by="Alice"), key="reveal")
        run = await sitting.hold()

    assert run.status == "revealed"
    assert sitting.announcer.waited == []


@pytest.mark.parametrize("steps", range(0, 12, 3))
async def test_a_run_that_was_begun_before_there_were_limits_goes_on(steps: int) -> None:
    sitting = a_sitting(vote_seconds=0)
    with pytest.raises((PowerCut, BaseExceptionGroup)):
        await sitting.hold(cut_after=steps)
    sitting.gate = FairGate(ONE_AT_A_TIME)

    run = await sitting.hold()

    assert run.status == "revealed"


async def test_the_time_that_a_run_waits_is_not_taken_from_its_stages() -> None:
    gate = FairGate(ONE_AT_A_TIME)
    with gate.admission(a_run()) as admission:
        await admission.granted(lambda waits: None)
        sitting = at(gate, 2, {"answer": says("Spaces.", seconds=0.05)}, stage_seconds=0.5, vote_seconds=0)
        holding = asyncio.create_task(sitting.hold())
        await asyncio.sleep(1.0)
        admission.give_back()
        run = await holding

    assert [outcome.kind for outcome in run.outcomes] == ["answer"] * len(run.outcomes)
