"""Tests of the stories that one process executes, and of ending all of them."""

import asyncio

import pytest

from council_core.domain.question import RunId
from council_core.engine.executions import Executions

RUN = RunId("r000000000001")


async def test_everything_is_stopped_where_it_stands() -> None:
    executions = Executions()
    begun = asyncio.Event()

    async def story() -> None:
        with executions.executing(RUN, "token"):
            begun.set()
            await asyncio.Event().wait()

    telling = asyncio.create_task(story())
    await begun.wait()

    await executions.stop_all()

    assert telling.cancelled()
    assert RUN not in executions


async def test_what_was_just_told_is_marked_as_ended_before_its_database_closes() -> None:
    executions = Executions()
    told, may_mark = asyncio.Event(), asyncio.Event()

    async def story() -> str:
        with executions.executing(RUN, "token"):
            pass
        told.set()
        await may_mark.wait()
        return "marked"

    telling = asyncio.create_task(story())
    await told.wait()
    stopping = asyncio.create_task(executions.stop_all())
    await asyncio.sleep(0)
    assert not stopping.done()

    may_mark.set()
    await stopping

    assert await telling == "marked"


async def test_what_another_process_will_end_holds_nobody_up_for_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("council_core.engine.executions.MARK_SECONDS", 0.01)
    executions = Executions()
    told = asyncio.Event()

    async def story() -> None:
        with executions.executing(RUN, "token"):
            pass
        told.set()
        await asyncio.Event().wait()

    parked = asyncio.create_task(story())
    await told.wait()

    await executions.stop_all()

    assert parked.cancelled()


async def test_no_story_begins_once_everything_was_stopped() -> None:
    executions = Executions()
    told: list[str] = []

    async def story() -> None:
        with executions.executing(RUN, "token"):
            told.append("told")

    await executions.stop_all()

    with pytest.raises(asyncio.CancelledError):
        await story()
    assert told == []
