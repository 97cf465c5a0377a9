"""A story -> a durable one: DBOS carries each run to its end, in this process or the next."""

import asyncio
import logging
import threading
from collections.abc import Awaitable, Callable, Collection, Coroutine, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from threading import Lock

from dbos import DBOS, SetWorkflowID, WorkflowSerializationFormat
from dbos import error as dbos_error

from council_core.domain.question import RunId
from council_core.engine.dbos_door import queue_thread, refuse_pickles, sql_of
from council_core.engine.dbos_setup import SIGNAL_POLL_SECONDS, configuration, log_with_the_process
from council_core.engine.executions import Executions
from council_core.engine.in_flight import InFlight
from council_core.engine.ingress_requests import Announce, register_ingress_requests, serve_ingress_requests
from council_core.engine.line import Line
from council_core.engine.names import ENDED, RUN, UNDER_WAY, version_of
from council_core.engine.runs import Ending, RunTasks, Story
from council_core.engine.signals import Waiting, sent
from council_core.engine.steps import when_the_store_is_there
from council_core.engine.supervisor import Supervisor
from council_core.engine.tries import GiveUp
from council_core.engine.without_step_context import (
    EngineCalls,
    started_among,
    status_of,
    without_step_context,
)
from council_core.engine.workers.lease import Connection, Lease
from council_core.engine.workers.takeover import Takeover
from council_core.errors import StoreUnavailable, UnknownRun
from council_core.ports import Checkpoints, Observer, Signal, Steps, nobody

logger = logging.getLogger(__name__)

CLOSE_SECONDS = 5.0

QUEUES_STAND_STILL = "A thread of the engine has died: no run is resumed. Restart this process."


async def nothing_to_tell(run_id: RunId, steps: Steps) -> None:
    """The ending of a run of which nobody hears."""


async def nobody_gives_up(run_id: RunId) -> None:
    """Without a store that could be told, the run is tried again."""


async def _always() -> None:
    """Nobody can take the runs of this process."""


class DurableEngine:
    """Implements `council_core.ports.Engine`. One per process, since DBOS is one per process."""

    def __init__(
        self,
        *,
        database_url: str,
        executor: str,
        checkpoints: Checkpoints,
        family: str = "serve",
        lease: Lease | None = None,
        write_lock: "Lock | None" = None,
        line: Line | None = None,
        observe: Observer = nobody,
        supervisor: Supervisor | None = None,
    ) -> None:
        """
        Args:
            database_url: The engine's view of the database (`storage.database.engine_url`).
            executor: Names this process among all that share the database. Whoever starts under a name takes up
                the runs that were left under it, so two living processes must never share one.
            checkpoints: Keeps steps and signals.
            family: Processes take up only runs of their own family: a terminal has no Slack to post to.
            lease: Where several processes share a Postgres: says that this one lives. It then takes from the
                queue, and takes over the runs of those that live no more.
            write_lock: Whose turn it is to write to an SQLite file, shared with whoever else writes in this process.
            line: Where runs wait for their turn, and this worker finds those that it is to start; without it, this
                process starts what it is told to.
            observe: Told of runs that are taken over.
            supervisor: Restarts the background tasks of this process; one of its own unless given.
        """
        version = version_of(family)
        self._url = database_url
        self._config = configuration(database_url, executor=executor, version=version, write_lock=write_lock)
        self._journal = checkpoints.beside(sql_of(database_url))
        self._waiting = Waiting()
        self._in_flight = InFlight(lease.acquired if lease else None)
        self._executions = Executions()
        self._closing = False
        self._thread: threading.Thread | None = None
        self._run_tasks: RunTasks | None = None
        self._workflow: Callable[[str], Coroutine[object, object, None]] | None = None
        self._lease = lease
        self._supervisor = supervisor or Supervisor(observe)
        self._executor, self._line = executor, line
        self._beside: set[asyncio.Task[None]] = set()
        self._strays: set[RunId] = set()
        """Runs that were found to be neither started nor in the line."""

        self._calls = EngineCalls()
        self._platforms: frozenset[str] = frozenset()
        self._changed: Callable[[RunId], None] = lambda run_id: None
        self._lost: Callable[[RunId], None] = lambda run_id: None
        takeover = Takeover(
            database_url=database_url,
            executor=executor,
            version=version,
            carriers=line.carriers if line else None,
            handed=self._hand_over,
            observe=observe,
        )
        self._takeover = takeover if lease else None

    async def launch(
        self,
        story: Story,
        *,
        ending: Ending = nothing_to_tell,
        announce: Announce | None = None,
        changed: Callable[[RunId], None] | None = None,
        lost: Callable[[RunId], None] | None = None,
        give_up: GiveUp | None = None,
        platforms: Collection[str] = (),
    ) -> None:
        """Connects, and takes up every run that was left under this executor's name.

        Args:
            story: Tells one run from its beginning to its end.
            ending: Tells what there is to tell of a run that is stopped here in the middle of its story.
            announce: Says what a process that only receives wants said in a run's thread.
            changed: Told which run is to be looked at anew: people voted by way of another process, or its place
                takes posts again.
            lost: Told which run is another process's by now: whatever this one still had to draw of it is old.
            give_up: Marks a run as stopped that was resumed again and again and gets no further.
            platforms: Whose questions this process starts when it hears of them from others.

        Raises:
            StoreUnavailable: The database cannot be used.
        """
        self._changed, self._lost = changed or self._changed, lost or self._lost
        self._platforms = frozenset(platforms)
        if self._lease is not None:
            try:
                # Two that start at once wait for each other here, and not in the loop, which would look dead.
                await asyncio.to_thread(DBOS.migrate, self._url)
            except Exception as error:
                raise StoreUnavailable(f"The engine cannot use the database: {error}") from error
            # Before anything is carried under this name: without the lock it would be others' to take.
            await self._lease.begin(self, self._supervisor)
        refuse_pickles()
        DBOS(config=self._config)
        log_with_the_process()
        run_tasks = self._run_tasks = RunTasks(
            story=story,
            ending=ending,
            journal=self._journal,
            waiting=self._waiting,
            in_flight=self._in_flight,
            executions=self._executions,
            lost=self._let_go,
            give_up=give_up or nobody_gives_up,
        )

        async def council_run(run_id: str) -> None:
            await run_tasks.execute(RunId(run_id))

        self._workflow = DBOS.workflow(
            name=RUN, serialization_type=WorkflowSerializationFormat.PORTABLE, max_recovery_attempts=None
        )(council_run)
        if announce is not None:
            register_ingress_requests(announce, self._in_flight)
        try:
            # Inside the running loop, so that recovered runs use this loop and its clients.
            self._thread = queue_thread(DBOS.launch)
            if self._takeover is not None:
                await serve_ingress_requests()
        except Exception as error:
            if self._lease is not None:
                await self._lease.aclose()
            raise StoreUnavailable(f"The engine cannot use the database: {error}") from error
        if self._takeover is not None:
            self._kept_up("takeover", self._takeover.watch)
        if (line := self._line) is not None:
            ours = self._lease.acquired if self._lease is not None else _always
            self._kept_up("line", lambda: line.work(self._start, self._platforms, ours))
            self._kept_up("line sweep", lambda: line.look_after(self._known))

    def _kept_up(self, name: str, work: Callable[[], Awaitable[None]]) -> "asyncio.Task[None]":
        task = asyncio.create_task(self._supervisor.keep(name, work), name=name)
        self._beside.add(task)
        return task

    def carries(self, run_id: RunId) -> bool:
        """Whether this process carries the run now, so that its card is this process's to draw."""
        return run_id in self._executions

    async def on_acquired(self, connection: Connection) -> None:
        """See `lease.LeaseHolder`."""
        for run_id in await self._executions.stop_lost(connection):
            self._let_go(run_id)
        # Nobody heard of signals, votes or these while the connection was lost.
        self._waiting.wake_all()
        for run_id in self._executions.run_ids:
            self._changed(run_id)
        for run_id in await self._journal.cancelled(self._executions.run_ids):
            await self.cancel(run_id)
        if self._line is not None:
            self._line.wake()

    def _let_go(self, run_id: RunId) -> None:
        logger.warning("run %s was cancelled, or taken over, by another process", run_id)
        self._lost(run_id)

    def on_notify(self, subject: str, what: str, detail: str) -> None:
        """See `lease.LeaseHolder`."""
        match what:
            case "asked" | "left" if self._line is not None:
                self._line.wake()
            case "admitted" if self._line is not None and detail == self._executor:
                self._line.let_in(RunId(subject))
            case "cancelled" if self._run_tasks is not None:
                self._run_tasks.stop(RunId(subject))
            case "signal":
                self._waiting.wake(RunId(subject))
            case "voted" | "reopened" if subject in self._executions:
                self._changed(RunId(subject))
            case "deleted" if subject in self._executions:
                self._lost(RunId(subject))  # Its posts are replaced, and no edit of ours may come after that.
            case "gone" if self._takeover is not None:
                self._takeover.gone(subject)
            case (
                "asked"
                | "left"
                | "admitted"
                | "kept"
                | "voted"
                | "reopened"
                | "cancelled"
                | "deleted"
                | "gone"
            ):
                pass  # None of this process's runs.
            case "lives" | "carries":
                pass  # Signs of life, of this version and of earlier ones.
            case _:
                logger.info("a notice of another version is ignored: %s %s", what, detail)

    async def start(self, run_id: RunId) -> None:
        """See `council_core.ports.Engine`. A run in the line is started by the worker that claims it. Raises
        StoreUnavailable."""
        if self._line is None:
            await self._start(run_id)
        elif run_id in self._strays:
            self._strays.discard(run_id)
            await self._line.rejoin(run_id)
        else:
            self._line.wake()

    async def _start(self, run_id: RunId) -> None:
        assert self._run_tasks is not None, "launch() comes first"
        self._run_tasks.begins(run_id)
        await self._begin(run_id)

    async def _begin(self, run_id: RunId) -> None:
        async def begin() -> None:
            assert self._workflow is not None, "launch() comes first"
            with SetWorkflowID(run_id):
                await DBOS.start_workflow_async(self._workflow, run_id)

        await self._calls.make(begin())

    async def unstarted(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        """See `council_core.ports.Engine`. Raises StoreUnavailable."""
        others = [run_id for run_id in run_ids if run_id not in self._executions]
        if others and self._line is not None:
            # Those in the line are looked after there.
            in_line = await self._line.among(others)
            others = [run_id for run_id in others if run_id not in in_line]
        started = await self._known(others) if others else ()
        unstarted = [run_id for run_id in others if run_id not in started]
        self._strays = set(unstarted)
        return unstarted

    async def _known(self, run_ids: Collection[RunId]) -> Collection[str]:
        return await self._calls.make(started_among(run_ids))

    async def _hand_over(self, gone: str) -> None:
        if self._line is not None:
            await self._line.take_over(gone, self._known)

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        """See `council_core.ports.Engine`. Raises StoreUnavailable."""
        if await self._journal.send(run_id, sent(signal, key)):
            self._waiting.wake(run_id)
        else:
            logger.info("run %s is not known; signal %s dropped", run_id, signal.kind)

    async def cancel(self, run_id: RunId) -> None:
        # Where others carry it they have heard of it from the store; whoever takes it up finds it there.
        if self._run_tasks is not None:
            self._run_tasks.stop(run_id)

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """Stops these runs and deletes their steps and signals (`council_core.retention.EngineRecords`).

        Raises:
            StoreUnavailable: The database cannot be used.
        """
        for run_id in run_ids:
            await self._calls.make(DBOS.cancel_workflow_async(run_id))
            # DBOS would see it at the next step; a run that waits for votes has none for minutes.
            self._executions.stop(run_id)
        # What they still write would outlive them.
        await self._executions.stopped(run_ids)
        await self._calls.make(DBOS.delete_workflows_async(list(run_ids), delete_children=True))
        await self._journal.delete(run_ids)

    async def ended(self, before: datetime, *, skip: int, limit: int) -> Sequence[RunId]:
        """See `council_core.retention.EndedRuns`."""
        found = await self._calls.make(
            DBOS.list_workflows_async(
                status=list(ENDED),
                end_time=before.isoformat(),
                offset=skip,
                limit=limit,
                load_input=False,
                load_output=False,
            )
        )
        return [RunId(each.workflow_id) for each in found]

    async def delete_ended(self, run_ids: Collection[RunId]) -> None:
        """See `council_core.retention.EndedRuns`."""
        # Ours first: as long as DBOS knows the run, the next call finds it again.
        await self._journal.delete(run_ids)
        await self._calls.make(DBOS.delete_workflows_async(list(run_ids)))

    async def resume(self, run_id: RunId) -> None:
        """Goes on with a run that was interrupted and that no living process carries, or that was never begun."""
        try:
            await self._calls.make(DBOS.resume_workflow_async(run_id))
        except dbos_error.DBOSNonExistentWorkflowError:
            await self._begin(run_id)

    async def finished(self, run_id: RunId) -> None:
        """See `council_core.ports.Engine`. Raises StoreError where it cannot go on in this process."""
        was_here = self._run_tasks is not None and await self._run_tasks.over(run_id)
        # Once its story is told, a run here is only about to be marked as ended.
        await without_step_context(
            self._marked(run_id, poll=SIGNAL_POLL_SECONDS / 10 if was_here else SIGNAL_POLL_SECONDS)
        )

    async def _marked(self, run_id: RunId, *, poll: float) -> None:
        while not self._closing:
            if self._run_tasks is not None:
                self._run_tasks.check(run_id)
            status = await when_the_store_is_there(lambda: status_of(run_id))
            if status is None and not await self._waits_in_line(run_id):
                raise UnknownRun(run_id)
            if status is not None and status.status not in UNDER_WAY:
                return
            await asyncio.sleep(poll)

    async def _waits_in_line(self, run_id: RunId) -> bool:
        """Whether the run is known to the line and not to the engine yet."""
        line = self._line
        if line is None:
            return False
        if await when_the_store_is_there(lambda: line.among([run_id])):
            return True
        # It may have been started, and have ended, between the two looks.
        return await when_the_store_is_there(lambda: status_of(run_id)) is not None

    @property
    def trouble(self) -> str:
        """What keeps runs from going on, in one sentence; empty when they do."""
        if self._thread is None:
            return "The engine has not been launched."
        return "" if self._thread.is_alive() else QUEUES_STAND_STILL

    @property
    def troubles(self) -> Mapping[str, Callable[[], str]]:
        """The parts of this engine that only a restart mends -> their trouble in one sentence, empty when well."""
        lease = {} if (held := self._lease) is None else {"lease": lambda: held.trouble}
        return {"engine": lambda: self.trouble, **lease}

    @property
    def absences(self) -> Mapping[str, Callable[[], str]]:
        """The parts that a question must wait for, and that may be well again without a restart -> what is missing."""
        return {} if (held := self._lease) is None else {"lease": lambda: held.absence}

    async def finish(self, seconds: float) -> None:
        """Lets the steps under way come to their ends and no other begin; gives up on them after `seconds`."""
        for task in self._beside:
            task.cancel()  # New runs, and those of the dead, are for those who stay.
        if left := await self._in_flight.finish(seconds):
            logger.info("%d steps were not done within %.0f s; the next start does them again", left, seconds)

    async def aclose(self) -> None:
        """Lets go of the database; runs that have not ended stop where they are and go on with the next start."""
        self._closing = True
        if self._beside:
            for task in self._beside:
                if not task.cancelling():  # Whoever was told already may have something to end.
                    task.cancel()
            await asyncio.wait(self._beside, timeout=CLOSE_SECONDS)
        await self._calls.finish(CLOSE_SECONDS)
        # A cancelled step keeps no result, and a cancelled run stays pending: that is what makes it go on.
        await self._executions.stop_all()
        await asyncio.to_thread(DBOS.destroy, destroy_registry=True)
        if self._lease is not None:
            await self._lease.aclose()
        # DBOS had made its threads the loop's own, and has just ended them.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
