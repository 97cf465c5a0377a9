"""Execute a run's story in this process to its end or until it is stopped, and then its ending."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine
from contextlib import asynccontextmanager
from dataclasses import dataclass

from dbos import DBOS, SetWorkflowID, WorkflowSerializationFormat
from dbos import error as dbos_error

from council_core.admission import RESTS
from council_core.domain.question import RunId
from council_core.engine.dbos_door import owner_token
from council_core.engine.executions import Executions
from council_core.engine.in_flight import InFlight
from council_core.engine.records import RUN
from council_core.engine.signals import DurableSignals, Waiting
from council_core.engine.steps import DurableSteps
from council_core.engine.tries import GiveUp, Tries
from council_core.errors import StoreError, errors_within
from council_core.outage import when_the_store_is_there
from council_core.ports import Journal, Signals, Steps

logger = logging.getLogger(__name__)

Story = Callable[[RunId, Steps, Signals], Awaitable[None]]
EndingStory = Callable[[RunId, Steps], Awaitable[None]]


class StalledRuns:
    """Runs that an error of the store stopped, with that error, until this process ends.

    If such a run ended with an error, the engine would mark it as ended and never resume it; the next start may find
    the database repaired.
    """

    def __init__(self) -> None:
        self._errors: dict[RunId, StoreError] = {}

    def check(self, run_id: RunId) -> None:
        """Raise the error that stopped the run, if it was stopped."""
        if (error := self._errors.get(run_id)) is not None:
            raise error

    @asynccontextmanager
    async def guard(self, run_id: RunId, ended: asyncio.Event) -> AsyncGenerator[None]:
        """Guard the execution of a run: an error of the store does not leave the block, which then waits until it is
        cancelled.

        Args:
            run_id: The run.
            ended: Set when the run stalls, for those who wait for its end.
        """
        try:
            yield
        except (StoreError, BaseExceptionGroup) as error:
            lost = next(errors_within(error, dbos_error.DBOSBaseException), None)
            trouble = next(errors_within(error, StoreError), None)
            if lost is not None or trouble is None:
                raise
            logger.error("run %s stands still until the next start: %s", run_id, trouble)
            self._errors[run_id] = trouble
            ended.set()
            try:
                await asyncio.Event().wait()
            finally:
                del self._errors[run_id]


@dataclass(slots=True, eq=False)
class RunTask:
    """The task of one run's story."""

    run_id: RunId
    task: asyncio.Task[None]
    is_stopped: bool = False
    """Whether the run was stopped for good, so that its ending follows; a process that ends only cancels the task."""


class RunTasks:
    """Tasks of the runs that this process executes."""

    def __init__(
        self,
        *,
        story: Story,
        ending: EndingStory,
        journal: Journal,
        waiting: Waiting,
        in_flight: InFlight,
        executions: Executions,
        lost: Callable[[RunId], None],
        give_up: GiveUp,
    ) -> None:
        """
        Args:
            story: Executes one run from its beginning to its end, or its ending where it was stopped before.
            ending: Announces the end of a run that was stopped in the middle of its story. May be called again.
            journal: Stores their steps and signals.
            waiting: Wakes those that wait for a signal.
            in_flight: Counts their steps.
            executions: Tracks which runs are executed here.
            lost: Called with a run that another process turns out to own.
            give_up: Marks a run as stopped that makes no progress however often it is resumed.
        """
        self._story, self._ending, self._lost = story, ending, lost
        self._journal, self._waiting, self._in_flight, self._executions = (
            journal,
            waiting,
            in_flight,
            executions,
        )
        self._stalled = StalledRuns()
        self._tries = Tries(give_up)
        self._first: set[RunId] = set()
        self._over: dict[RunId, asyncio.Event] = {}
        self._running: set[RunTask] = set()
        self._workflow: Callable[[str], Coroutine[object, object, None]] | None = None

    def register(self) -> None:
        """Register the workflow that executes a run, before the engine is launched."""

        async def council_run(run_id: str) -> None:
            await self.execute(RunId(run_id))

        self._workflow = DBOS.workflow(
            name=RUN, serialization_type=WorkflowSerializationFormat.PORTABLE, max_recovery_attempts=None
        )(council_run)

    async def begin(self, run_id: RunId) -> None:
        """Begin a run that never began, as a workflow. Call it through `EngineCalls`, which translates its errors."""
        assert self._workflow is not None, "register() comes first"
        self._first.add(run_id)
        with SetWorkflowID(run_id):
            await DBOS.start_workflow_async(self._workflow, run_id)

    async def execute(self, run_id: RunId) -> None:
        """Execute the run as the engine's workflow; the run has ended when this returns."""
        over = self._over.setdefault(run_id, asyncio.Event())
        try:
            with self._executions.executing(run_id, owner_token()):
                async with self._stalled.guard(run_id, over):
                    if await self._is_stopped(run_id):
                        await when_the_store_is_there(lambda: self._end(run_id))
        except BaseExceptionGroup as group:
            raised = next(errors_within(group, dbos_error.DBOSBaseException), group)
            if isinstance(raised, dbos_error.DBOSWorkflowConflictIDError):
                self._lost(run_id)
            # DBOS recognises its own "cancelled" and "taken over" only outside of a group.
            raise raised from group
        finally:
            over.set()
            self._over.pop(run_id, None)

    def stop(self, run_id: RunId) -> None:
        """Cancel the run's story where it is executed here, and execute its ending instead."""
        for run_task in self._running:
            # A second cancellation would break off what the first one lets the story finish.
            if run_task.run_id == run_id and not run_task.is_stopped:
                run_task.is_stopped = True
                run_task.task.cancel()

    async def over(self, run_id: RunId) -> bool:
        """Wait for the end of the story if it is executed here, and tell whether it was."""
        over = self._over.get(run_id)
        if over is not None:
            await over.wait()
        return over is not None

    def check(self, run_id: RunId) -> None:
        """Raise the error that keeps the run from going on in this process, if there is one (`StalledRuns`)."""
        self._stalled.check(run_id)

    async def _is_stopped(self, run_id: RunId) -> bool:
        """Execute the story, and tell whether it was stopped."""
        run_task = RunTask(run_id, asyncio.create_task(self._tell(run_id)))
        self._running.add(run_task)
        try:
            await run_task.task
        except asyncio.CancelledError:
            us = asyncio.current_task()
            if not run_task.is_stopped or (us is not None and us.cancelling()):
                raise
        finally:
            self._running.discard(run_task)
        return run_task.is_stopped

    async def _tell(self, run_id: RunId) -> None:
        is_first = run_id in self._first
        self._first.discard(run_id)
        steps = await self._steps(run_id)
        RESTS.set(steps.rest)
        async with self._tries.counted(steps, is_first=is_first) as may_try:
            if may_try:
                await self._story(run_id, steps, DurableSignals(steps, self._waiting))

    async def _end(self, run_id: RunId) -> None:
        await self._ending(run_id, await self._steps(run_id))

    async def _steps(self, run_id: RunId) -> DurableSteps:
        return await DurableSteps.open(run_id, self._journal, self._in_flight)
