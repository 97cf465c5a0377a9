"""Count tries without progress: a run that ends its process each time is given up instead of resumed for ever."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager

from dbos import error as dbos_error

from council_core.domain.question import RunId
from council_core.engine.steps import DurableSteps
from council_core.errors import CouncilError
from council_core.outage import when_the_store_is_there

logger = logging.getLogger(__name__)

SUSPECT_AFTER = 3
"""Tries in vain after which a run is resumed alone, so that other runs do not count the crashes that it causes."""

MOST_TRIES = 20
"""Tries in vain after which a run is ended with a message; after twice as many it is left alone in any case."""

ALONE_SECONDS = 60.0
"""Seconds for which a suspect delays other suspects, because it may itself wait in the queue."""

STOP_SECONDS = 2.0
"""Longest wait for the database until a clean stop is stored."""

GiveUp = Callable[[RunId], Awaitable[None]]
"""Marks a run as stopped in the store, so that its ending is executed in place of its story."""


class Tries:
    """Counts the tries of this process's runs."""

    def __init__(self, give_up: GiveUp) -> None:
        self._give_up = give_up
        self._alone = asyncio.Lock()

    @asynccontextmanager
    async def counted(self, steps: DurableSteps, *, is_first: bool) -> AsyncGenerator[bool]:
        """Count one more try for as long as the block lasts, and yield whether to make it.

        Args:
            steps: Steps of the run whose workflow is running.
            is_first: Whether this is the first try, which costs no write.
        """
        run_id, in_vain = steps.execution.run_id, steps.execution.tries_in_vain
        if is_first:
            yield True
            return
        if in_vain >= 2 * MOST_TRIES:
            logger.error("run %s breaks even where its ending is told; it is left alone", run_id)
            yield False
            return
        async with AsyncExitStack() as stack:
            if in_vain >= SUSPECT_AFTER:
                await self._is_alone(steps, stack)
            if in_vain >= MOST_TRIES:
                logger.error("run %s was begun %d times and got no further; it is ended", run_id, in_vain)
                await when_the_store_is_there(lambda: self._give_up(run_id))
            await steps.note_try()
            finished = len(steps.execution.behind)
            try:
                yield True
            except asyncio.CancelledError:
                # A run that stored a step since has forgotten its tries anyway.
                if len(steps.execution.behind) == finished:
                    await self._stopped(steps)
                raise

    async def _stopped(self, steps: DurableSteps) -> None:
        """Take the try back, because its process was stopped and did not crash."""
        try:
            async with asyncio.timeout(STOP_SECONDS):
                await steps.note_stop()
        except (TimeoutError, CouncilError, dbos_error.DBOSWorkflowConflictIDError) as error:
            logger.info("run %s keeps a try that was only stopped: %r", steps.execution.run_id, error)

    async def _is_alone(self, steps: DurableSteps, stack: AsyncExitStack) -> None:
        """Wait until no other suspect is resumed here, and delay others until this one makes progress."""
        await self._alone.acquire()
        is_ours = True

        def let_others() -> None:
            nonlocal is_ours
            if is_ours:
                is_ours = False
                self._alone.release()

        steps.execution.went_on = let_others
        stack.callback(let_others)
        stack.callback(asyncio.get_running_loop().call_later(ALONE_SECONDS, let_others).cancel)
