"""Tests that each part of a shutdown is limited in time, and that the log names a part that took longer."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable

import pytest

from bot.app.stopping import BY_FORCE, Stopping

SOON = 0.05


async def for_ever() -> None:
    await asyncio.Event().wait()


async def against_all_orders() -> None:
    """Ignore the first cancellation."""
    try:
        await for_ever()
    except asyncio.CancelledError:
        await for_ever()


@pytest.mark.parametrize("hangs", [for_ever, against_all_orders])
async def test_a_part_that_hangs_is_named_and_left(
    hangs: Callable[[], Awaitable[None]], caplog: pytest.LogCaptureFixture
) -> None:
    stopping, closed = Stopping(), list[str]()

    async def works() -> None:
        closed.append("the database")

    await stopping.close("the engine", hangs, SOON)
    await stopping.close("the database", works)

    assert closed == ["the database"]
    assert stopping.left == ["the engine"]
    assert "stopping: the engine was not done after 0.1 s" in caplog.text
    assert "the database" not in caplog.text


async def test_parts_that_hang_share_their_seconds_and_the_next_is_still_closed(
    caplog: pytest.LogCaptureFixture,
) -> None:
    stopping, closed = Stopping(closing_seconds=SOON), list[str]()

    async def works() -> None:
        closed.append("last")

    for name in ("first", "second", "third"):
        await stopping.close(name, for_ever, seconds=3600)
    await stopping.close("last", works)

    assert (stopping.left, closed) == (["first", "second", "third"], ["last"])


async def test_what_closing_raises_is_raised() -> None:
    async def breaks() -> None:
        raise LookupError

    with pytest.raises(LookupError):
        await Stopping().close("the tools", breaks)


async def test_what_serves_may_say_goodbye_and_is_left_when_it_does_not_end(
    caplog: pytest.LogCaptureFixture,
) -> None:
    stopping, said = Stopping(serving_seconds=SOON), list[str]()

    async def polite() -> None:
        try:
            await for_ever()
        finally:
            await asyncio.sleep(0)
            said.append("goodbye")

    serving = [
        asyncio.create_task(stopping.serve(name, work))
        for name, work in (("slack", polite()), ("discord", against_all_orders()))
    ]
    await asyncio.sleep(0)
    for each in serving:
        each.cancel()
    await asyncio.wait(serving)

    assert (said, stopping.left) == (["goodbye"], ["discord"])
    assert "stopping: discord was not done" in caplog.text


async def test_work_that_ends_or_breaks_by_itself_does_so_as_without_us() -> None:
    async def ends() -> None:
        await asyncio.sleep(0)

    async def breaks() -> None:
        raise LookupError

    await Stopping().serve("HTTP", ends())
    with pytest.raises(LookupError):
        await Stopping().serve("HTTP", breaks())


def test_a_process_whose_loop_is_blocked_ends_by_force(caplog: pytest.LogCaptureFixture) -> None:
    ended, codes = threading.Event(), list[int]()

    def end(code: int) -> None:
        codes.append(code)
        ended.set()

    async def blocked() -> None:
        stopping = Stopping(serving_seconds=0, closing_seconds=0, last_seconds=SOON)
        stopping.begin(0.0, end=end)

        async def blocks() -> None:
            assert ended.wait(60)

        await stopping.close("the models", blocks)

    with caplog.at_level(logging.ERROR):
        asyncio.run(blocked())

    assert codes == [BY_FORCE]
    assert "did not stop within 0 s (the models), and ends by force" in caplog.text


async def test_a_process_that_left_a_part_does_not_wait_for_its_threads() -> None:
    stopping, codes = Stopping(), list[int]()

    await stopping.close("the engine", for_ever, SOON)
    stopping.leave(0, end=codes.append)

    assert codes == [0]
