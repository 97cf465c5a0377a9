"""The stories that one process tells, and the end of all of them."""

import asyncio

import pytest

from council_core.domain.question import RunId
from council_core.engine.carried import Carried

RUN = RunId("r000000000001")


async def test_everything_is_stopped_where_it_stands() -> None:
    carried = Carried()
    begun = asyncio.Event()

    async def story() -> None:
        with carried.carrying(RUN):
            begun.set()
            await asyncio.Event().wait()

    telling = asyncio.create_task(story())
    await begun.wait()

    await carried.stop_all()

    assert telling.cancelled()
    assert RUN not in carried


async def test_no_story_begins_once_everything_was_stopped() -> None:
    carried = Carried()
    told: list[str] = []

    async def story() -> None:
        with carried.carrying(RUN):
            told.append("told")

    await carried.stop_all()

    with pytest.raises(asyncio.CancelledError):
        await story()
    assert told == []
