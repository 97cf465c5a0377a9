"""Execute runs durably: DBOS executes each run to its end, in this process or another."""

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

CANCELLED_SECONDS = 2.0
"""Seconds between two looks for runs that another program cancelled, where the database tells nobody of them."""

QUEUES_STAND_STILL = "A thread of the engine has died: no run is resumed. Restart this process."


async def nothing_to_tell(run_id: RunId, steps: Steps) -> None:
    """Announce nothing at the end of a run."""


async def nobody_gives_up(run_id: RunId) -> None:
    """Give up no run: without a store to mark it in, the run is tried again."""


async def _always() -> None:
    """Return at once, because no other process can take over the runs of this one."""


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
            executor: Name of this process among all that share the database. A process resumes the runs left under
                its name, so two living processes must never share one.
            checkpoints: Stores steps and signals.
            family: Processes resume only runs of their own family: a terminal has no Slack to post to.
            lease: The lease of this process, where several share a Postgres. The process then takes runs from the
                queue, and takes over the runs of dead processes.
            write_lock: Lock for turns at writing to an SQLite file, shared with all other writers in this process.
            line: Queue in which runs wait, and from which this worker claims runs to start; without it, this process
                starts every run it is given.
            observe: Told about takeovers of runs.
            supervisor: Restarts the background tasks of this process; a new one unless given.
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
        """Runs found to be neither started nor in the queue."""

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
        """Connect, and resume every run left under this executor's name.

        Args:
            story: Executes one run from its beginning to its end.
            ending: Announces the end of a run that was stopped here in the middle.
            announce: Posts an event in a run's thread on behalf of an ingress process.
            changed: Called with a run that must be read again: people voted through another process, or its place
                accepts posts again.
            lost: Called with a run that another process owns by now, so that edits waiting here are dropped.
            give_up: Marks a run as stopped that was resumed again and again without progress.
            platforms: Platforms whose questions this process starts when other processes store them.

        Raises:
            StoreUnavailable: The database cannot be used.
        """
        self._changed, self._lost = changed or self._changed, lost or self._lost
        self._platforms = frozenset(platforms)
        if self._lease is not None:
            try:
                # Two processes that start at once wait for each other in a thread; a blocked loop would look dead.
                await asyncio.to_thread(DBOS.migrate, self._url)
            except Exception as error:
                raise StoreUnavailable(f"The engine cannot use the database: {error}") from error
            # The lock comes first: without it other processes could take over the runs executed under this name.
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
        else:
            self._kept_up("cancellations", self._stop_cancelled)
        if (line := self._line) is not None:
            ours = self._lease.acquired if self._lease is not None else _always
            self._kept_up("line", lambda: line.work(self._start, self._platforms, ours))
            self._kept_up("line sweep", lambda: line.look_after(self._known))

    def _kept_up(self, name: str, work: Callable[[], Awaitable[None]]) -> "asyncio.Task[None]":
        task = asyncio.create_task(self._supervisor.keep(name, work), name=name)
        self._beside.add(task)
        return task

    async def _stop_cancelled(self) -> None:
        """Look for runs that another program cancelled in the SQLite file. Raises StoreUnavailable."""
        while True:
            await asyncio.sleep(CANCELLED_SECONDS)
            for run_id in await self._journal.cancelled(self._executions.run_ids):
                await self.cancel(run_id)

    def carries(self, run_id: RunId) -> bool:
        """Tell whether this process executes the run now and therefore draws its card."""
        return run_id in self._executions

    async def on_acquired(self, connection: Connection) -> None:
        """Stop lost runs, and read again everything that may have been missed: see `lease.LeaseHolder`."""
        for run_id in await self._executions.stop_lost(connection):
            self._let_go(run_id)
        # Signals, votes and cancellations went unnoticed while the connection was lost.
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
        """Act on a notice: see `lease.LeaseHolder`."""
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
                self._lost(RunId(subject))  # Its posts are replaced, and no edit of ours may follow.
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
                pass  # The run is not executed here.
            case "lives" | "carries":
                pass  # Heartbeats, of this version and of earlier ones.
            case _:
                logger.info("a notice of another version is ignored: %s %s", what, detail)

    async def start(self, run_id: RunId) -> None:
        """See `council_core.ports.Engine`. A run in the queue is started by the worker that claims it. Raises
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
            # The queue's own check finds these.
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
        # Other processes hear of the cancellation from the store, and a later one reads it there.
        if self._run_tasks is not None:
            self._run_tasks.stop(run_id)

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """Stop these runs and delete their steps and signals (`council_core.retention.EngineRecords`).

        Raises:
            StoreUnavailable: The database cannot be used.
        """
        for run_id in run_ids:
            await self._calls.make(DBOS.cancel_workflow_async(run_id))
            # DBOS would stop the run only at its next step, and a run that waits for votes has none for minutes.
            self._executions.stop(run_id)
        # Later writes would outlive the deletion.
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
        # Our tables first: as long as DBOS knows the run, the next call finds it again.
        await self._journal.delete(run_ids)
        await self._calls.make(DBOS.delete_workflows_async(list(run_ids)))

    async def resume(self, run_id: RunId) -> None:
        """Resume an interrupted run that no living process executes, or start one that was never begun."""
        try:
            await self._calls.make(DBOS.resume_workflow_async(run_id))
        except dbos_error.DBOSNonExistentWorkflowError:
            await self._begin(run_id)

    async def finished(self, run_id: RunId) -> None:
        """See `council_core.ports.Engine`. Raises StoreError where the run cannot go on in this process."""
        was_here = self._run_tasks is not None and await self._run_tasks.over(run_id)
        # A run whose story has ended here is only waiting to be marked as ended.
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
        """Tell whether the run is in the queue and not known to the engine yet."""
        line = self._line
        if line is None:
            return False
        if await when_the_store_is_there(lambda: line.among([run_id])):
            return True
        # The run may have started and ended between the two reads.
        return await when_the_store_is_there(lambda: status_of(run_id)) is not None

    @property
    def trouble(self) -> str:
        """Say in one sentence what keeps runs from going on; empty when nothing does."""
        if self._thread is None:
            return "The engine has not been launched."
        return "" if self._thread.is_alive() else QUEUES_STAND_STILL

    @property
    def troubles(self) -> Mapping[str, Callable[[], str]]:
        """Return the parts of this engine that only a restart repairs, each with its trouble in one sentence, empty
        when well."""
        lease = {} if (held := self._lease) is None else {"lease": lambda: held.trouble}
        return {"engine": lambda: self.trouble, **lease}

    @property
    def absences(self) -> Mapping[str, Callable[[], str]]:
        """Return the parts that new questions must wait for and that may recover without a restart, each with what is
        missing."""
        return {} if (held := self._lease) is None else {"lease": lambda: held.absence}

    async def finish(self, seconds: float) -> None:
        """Let the steps under way finish and no other begin; give up on them after `seconds`."""
        for task in self._beside:
            task.cancel()  # New runs, and those of dead processes, go to processes that stay.
        if left := await self._in_flight.finish(seconds):
            logger.info("%d steps were not done within %.0f s; the next start does them again", left, seconds)

    async def aclose(self) -> None:
        """Disconnect from the database; unfinished runs stop where they are and are resumed at the next start."""
        self._closing = True
        if self._beside:
            for task in self._beside:
                if not task.cancelling():  # A task that is being cancelled already may be cleaning up.
                    task.cancel()
            await asyncio.wait(self._beside, timeout=CLOSE_SECONDS)
        await self._calls.finish(CLOSE_SECONDS)
        # A cancelled step stores no result, and a cancelled run stays pending, so it is resumed later.
        await self._executions.stop_all()
        await asyncio.to_thread(DBOS.destroy, destroy_registry=True)
        if self._lease is not None:
            await self._lease.aclose()
        # DBOS had replaced the loop's executor by its own, which it has just shut down.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
