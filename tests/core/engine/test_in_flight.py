"""Tests of the moments at which a step may begin: not while the process ends, and not while another process may have
the run."""

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


async def test_a_step_within_a_step_under_way_begins_also_while_the_process_ends_and_no_other_does() -> None:
    in_flight, goes_on, begun = InFlight(), asyncio.Event(), list[str]()

    async def step(name: str) -> None:
        async with in_flight.one():
            begun.append(name)

    async def outer() -> None:
        async with in_flight.one():
            await goes_on.wait()
            await asyncio.create_task(step("within"))
        await step("next")

    under_way = asyncio.create_task(outer())
    await asyncio.sleep(0)
    ending = asyncio.create_task(in_flight.finish(60))
    await asyncio.sleep(0)
    other = asyncio.create_task(step("other"))
    goes_on.set()

    assert await ending == 0
    assert begun == ["within"]
    for task in (under_way, other):
        task.cancel()
