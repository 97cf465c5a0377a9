"""Execute runs durably: DBOS executes each run to its end, in this process or another; wait for the end of a run."""

import asyncio
import logging
import threading
from collections.abc import Callable, Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from dbos import DBOS
from dbos import error as dbos_error

from council_core.admission import RunQueue
from council_core.domain.question import RunId
from council_core.engine.dbos_door import queue_thread, refuse_pickles, sql_of, stop_resuming
from council_core.engine.dbos_setup import SIGNAL_POLL_SECONDS, configuration, log_with_the_process
from council_core.engine.executions import Executions
from council_core.engine.in_flight import InFlight
from council_core.engine.ingress import Announce, register_ingress_requests, serve_ingress_requests
from council_core.engine.lease import Lease
from council_core.engine.notices import Notices
from council_core.engine.records import UNDER_WAY, RunningRecords, version_of
from council_core.engine.runs import EndingStory, RunTasks, Story
from council_core.engine.signals import Waiting, sent
from council_core.engine.supervisor import BackgroundTasks, Supervisor
from council_core.engine.takeover import Takeover
from council_core.engine.tries import GiveUp
from council_core.engine.without_step_context import (
    EngineCalls,
    started_among,
    status_of,
    without_step_context,
)
from council_core.errors import StoreUnavailable, UnknownRun
from council_core.outage import cause_of, when_the_store_is_there
from council_core.ports import Checkpoints, Observer, Signal, Steps, nobody

logger = logging.getLogger(__name__)

CLOSE_SECONDS = 5.0

CANCELLED_SECONDS = 2.0
"""Seconds between two looks for runs that another program cancelled, on a database that sends no notices."""

QUEUES_STAND_STILL = "A thread of the engine has died: no run is resumed. Restart this process."


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


async def nothing_to_tell(run_id: RunId, steps: Steps) -> None:
    """Announce nothing at the end of a run."""


async def nobody_gives_up(run_id: RunId) -> None:
    """Give up no run: without a store to mark it in, the run is tried again."""


def unheard(run_id: RunId) -> None:
    """Tell nobody about a change of a run."""


async def _always() -> None:
    """Return at once, because no other process can take over the runs of this one."""


async def _stop_cancelled(notices: Notices) -> None:
    """Look for runs that another program cancelled in the SQLite file. Raises StoreUnavailable."""
    while True:
        await asyncio.sleep(CANCELLED_SECONDS)
        await notices.stop_cancelled()


async def _migrate(database_url: str) -> None:
    """Create or update the engine's tables. Two processes that start at once wait for each other in a thread; a
    blocked loop would look dead. Raises StoreUnavailable."""
    try:
        await asyncio.to_thread(DBOS.migrate, database_url)
    except Exception as error:
        raise StoreUnavailable("engine_unusable", cause=cause_of(error)) from error


async def _destroy(dbos: DBOS | None, thread: threading.Thread | None) -> None:
    """Disconnect DBOS after the threads that hand over runs, if it was launched."""
    if dbos is not None and thread is not None:
        await stop_resuming(dbos, thread, CLOSE_SECONDS)
    # DBOS had replaced the loop's executor by its own, which it shuts down now. What closes next needs one, also if a
    # database that hangs keeps this call from its end.
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
    await asyncio.to_thread(DBOS.destroy, destroy_registry=True)


class DurableEngine:
    """Implements `council_core.ports.Engine`. DBOS allows one per process."""

    def __init__(
        self,
        *,
        database_url: str,
        executor: str,
        checkpoints: Checkpoints,
        family: str = "serve",
        lease: Lease | None = None,
        write_lock: "Lock | None" = None,
        queue: RunQueue | None = None,
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
            queue: Queue in which runs wait, and from which this worker claims runs to start; without it, this process
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
        self._executions, self._calls = Executions(), EngineCalls()
        self.records = RunningRecords(self._calls, self._executions, self._journal)
        self._ends = RunEnds(queue)
        self._dbos: DBOS | None = None
        self._thread: threading.Thread | None = None
        self._run_tasks: RunTasks | None = None
        self._lease = lease
        self._beside = BackgroundTasks(supervisor or Supervisor(observe))
        self._executor, self._queue = executor, queue
        self._strays = set[RunId]()  # Runs found to be neither started nor in the queue.
        self._takeover = None
        if lease is not None:
            claimants = queue.claimants if queue else None
            watched = {"database_url": database_url, "executor": executor, "version": version}
            self._takeover = Takeover(**watched, claimants=claimants, handed=self._hand_over, observe=observe)

    async def launch(
        self,
        story: Story,
        *,
        ending: EndingStory = nothing_to_tell,
        announce: Announce | None = None,
        changed: Callable[[RunId], None] = unheard,
        lost: Callable[[RunId], None] = unheard,
        followed: Callable[[RunId], None] = unheard,
        give_up: GiveUp = nobody_gives_up,
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
            followed: Called with a run that somebody follows from now on, so that its growing verdict is sent there.
            give_up: Marks a run as stopped that was resumed again and again without progress.
            platforms: Platforms whose questions this process starts when other processes store them.

        Raises:
            StoreUnavailable: The database cannot be used.
        """
        notices = self.notices = self._notices(changed=changed, lost=lost, followed=followed)
        if self._lease is not None:
            await _migrate(self._url)
            # The lock comes first: without it other processes could take over the runs executed under this name.
            await self._lease.begin(notices, self._beside.supervisor)
        refuse_pickles()
        self._dbos = DBOS(config=self._config)
        log_with_the_process()
        run_tasks = self._run_tasks = RunTasks(
            story=story,
            ending=ending,
            journal=self._journal,
            waiting=self._waiting,
            in_flight=self._in_flight,
            executions=self._executions,
            lost=notices.let_go,
            give_up=give_up,
        )
        run_tasks.register()
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
            raise StoreUnavailable("engine_unusable", cause=cause_of(error)) from error
        self._begin_background_tasks(notices, frozenset(platforms))

    def _notices(self, **told: Callable[[RunId], None]) -> Notices:
        return Notices(
            executor=self._executor,
            executions=self._executions,
            waiting=self._waiting,
            journal=self._journal,
            queue=self._queue,
            stop=self._stop,
            gone=self._takeover.gone if self._takeover else None,
            **told,
        )

    def _begin_background_tasks(self, notices: Notices, platforms: frozenset[str]) -> None:
        if self._takeover is not None:
            self._beside.begin("takeover", self._takeover.watch)
        else:
            self._beside.begin("cancellations", lambda: _stop_cancelled(notices))
        if (queue := self._queue) is not None:
            ours = self._lease.acquired if self._lease is not None else _always
            self._beside.begin("queue", lambda: queue.work(self._start, platforms, ours))
            self._beside.begin("queue sweep", lambda: queue.look_after(self._known))

    def executes(self, run_id: RunId) -> bool:
        """Tell whether this process executes the run now and therefore draws its card."""
        return run_id in self._executions

    async def start(self, run_id: RunId) -> None:
        """See `council_core.ports.Engine`. A run in the queue is started by the worker that claims it. Raises
        StoreUnavailable."""
        if self._queue is None:
            await self._start(run_id)
        elif run_id in self._strays:
            self._strays.discard(run_id)
            await self._queue.rejoin(run_id)
        else:
            self._queue.wake()

    async def _start(self, run_id: RunId) -> None:
        assert self._run_tasks is not None, "launch() comes first"
        await self._calls.make(self._run_tasks.begin(run_id))

    async def unstarted(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        """See `council_core.ports.Engine`. Raises StoreUnavailable."""
        others = [run_id for run_id in run_ids if run_id not in self._executions]
        if others and self._queue is not None:
            # The queue's own check finds these.
            in_queue = await self._queue.among(others)
            others = [run_id for run_id in others if run_id not in in_queue]
        started = await self._known(others) if others else ()
        unstarted = [run_id for run_id in others if run_id not in started]
        self._strays = set(unstarted)
        return unstarted

    async def _known(self, run_ids: Collection[RunId]) -> Collection[str]:
        return await self._calls.make(started_among(run_ids))

    async def _hand_over(self, gone: str) -> None:
        if self._queue is not None:
            await self._queue.take_over(gone, self._known)

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        """See `council_core.ports.Engine`. Raises StoreUnavailable."""
        if await self._journal.send(run_id, sent(signal, key)):
            self._waiting.wake(run_id)
        else:
            logger.info("run %s is not known; signal %s dropped", run_id, signal.kind)

    async def cancel(self, run_id: RunId) -> None:
        """See `council_core.ports.Engine`."""
        # Other processes hear of the cancellation from the store, and a later one reads it there.
        self._stop(run_id)

    def _stop(self, run_id: RunId) -> None:
        if self._run_tasks is not None:
            self._run_tasks.stop(run_id)

    async def resume(self, run_id: RunId) -> None:
        """Resume an interrupted run that no living process executes, or start one that was never begun."""
        try:
            await self._calls.make(DBOS.resume_workflow_async(run_id))
        except dbos_error.DBOSNonExistentWorkflowError:
            await self._start(run_id)

    async def finished(self, run_id: RunId) -> None:
        """See `council_core.ports.Engine`. Raises StoreError where the run cannot go on in this process."""
        await without_step_context(self._ends.reached(run_id, self._run_tasks))

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
        self._beside.cancel()  # New runs, and those of dead processes, go to processes that stay.
        if left := await self._in_flight.finish(seconds):
            logger.info("%d steps were not done within %.0f s; the next start does them again", left, seconds)

    async def aclose(self) -> None:
        """Disconnect from the database; unfinished runs stop where they are and are resumed at the next start."""
        self._ends.close()
        await self._beside.aclose(CLOSE_SECONDS)
        await self._calls.finish(CLOSE_SECONDS)
        # A cancelled step stores no result, and a cancelled run stays pending, so it is resumed later.
        await self._executions.stop_all()
        await _destroy(self._dbos, self._thread)
        if self._lease is not None:
            await self._lease.aclose()
