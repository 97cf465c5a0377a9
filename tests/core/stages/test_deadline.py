"""Tests of a stage's common deadline: it takes effect when time is up and a quorum exists, and not before both."""

import asyncio
from dataclasses import replace

import pytest

from council_core.domain.answer import Failure, Reply
from council_core.stages.deadline import StageDeadline
from tests.samples import SETTINGS

REPLY = Reply(text="Tabs.", latency=0.1)

SHORT = replace(SETTINGS, stage_seconds=0.02)
LONG = replace(SETTINGS, stage_seconds=60.0)


async def after(event: asyncio.Event) -> Reply | Failure:
    """Make a call that ends when the test sets the event."""
    await event.wait()
    return REPLY


async def test_a_call_that_ends_in_time_gives_its_own_result() -> None:
    ends = asyncio.Event()
    ends.set()

    assert await StageDeadline(LONG, quorum=2).bound(after(ends)) == REPLY


async def test_a_call_that_is_still_out_when_the_deadline_strikes_is_late() -> None:
    deadline = StageDeadline(SHORT, quorum=1)
    deadline.heard(0.01)

    result = await deadline.bound(after(asyncio.Event()))

    assert isinstance(result, Failure)
    assert (result.reason, result.latency) == ("late", 0.02)
    assert result.fault == "late"


async def test_without_a_quorum_the_stage_waits_past_its_time() -> None:
    deadline = StageDeadline(SHORT, quorum=2)
    first, second = asyncio.Event(), asyncio.Event()
    waiting = asyncio.create_task(deadline.bound(after(first)))
    other = asyncio.create_task(deadline.bound(after(second)))
    await asyncio.sleep(0.06)

    still_waiting = not waiting.done() and not other.done()
    deadline.heard(0.01)
    first.set()
    result = await waiting
    deadline.heard(0.01)
    late = await other

    assert still_waiting
    assert result == REPLY
    assert isinstance(late, Failure)


async def test_a_late_call_is_handed_over_alive_where_somebody_takes_it() -> None:
    ends = asyncio.Event()
    adopted: list[asyncio.Task[Reply | Failure]] = []
    deadline = StageDeadline(SHORT, quorum=0)

    result = await deadline.bound(after(ends), adopt=adopted.append)
    ends.set()

    assert isinstance(result, Failure)
    assert await adopted[0] == REPLY


async def test_a_late_call_that_nobody_takes_is_stopped() -> None:
    stopped = asyncio.Event()

    async def call() -> Reply | Failure:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()
        return REPLY

    await StageDeadline(SHORT, quorum=0).bound(call())

    async with asyncio.timeout(5):
        await stopped.wait()


async def test_cancelling_the_stage_stops_the_call() -> None:
    begun, stopped = asyncio.Event(), asyncio.Event()

    async def call() -> Reply | Failure:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            stopped.set()
        return REPLY

    waiting = asyncio.create_task(StageDeadline(LONG, quorum=1).bound(call()))
    await begun.wait()
    waiting.cancel()

    with pytest.raises(asyncio.CancelledError):
        await waiting
    async with asyncio.timeout(5):
        await stopped.wait()


async def test_what_goes_wrong_in_a_call_is_not_taken_for_lateness() -> None:
    async def call() -> Reply | Failure:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await StageDeadline(LONG, quorum=1).bound(call())


async def test_while_a_call_waits_for_room_at_its_provider_the_time_stands_still() -> None:
    deadline = StageDeadline(replace(SETTINGS, stage_seconds=0.3), quorum=1)
    goes, answers = asyncio.Event(), asyncio.Event()

    async def call() -> Reply | Failure:
        with deadline.paused():
            await goes.wait()
        await answers.wait()
        return REPLY

    deadline.heard(0.01)
    waiting = asyncio.create_task(deadline.bound(call()))
    await asyncio.sleep(0.6)
    goes.set()
    answers.set()

    assert await waiting == REPLY


async def test_a_call_that_has_gone_out_is_late_after_the_time_that_was_left() -> None:
    deadline = StageDeadline(SHORT, quorum=1)

    async def call() -> Reply | Failure:
        with deadline.paused():
            pass
        return await after(asyncio.Event())

    deadline.heard(0.01)
    result = await deadline.bound(call())

    assert isinstance(result, Failure)
    assert result.reason == "late"
