"""Call the engine outside of DBOS's step context, so that a call is not recorded as a step of the run."""

import asyncio
import logging
from collections.abc import Collection, Coroutine, Generator
from contextlib import contextmanager
from contextvars import Context
from typing import Any, TypeVar

from dbos import DBOS, WorkflowStatus
from dbos import error as dbos_error

from council_core.errors import CouncilError, StoreUnavailable
from council_core.outage import cause_of

T = TypeVar("T")

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 30.0
"""Seconds that callers of the engine wait for its database, as long as they wait for the store's."""


async def without_step_context(work: Coroutine[object, object, T]) -> T:
    """Do the work in a fresh context. Called from inside a step, DBOS would record it as one of the run's steps."""
    return await asyncio.create_task(work, context=Context())


@contextmanager
def translated_errors() -> Generator[None]:
    """Turn errors of a full, locked or unreachable database that DBOS passes through into `StoreUnavailable`; DBOS's
    own errors stay."""
    try:
        yield
    except (CouncilError, dbos_error.DBOSException):
        raise
    except Exception as error:
        raise StoreUnavailable("engine_unusable", cause=cause_of(error)) from error


async def status_of(run_id: str) -> WorkflowStatus | None:
    """Return the engine's record of a run; None when it has none. Raises StoreUnavailable."""
    with translated_errors():
        return await DBOS.get_workflow_status_async(run_id)


async def started_among(run_ids: Collection[str]) -> frozenset[str]:
    """Return the runs among these that the engine knows. Call it through `EngineCalls`, which translates its
    errors."""
    found = await DBOS.list_workflows_async(workflow_ids=list(run_ids), load_input=False, load_output=False)
    return frozenset(status.workflow_id for status in found)


class EngineCalls:
    """Calls to the engine from outside that are not done yet. DBOS waits without limit for an unreachable database,
    and callers do not."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    async def make(self, work: Coroutine[object, object, T]) -> T:
        """Do the work in a fresh context.

        Raises:
            StoreUnavailable: The database refuses, or has not answered in time; in that case the work goes on by
                itself.
        """
        task = asyncio.create_task(work, context=Context())
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        done, _ = await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
        if not done:
            raise StoreUnavailable("engine_silent", seconds=f"{PATIENCE_SECONDS:.0f}")
        with translated_errors():
            return task.result()

    async def finish(self, seconds: float) -> None:
        """Wait for calls under way; give up after `seconds`."""
        if self._tasks:
            await asyncio.wait(set(self._tasks), timeout=seconds)

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            # Usually the caller gets the error; this is for calls whose caller has given up.
            logger.debug("what the engine was asked failed: %s", type(error).__name__)
