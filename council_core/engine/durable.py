"""A story -> a durable one: DBOS carries each run to its end, in this process or the next."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context
from typing import TypeVar, cast

from dbos import (
    DBOS,
    DBOSConfig,
    DBOSPortableJSONSerializer,
    SetWorkflowID,
    WorkflowSerializationFormat,
)
from dbos import error as dbos_error

from council_core.codec import to_json
from council_core.domain.question import RunId
from council_core.engine.in_flight import InFlight
from council_core.engine.records import overwriting
from council_core.engine.steps import SIGNALS, Checkpoints, DurableSignals, DurableSteps
from council_core.engine.threads import Threads
from council_core.errors import StoreUnavailable, UnknownRun
from council_core.ports import Signal, Signals, Steps

T = TypeVar("T")

Story = Callable[[RunId, Steps, Signals], Awaitable[None]]

logger = logging.getLogger(__name__)

STORY_VERSION = "1"
"""Which order of steps a run was begun with. It changes only with a story that cannot finish older runs: by default
DBOS would hash the sources instead and strand every run that is under way at each edit."""

SIGNAL_POLL_SECONDS = 0.2
"""How often SQLite is asked for signals; Postgres tells by itself."""

SECONDS_TO_STOP = 10.0
"""How long a run that is to be deleted may take to let go of what it is doing."""

UNDER_WAY = frozenset({"PENDING", "ENQUEUED", "DELAYED"})
"""What DBOS calls a run that has not ended."""


class DurableEngine:
    """Implements `council_core.ports.Engine`. One per process, since DBOS is one per process."""

    def __init__(
        self, *, database_url: str, executor: str, checkpoints: Checkpoints, family: str = "serve"
    ) -> None:
        """
        Args:
            database_url: The engine's view of the database (`storage.database.engine_url`).
            executor: Names this process among all that share the database. Whoever starts under a name takes up
                the runs that were left under it, so two living processes must never share one.
            checkpoints: What runs have behind them.
            family: Processes take up only runs of their own family: a terminal has no Slack to post to.
        """
        self._config = DBOSConfig(
            name="council",
            system_database_url=database_url,
            application_version=f"{STORY_VERSION}-{family}",
            executor_id=executor,
            log_level="ERROR",
            serializer=DBOSPortableJSONSerializer(),
            notification_listener_polling_interval_sec=SIGNAL_POLL_SECONDS,
            db_engine_kwargs=overwriting(database_url),
        )
        self._checkpoints = checkpoints
        self._ended: dict[RunId, asyncio.Event] = {}
        self._under_way: dict[RunId, asyncio.Task[object]] = {}
        self._in_flight = InFlight()
        self._closing = False
        self._threads: Threads | None = None
        self._workflow: Callable[[str], Coroutine[object, object, None]] | None = None

    async def launch(self, story: Story) -> None:
        """Connects, and takes up every run that was left under this executor's name.

        Raises:
            StoreUnavailable: The database cannot be used.
        """

        async def council_run(run_id: str) -> None:
            ended = self._ended.setdefault(RunId(run_id), asyncio.Event())
            task = asyncio.current_task()
            assert task is not None
            self._under_way[RunId(run_id)] = task
            try:
                steps = await DurableSteps.open(self._checkpoints, self._in_flight)
                await story(RunId(run_id), steps, DurableSignals())
            except BaseExceptionGroup as group:
                # DBOS knows its own "cancelled" and "taken over" only outside of a group.
                raise next(_leaves(group, dbos_error.DBOSBaseException), group) from group
            finally:
                self._under_way.pop(RunId(run_id), None)
                ended.set()
                self._ended.pop(RunId(run_id), None)

        DBOS(config=self._config)
        theirs = logging.getLogger("dbos")
        # It writes to standard error by itself, in its own form, beside whatever the process logs with.
        theirs.handlers.clear()
        theirs.propagate = True
        theirs.addFilter(_is_news)
        self._workflow = DBOS.workflow(
            name="council_run", serialization_type=WorkflowSerializationFormat.PORTABLE
        )(council_run)
        try:
            # Inside the running loop, so that recovered runs use this loop and its clients.
            self._threads = Threads(DBOS.launch)
        except Exception as error:
            raise StoreUnavailable(f"The engine cannot use the database: {error}") from error

    async def start(self, run_id: RunId) -> None:
        async def begin() -> None:
            assert self._workflow is not None, "launch() comes first"
            with SetWorkflowID(run_id):
                await DBOS.start_workflow_async(self._workflow, run_id)

        await _outside(begin())

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        async def put() -> None:
            try:
                await DBOS.send_async(
                    run_id,
                    to_json(signal, Signal),
                    topic=SIGNALS,
                    idempotency_key=f"{run_id}:{key}",
                    serialization_type=WorkflowSerializationFormat.PORTABLE,
                )
            except dbos_error.DBOSNonExistentWorkflowError:
                logger.info("run %s is not known to the engine; signal %s dropped", run_id, signal.kind)

        await _outside(put())

    async def cancel(self, run_id: RunId) -> None:
        await _outside(DBOS.cancel_workflow_async(run_id))
        if (task := self._under_way.get(run_id)) is not None:
            # DBOS would see it at the next step; a run that waits for votes has none for minutes.
            task.cancel()

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """Stops these runs and deletes their steps and signals (`council_core.retention.EngineRecords`).

        Raises:
            StoreUnavailable: The database cannot be used.
        """
        under_way = {task for run_id in run_ids if (task := self._under_way.get(run_id)) is not None}
        for run_id in run_ids:
            await self.cancel(run_id)
        if under_way:
            # What they still write would outlive them.
            await asyncio.wait(under_way, timeout=SECONDS_TO_STOP)
        try:
            await _outside(DBOS.delete_workflows_async(list(run_ids), delete_children=True))
        except Exception as error:
            raise StoreUnavailable(f"The engine's records cannot be deleted: {error}") from error

    async def resume(self, run_id: RunId) -> None:
        """Goes on with a run that was interrupted and that no living process carries, or that was never begun."""

        async def again() -> None:
            await DBOS.resume_workflow_async(run_id)

        try:
            await _outside(again())
        except dbos_error.DBOSNonExistentWorkflowError:
            await self.start(run_id)

    async def finished(self, run_id: RunId) -> None:
        if (ended := self._ended.get(run_id)) is not None:
            await ended.wait()
        # Once its story is told, a run here is only about to be marked as ended.
        await _outside(self._marked(run_id, poll=SIGNAL_POLL_SECONDS / 10 if ended else SIGNAL_POLL_SECONDS))

    async def _marked(self, run_id: RunId, *, poll: float) -> None:
        while not self._closing:
            status = await DBOS.get_workflow_status_async(run_id)
            if status is None:
                raise UnknownRun(run_id)
            if status.status not in UNDER_WAY:
                return
            await asyncio.sleep(poll)

    @property
    def trouble(self) -> str:
        """What keeps runs from going on, in one sentence; empty when they do."""
        return self._threads.trouble if self._threads else "The engine has not been launched."

    async def finish(self, seconds: float) -> None:
        """Lets the steps under way come to their ends and no other begin; gives up on them after `seconds`."""
        if left := await self._in_flight.finish(seconds):
            logger.info("%d steps were not done within %.0f s; the next start does them again", left, seconds)

    async def aclose(self) -> None:
        """Lets go of the database; runs that have not ended stop where they are and go on with the next start."""
        self._closing = True
        tasks = list(self._under_way.values())
        for task in tasks:
            # A cancelled step keeps no result, and a cancelled run stays pending: that is what makes it go on.
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.to_thread(DBOS.destroy, destroy_registry=True)
        # DBOS had made its threads the loop's own, and has just ended them.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())


def _is_news(record: logging.LogRecord) -> bool:
    """A run that was cancelled is no error; DBOS logs it as one, with a traceback."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, dbos_error.DBOSAwaitedWorkflowCancelledError)


def _leaves(error: BaseException, kind: type[BaseException]) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for inner in cast("BaseExceptionGroup[BaseException]", error).exceptions:
            yield from _leaves(inner, kind)
    elif isinstance(error, kind):
        yield error


async def _outside(work: Coroutine[object, object, T]) -> T:
    """Does the work in a fresh context: called from inside a step, DBOS would count it as one of the run's steps."""
    return await asyncio.create_task(work, context=Context())
