"""A story -> a durable one: DBOS carries each run to its end, in this process or the next."""

import asyncio
import logging
from collections.abc import Callable, Collection, Coroutine
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

from dbos import DBOS, SetWorkflowID, WorkflowSerializationFormat
from dbos import error as dbos_error

from council_core.domain.question import RunId
from council_core.engine.carried import Carried
from council_core.engine.dbos_setup import SIGNAL_POLL_SECONDS, configuration, log_with_the_process
from council_core.engine.errands import Announce, register_errands, take_errands
from council_core.engine.in_flight import InFlight
from council_core.engine.names import RUN, UNDER_WAY, version_of
from council_core.engine.outside import Requests, outside, started_among, status_of
from council_core.engine.presence import Connection, Presence
from council_core.engine.signals import ask_for_none, deliver
from council_core.engine.spread import Spread
from council_core.engine.steps import Checkpoints, when_the_store_is_there
from council_core.engine.takeover import Takeover
from council_core.engine.tales import Ending, Story, Tales
from council_core.engine.threads import Threads
from council_core.errors import StoreUnavailable, UnknownRun
from council_core.ports import Observer, Signal, Steps, nobody

logger = logging.getLogger(__name__)

CLOSE_SECONDS = 5.0


async def nothing_to_tell(run_id: RunId, steps: Steps) -> None:
    """The ending of a run of which nobody hears."""


class DurableEngine:
    """Implements `council_core.ports.Engine`. One per process, since DBOS is one per process."""

    def __init__(
        self,
        *,
        database_url: str,
        executor: str,
        checkpoints: Checkpoints,
        family: str = "serve",
        presence: Presence | None = None,
        write_lock: "Lock | None" = None,
        load: Callable[[], int] | None = None,
        observe: Observer = nobody,
    ) -> None:
        """
        Args:
            database_url: The engine's view of the database (`storage.database.engine_url`).
            executor: Names this process among all that share the database. Whoever starts under a name takes up
                the runs that were left under it, so two living processes must never share one.
            checkpoints: What runs have behind them.
            family: Processes take up only runs of their own family: a terminal has no Slack to post to.
            presence: Where several processes share a Postgres: says that this one lives. It then takes from the
                queue, and takes over the runs of those that live no more.
            write_lock: Whose turn it is to write to an SQLite file, shared with whoever else writes in this process.
            load: How many runs of this process deliberate or wait; by default how many it carries.
            observe: Told of runs that are taken over.
        """
        version = version_of(family)
        self._url = database_url
        self._config = configuration(database_url, executor=executor, version=version, write_lock=write_lock)
        self._checkpoints = checkpoints
        self._in_flight = InFlight(presence.held if presence else None)
        self._carried = Carried()
        self._closing = False
        self._threads: Threads | None = None
        self._tales: Tales | None = None
        self._workflow: Callable[[str], Coroutine[object, object, None]] | None = None
        self._presence = presence
        self._spread = Spread(
            executor, take=self._start_unless_started, load=load or (lambda: len(self._carried))
        )
        self._beside: set[asyncio.Task[None]] = set()
        self._watching: asyncio.Task[None] | None = None
        self._requests = Requests()
        self._platforms: frozenset[str] = frozenset()
        self._changed: Callable[[RunId], None] = lambda run_id: None
        self._lost: Callable[[RunId], None] = lambda run_id: None
        takeover = Takeover(database_url=database_url, executor=executor, version=version, observe=observe)
        self._takeover = takeover if presence else None

    async def launch(
        self,
        story: Story,
        *,
        ending: Ending = nothing_to_tell,
        announce: Announce | None = None,
        changed: Callable[[RunId], None] | None = None,
        lost: Callable[[RunId], None] | None = None,
        platforms: Collection[str] = (),
    ) -> None:
        """Connects, and takes up every run that was left under this executor's name.

        Args:
            story: Tells one run from its beginning to its end.
            ending: Tells what there is to tell of a run that is stopped here in the middle of its story.
            announce: Says what a process that only receives wants said in a run's thread.
            changed: Told which run is to be looked at anew: people voted by way of another process.
            lost: Told which run is another process's by now: whatever this one still had to draw of it is old.
            platforms: Whose questions this process starts when it hears of them from others.

        Raises:
            StoreUnavailable: The database cannot be used.
        """
        self._changed, self._lost = changed or self._changed, lost or self._lost
        self._platforms = frozenset(platforms)
        if self._presence is not None:
            try:
                # Two that start at once wait for each other here, and not in the loop, which would look dead.
                await asyncio.to_thread(DBOS.migrate, self._url)
            except Exception as error:
                raise StoreUnavailable(f"The engine cannot use the database: {error}") from error
            # Before anything is carried under this name: without the lock it would be others' to take.
            await self._presence.begin(self)
        DBOS(config=self._config)
        log_with_the_process()
        tales = self._tales = Tales(
            story=story,
            ending=ending,
            checkpoints=self._checkpoints,
            in_flight=self._in_flight,
            carried=self._carried,
            lost=self._let_go,
        )

        async def council_run(run_id: str) -> None:
            await tales.carry(RunId(run_id))

        self._workflow = DBOS.workflow(name=RUN, serialization_type=WorkflowSerializationFormat.PORTABLE)(
            council_run
        )
        if announce is not None:
            register_errands(announce, self._checkpoints, self._in_flight)
        try:
            # Inside the running loop, so that recovered runs use this loop and its clients.
            self._threads = Threads(DBOS.launch)
            if self._url.startswith("sqlite"):
                ask_for_none()
            if self._takeover is not None:
                await take_errands()
        except Exception as error:
            if self._presence is not None:
                await self._presence.aclose()
            raise StoreUnavailable(f"The engine cannot use the database: {error}") from error
        if self._takeover is not None:
            self._watching = asyncio.create_task(self._takeover.watch(), name="takeover")
            self._beside.add(self._watching)
            self._beside.add(asyncio.create_task(self._spread.work(), name="questions"))

    def carries(self, run_id: RunId) -> bool:
        """Whether this process carries the run now, so that its card is this process's to draw."""
        return run_id in self._carried

    async def kept(self, connection: Connection) -> None:
        """See `presence.Holder`."""
        for run_id in await self._carried.stop_lost(connection):
            self._let_go(run_id)
        # Nobody heard of votes, nor of these, while the connection was lost.
        for run_id in self._carried.run_ids:
            self._changed(run_id)
        for run_id in await self._checkpoints.cancelled(self._carried.run_ids):
            await self.cancel(run_id)

    def _let_go(self, run_id: RunId) -> None:
        logger.warning("run %s was cancelled, or taken over, by another process", run_id)
        self._lost(run_id)

    def sign(self) -> str:
        """See `presence.Holder`."""
        return f"carries {self._spread.sign}"

    def heard(self, subject: str, what: str, detail: str) -> None:
        """See `presence.Holder`."""
        match what:
            case "asked" if detail in self._platforms:
                self._spread.asked(RunId(subject))
            case "cancelled" if self._tales is not None:
                self._tales.stop(RunId(subject))
            case "voted" if subject in self._carried:
                self._changed(RunId(subject))
            case "carries":
                self._spread.carries(subject, int(detail))
            case "gone" if self._takeover is not None:
                self._takeover.gone(subject)
            case _:
                pass

    async def _start_unless_started(self, run_id: RunId) -> None:
        if await self._requests.make(DBOS.get_workflow_status_async(run_id)) is None:
            await self._start(run_id)

    async def start(self, run_id: RunId) -> None:
        """See `council_core.ports.Engine`. Where others work too, the one with most room takes it, as soon as all have
        heard of it. Raises StoreUnavailable."""
        if not self._spread.offer(run_id):
            await self._start(run_id)

    async def _start(self, run_id: RunId) -> None:
        async def begin() -> None:
            assert self._workflow is not None, "launch() comes first"
            with SetWorkflowID(run_id):
                await DBOS.start_workflow_async(self._workflow, run_id)

        await self._requests.make(begin())

    async def unstarted(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        """See `council_core.ports.Engine`. Raises StoreUnavailable."""
        others = [run_id for run_id in run_ids if run_id not in self._carried]
        started = await self._requests.make(started_among(others)) if others else frozenset[str]()
        return [run_id for run_id in others if run_id not in started]

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        """See `council_core.ports.Engine`. Raises StoreUnavailable."""
        await self._requests.make(deliver(run_id, signal, key))

    async def cancel(self, run_id: RunId) -> None:
        # Where others carry it they have heard of it from the store; whoever takes it up finds it there.
        if self._tales is not None:
            self._tales.stop(run_id)

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """Stops these runs and deletes their steps and signals (`council_core.retention.EngineRecords`).

        Raises:
            StoreUnavailable: The database cannot be used.
        """
        for run_id in run_ids:
            await self._requests.make(DBOS.cancel_workflow_async(run_id))
            # DBOS would see it at the next step; a run that waits for votes has none for minutes.
            self._carried.stop(run_id)
        # What they still write would outlive them.
        await self._carried.stopped(run_ids)
        await self._requests.make(DBOS.delete_workflows_async(list(run_ids), delete_children=True))

    async def resume(self, run_id: RunId) -> None:
        """Goes on with a run that was interrupted and that no living process carries, or that was never begun."""
        try:
            await self._requests.make(DBOS.resume_workflow_async(run_id))
        except dbos_error.DBOSNonExistentWorkflowError:
            await self._start(run_id)

    async def finished(self, run_id: RunId) -> None:
        """See `council_core.ports.Engine`. Raises StoreError where it cannot go on in this process."""
        was_here = self._tales is not None and await self._tales.over(run_id)
        # Once its story is told, a run here is only about to be marked as ended.
        await outside(
            self._marked(run_id, poll=SIGNAL_POLL_SECONDS / 10 if was_here else SIGNAL_POLL_SECONDS)
        )

    async def _marked(self, run_id: RunId, *, poll: float) -> None:
        while not self._closing:
            if self._tales is not None:
                self._tales.check(run_id)
            status = await when_the_store_is_there(lambda: status_of(run_id))
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
        self._spread.leave()
        if self._watching is not None:
            self._watching.cancel()  # Runs of the dead are for those who stay.
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
        await self._requests.finish(CLOSE_SECONDS)
        # A cancelled step keeps no result, and a cancelled run stays pending: that is what makes it go on.
        await self._carried.stop_all()
        await asyncio.to_thread(DBOS.destroy, destroy_registry=True)
        if self._presence is not None:
            await self._presence.aclose()
        # DBOS had made its threads the loop's own, and has just ended them.
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor())
