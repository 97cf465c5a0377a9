"""Tests of a run at the gate: its work before its turn, and runs that need not wait."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from council_core.domain.run import Run
from council_core.domain.waiting import RunWaits
from council_core.ports import CloseVoting
from council_core.testing import PowerCut, says
from tests.core.sitting import Sitting, a_sitting


@dataclass
class Turnstile:
    """A gate that admits runs when a test tells it to."""

    opens: asyncio.Event = field(default_factory=asyncio.Event)
    asked: list[str] = field(default_factory=list[str])

    async def admitted(self, run: Run, tell: Callable[[RunWaits], None]) -> None:
        self.asked.append(run.id)
        if not self.opens.is_set():
            tell(RunWaits(run_id=run.id, before=0, limit="process"))
        await self.opens.wait()


async def until(sitting: Sitting, kind: str) -> None:
    """Wait until this event was announced."""
    async with asyncio.timeout(20):
        while kind not in sitting.told:  # noqa: ASYNC110 - the double tells nobody
            await asyncio.sleep(0.005)


async def test_a_run_that_waits_shows_its_card_and_asks_nobody_until_its_turn() -> None:
    gate = Turnstile()
    sitting = a_sitting(vote_seconds=0)
    sitting.gate = gate
    holding = asyncio.create_task(sitting.hold())
    await until(sitting, "run_started")

    waited, asked = list(sitting.announcer.waited), list(sitting.models.calls)
    gate.opens.set()
    run = await holding

    assert [(waits.limit, waits.before) for waits in waited] == [("process", 0)]
    assert asked == []
    assert run.status == "revealed"


async def test_a_run_that_has_its_verdict_is_told_again_without_waiting() -> None:
    sitting = a_sitting(vote_seconds=60)
    sitting.signals = None
    telling = asyncio.create_task(sitting.hold())
    await until(sitting, "verdict_reached")
    telling.cancel()
    await asyncio.wait({telling})
    gate = sitting.gate = Turnstile()

    sitting.mailbox.put(CloseVoting(by="Alice"), key="reveal")
    run = await sitting.hold()

    assert run.status == "revealed"
    assert gate.asked == []


@pytest.mark.parametrize("steps", range(0, 12, 3))
async def test_a_run_that_was_begun_before_there_were_limits_goes_on(steps: int) -> None:
    sitting = a_sitting(vote_seconds=0)
    with pytest.raises((PowerCut, BaseExceptionGroup)):
        await sitting.hold(cut_after=steps)
    gate = sitting.gate = Turnstile()
    gate.opens.set()

    run = await sitting.hold()

    assert run.status == "revealed"


async def test_the_time_that_a_run_waits_is_not_taken_from_its_stages() -> None:
    gate = Turnstile()
    sitting = a_sitting({"answer": says("Spaces.", seconds=0.05)}, stage_seconds=0.5, vote_seconds=0)
    sitting.gate = gate
    holding = asyncio.create_task(sitting.hold())
    await asyncio.sleep(1.0)
    gate.opens.set()
    run = await holding

    assert [outcome.kind for outcome in run.outcomes] == ["answer"] * len(run.outcomes)
