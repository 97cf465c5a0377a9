"""Tests of failing background tasks: they are restarted, counted, and reported once they keep failing."""

import asyncio
from itertools import pairwise

from council_core.domain.observations import Observation, TaskFailed
from council_core.engine.supervisor import GRACE_SECONDS, LONGEST_PAUSE_SECONDS, STEADY_SECONDS, Supervisor
from council_core.errors import StoreUnavailable
from council_core.outage import EXCUSED_SECONDS, Outage
from tests.virtual_time import virtually


async def for_ever() -> None:
    """Run for ever without a failure."""
    await asyncio.Event().wait()


def test_a_task_that_fails_is_restarted_with_growing_pauses_and_each_failure_is_counted() -> None:
    async def failing() -> tuple[list[float], list[Observation]]:
        seen: list[Observation] = []
        begun: list[float] = []
        loop = asyncio.get_running_loop()

        async def work() -> None:
            begun.append(loop.time())
            if len(begun) < 12:
                raise RuntimeError("a fault")

        await Supervisor(seen.append).keep("sweep", work)
        return begun, seen

    begun, seen = virtually(failing())
    pauses = [after - before for before, after in pairwise(begun)]

    assert seen == [TaskFailed(task="sweep")] * 11
    assert pauses[3] > 2 * pauses[0]
    assert max(pauses) <= LONGEST_PAUSE_SECONDS
    assert len({round(pause, 6) for pause in pauses[6:]}) == len(pauses[6:])


def test_a_task_that_returns_is_not_begun_again_and_one_that_is_cancelled_ends() -> None:
    async def returning() -> int:
        begun = 0

        async def work() -> None:
            nonlocal begun
            begun += 1

        supervisor = Supervisor()
        await supervisor.keep("once", work)
        waiting = asyncio.create_task(supervisor.keep("for ever", for_ever))
        await asyncio.sleep(1)
        waiting.cancel()
        await asyncio.wait({waiting})
        assert waiting.cancelled()
        return begun

    assert virtually(returning()) == 1


def test_only_a_task_that_keeps_failing_is_named_and_not_any_more_once_it_runs() -> None:
    async def told() -> list[str]:
        is_broken = True
        supervisor = Supervisor()

        async def work() -> None:
            await asyncio.sleep(1)
            if is_broken:
                raise OSError("The database is away.")
            await asyncio.Event().wait()

        tasks = [
            asyncio.create_task(supervisor.keep("takeover", work)),
            asyncio.create_task(supervisor.keep("sweep", for_ever)),
        ]
        await asyncio.sleep(GRACE_SECONDS / 2)
        said = [supervisor.trouble]
        await asyncio.sleep(GRACE_SECONDS)
        said.append(supervisor.trouble)
        is_broken = False
        await asyncio.sleep(STEADY_SECONDS + LONGEST_PAUSE_SECONDS + 2)
        said.append(supervisor.trouble)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return said

    soon, long, mended = virtually(told())

    assert soon == ""
    assert long.startswith("These tasks keep failing: takeover (")
    assert "sweep" not in long
    assert mended == ""


def test_a_task_that_waits_for_the_database_is_named_only_when_no_outage_explains_it_any_more() -> None:
    async def told() -> list[str]:
        outage = Outage()
        outage.ends(writes=True)
        supervisor = Supervisor(outage=outage)
        error: Exception = StoreUnavailable("unusable", database="it", cause="away")

        async def work() -> None:
            outage.begins(error)
            raise error

        task = asyncio.create_task(supervisor.keep("takeover", work))
        await asyncio.sleep(5 * GRACE_SECONDS)
        said = [supervisor.trouble]
        error = RuntimeError("a fault")
        await asyncio.sleep(GRACE_SECONDS / 2)
        said.append(supervisor.trouble)
        await asyncio.sleep(GRACE_SECONDS)
        said.append(supervisor.trouble)
        error = StoreUnavailable("unusable", database="it", cause="away")
        await asyncio.sleep(EXCUSED_SECONDS)
        said.append(supervisor.trouble)
        task.cancel()
        await asyncio.wait({task})
        return said

    in_outage, soon, with_a_fault, for_ever_away = virtually(told())

    assert (in_outage, soon) == ("", "")
    assert "takeover" in with_a_fault
    assert "takeover" in for_ever_away


def test_a_failure_now_and_then_is_no_trouble() -> None:
    async def told() -> str:
        supervisor = Supervisor()

        async def work() -> None:
            await asyncio.sleep(2 * STEADY_SECONDS)
            raise RuntimeError("a fault")

        task = asyncio.create_task(supervisor.keep("sweep", work))
        await asyncio.sleep(20 * STEADY_SECONDS + 1)
        trouble = supervisor.trouble
        task.cancel()
        await asyncio.wait({task})
        return trouble

    assert virtually(told()) == ""
