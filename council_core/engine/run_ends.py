"""Wait for the end of runs, in this process or another."""

import asyncio

from council_core.admission.queue import RunQueue
from council_core.domain.question import RunId
from council_core.engine.dbos_setup import SIGNAL_POLL_SECONDS
from council_core.engine.records import UNDER_WAY
from council_core.engine.runs import RunTasks
from council_core.engine.without_step_context import status_of
from council_core.errors import UnknownRun
from council_core.outage import when_the_store_is_there


class RunEnds:
    """Waits until the engine's database says that a run has ended."""

    def __init__(self, queue: RunQueue | None) -> None:
        """
        Args:
            queue: Queue in which runs wait before the engine knows them.
        """
        self._queue = queue
        self._closing = False

    def close(self) -> None:
        """Let nobody wait any longer."""
        self._closing = True

    async def reached(self, run_id: RunId, run_tasks: RunTasks | None) -> None:
        """Return at the end of a run, or when the process ends.

        Args:
            run_id: The run.
            run_tasks: Runs that this process executes; None before it executes any.

        Raises:
            UnknownRun: There is no such run.
            StoreError: The run cannot go on in this process.
        """
        was_here = run_tasks is not None and await run_tasks.over(run_id)
        # A run whose story has ended here only waits until the engine marks it as ended.
        pause = SIGNAL_POLL_SECONDS / 10 if was_here else SIGNAL_POLL_SECONDS
        while not self._closing:
            if run_tasks is not None:
                run_tasks.check(run_id)
            status = await when_the_store_is_there(lambda: status_of(run_id))
            if status is None and not await self._waits_in_queue(run_id):
                raise UnknownRun(run_id)
            if status is not None and status.status not in UNDER_WAY:
                return
            await asyncio.sleep(pause)

    async def _waits_in_queue(self, run_id: RunId) -> bool:
        """Tell whether the run is in the queue and not known to the engine yet."""
        queue = self._queue
        if queue is None:
            return False
        if await when_the_store_is_there(lambda: queue.among([run_id])):
            return True
        # The run may have started and ended between the two reads.
        return await when_the_store_is_there(lambda: status_of(run_id)) is not None
