"""Tests that a delivery repeated while the first one is being stored is handled once."""

import asyncio

from bot.platforms.slack.listening.acknowledge import Deliveries


async def test_a_delivery_that_is_told_again_meanwhile_waits_for_the_first_one() -> None:
    deliveries, release, begun = Deliveries(), asyncio.Event(), list[str]()

    def begin() -> asyncio.Task[bool]:
        async def work() -> bool:
            begun.append("once")
            await release.wait()
            return True

        return asyncio.create_task(work())

    in_time = await deliveries.kept("C1:1.0", begin, 0.01)
    again = asyncio.create_task(deliveries.kept("C1:1.0", begin, 30))
    other = asyncio.create_task(deliveries.kept("C1:2.0", begin, 30))
    await asyncio.sleep(0)
    release.set()

    assert not in_time
    assert await again
    assert await other
    assert begun == ["once", "once"]


async def test_what_failed_or_was_given_up_is_not_kept() -> None:
    async def fail() -> bool:
        return False

    async def hang() -> bool:
        await asyncio.Event().wait()
        return True

    deliveries, hanging = Deliveries(), asyncio.create_task(hang())
    given_up = asyncio.create_task(deliveries.kept("C1:2.0", lambda: hanging, 30))
    failed = await deliveries.kept("C1:1.0", lambda: asyncio.create_task(fail()), 30)
    hanging.cancel()

    assert not failed
    assert not await given_up
