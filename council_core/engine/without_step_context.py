"""Work that a step must not be charged with -> the same work, in a context that DBOS knows nothing of."""

import asyncio
import logging
from collections.abc import Collection, Coroutine, Generator
from contextlib import contextmanager
from contextvars import Context
from typing import Any, TypeVar

from dbos import DBOS, WorkflowStatus
from dbos import error as dbos_error

from council_core.errors import CouncilError, StoreUnavailable

T = TypeVar("T")

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 30.0
"""How long whoever asks something of the engine waits for its database, as the store lets them wait for its own."""


async def without_step_context(work: Coroutine[object, object, T]) -> T:
    """Does the work in a fresh context: called from inside a step, DBOS would count it as one of the run's steps."""
    return await asyncio.create_task(work, context=Context())


@contextmanager
def translated_errors() -> Generator[None]:
    """Turns what DBOS lets through of a database that is full, locked or away into `StoreUnavailable`; what it raises
    by itself stays."""
    try:
        yield
    except (CouncilError, dbos_error.DBOSException):
        raise
    except Exception as error:
        cause = getattr(error, "orig", None) or error
        raise StoreUnavailable(f"The engine cannot use the database: {cause}") from error


async def status_of(run_id: str) -> WorkflowStatus | None:
    """What the engine knows of a run; None when it knows none. Raises StoreUnavailable."""
    with translated_errors():
        return await DBOS.get_workflow_status_async(run_id)


async def started_among(run_ids: Collection[str]) -> frozenset[str]:
    """Those of the runs that the engine knows; to be asked by `EngineCalls`, which has our words for its errors."""
    found = await DBOS.list_workflows_async(workflow_ids=list(run_ids), load_input=False, load_output=False)
    return frozenset(status.workflow_id for status in found)


class EngineCalls:
    """What the engine was asked from outside and has not done yet. DBOS waits for a database that is away as long as
    it takes, and whoever asks does not."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def make(self, work: Coroutine[object, object, T]) -> T:
        """Does the work in a fresh context.

        Raises:
            StoreUnavailable: The database refuses; or it has not answered in time, and the work goes on by itself.
        """
        task = asyncio.create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        done, _ = await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
        if not done:
            raise StoreUnavailable(f"The engine's database has not answered for {PATIENCE_SECONDS:.0f} s.")
        with translated_errors():
            return task.result()

    async def finish(self, seconds: float) -> None:
        """Waits for what is under way; gives up after `seconds`."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            # Mostly told by whoever waited for it; this is for those that nobody waits for any more.
            logger.debug("what the engine was asked failed: %s", type(error).__name__)
