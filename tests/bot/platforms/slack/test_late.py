"""What is told twice while it is being kept is done once."""

import asyncio

from bot.platforms.slack.late import Deliveries


async def test_a_delivery_that_is_told_again_meanwhile_waits_for_the_first_one() -> None:
    deliveries, release, begun = Deliveries(), asyncio.Event(), list[str]()

    def begin() -> asyncio.Task[None]:
        async def work() -> None:
            begun.append("once")
            await release.wait()

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
