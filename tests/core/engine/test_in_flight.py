"""When a step may begin: not while the process ends, and not while another one may be at the same run."""

import asyncio

from council_core.engine.in_flight import InFlight


async def test_no_step_begins_while_another_process_may_be_at_its_run() -> None:
    ours, begun = asyncio.Event(), asyncio.Event()

    async def until_ours() -> None:
        await ours.wait()

    in_flight = InFlight(until_ours)

    async def step() -> None:
        async with in_flight.one():
            begun.set()

    lost, kept = asyncio.create_task(step()), asyncio.create_task(step())
    await asyncio.sleep(0)
    assert not begun.is_set()

    lost.cancel()  # That run was taken over; the other one was not.
    ours.set()
    await kept

    assert lost.cancelled()
    assert await in_flight.finish(1) == 0
