"""The engine of an ingress process: it passes everything to workers, by the store and by a queue, such as the request
to post an event in a run's thread."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import TypeVar

from dbos import DBOS, DBOSClient, DBOSPortableJSONSerializer, EnqueueOptions, WorkflowSerializationFormat

from council_core.codec import from_json, to_json
from council_core.domain.events import Event
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import Progress
from council_core.engine.dbos_door import sql_of
from council_core.engine.dbos_setup import SIGNAL_POLL_SECONDS
from council_core.engine.in_flight import InFlight
from council_core.engine.records import UNDER_WAY, version_of
from council_core.engine.signals import sent
from council_core.errors import StoreUnavailable, UnknownRun
from council_core.outage import cause_of, when_the_store_is_there
from council_core.ports import Checkpoints, Signal

Announce = Callable[[RunId, Event], Awaitable[None]]

ERRAND = "council_errand"
QUEUE = "council_errands"
POLL_SECONDS = 0.5
AT_ONCE = 20
"""Requests handled at once in one process."""


def register_ingress_requests(announce: Announce, in_flight: InFlight) -> None:
    """Register the workflow that handles requests of ingress processes. Call it before DBOS is launched."""

    async def council_errand(run_id: str, event: object) -> None:
        async with in_flight.one():
            # This needs no step, because announcing the same event twice posts it once.
            await when_the_store_is_there(lambda: announce(RunId(run_id), from_json(event, Event)))

    DBOS.workflow(
        name=ERRAND, serialization_type=WorkflowSerializationFormat.PORTABLE, max_recovery_attempts=None
    )(council_errand)


async def serve_ingress_requests() -> None:
    """Start handling requests of ingress processes here. Call it after DBOS is launched."""
    await DBOS.register_queue_async(QUEUE, worker_concurrency=AT_ONCE, polling_interval_sec=POLL_SECONDS)


def ingress_request(
    run_id: RunId, event: Event, *, version: str
) -> tuple[EnqueueOptions, tuple[object, ...]]:
    """Return the options and arguments for enqueueing a request. The same event again is the same request."""
    part = f":{event.digest}" if event.kind == "run_exported" else ""
    options: EnqueueOptions = {
        "workflow_name": ERRAND,
        "queue_name": QUEUE,
        "workflow_id": f"{run_id}:{event.kind}{part}",
        "app_version": version,
        "serialization_type": WorkflowSerializationFormat.PORTABLE,
    }
    return options, (run_id, to_json(event, Event))


T = TypeVar("T")


class IngressEngine:
    """Implements `council_core.ports.Engine` and `Announcer` on a Postgres, without executing runs itself."""

    def __init__(self, *, database_url: str, checkpoints: Checkpoints, family: str = "serve") -> None:
        """
        Args:
            database_url: The engine's view of the database (`storage.database.engine_url`).
            checkpoints: Stores steps and signals.
            family: Family of the runs.
        """
        self._url = database_url
        self._journal = checkpoints.beside(sql_of(database_url))
        self._version = version_of(family)
        self._opened: DBOSClient | None = None

    async def launch(self) -> None:
        """Connect, and create the engine's tables where they are missing.

        Raises:
            StoreUnavailable: The database cannot be used.
        """

        def connect() -> DBOSClient:
            DBOS.migrate(self._url)
            return DBOSClient(
                system_database_url=self._url,
                serializer=DBOSPortableJSONSerializer(),
                application_name="council",
                # A person waits for the reply, so an unreachable database must fail at once.
                retry_connection_errors=False,
            )

        self._opened = await self._ask(connect)

    async def start(self, run_id: RunId) -> None:
        """Do nothing: the store notifies the workers, and they also look for runs that they missed."""

    async def unstarted(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        """Return none: workers find the runs that were not started."""
        return ()

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        await self._journal.send(run_id, sent(signal, key))

    async def cancel(self, run_id: RunId) -> None:
        """Do nothing: the store notifies the worker that executes the run, and a later one reads it there."""

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """Stop these runs and delete their steps and signals (`council_core.retention.EngineRecords`)."""
        await self._ask(lambda: self._client.cancel_workflows(list(run_ids)))
        await self._ask(lambda: self._client.delete_workflows(list(run_ids), delete_children=True))
        await self._journal.delete(run_ids)

    async def resume(self, run_id: RunId) -> None:
        """Make a worker resume an interrupted run that no living process executes."""
        await self._ask(lambda: self._client.resume_workflow(run_id))

    async def finished(self, run_id: RunId) -> None:
        while True:
            found = await self._ask(
                lambda: self._client.list_workflows(
                    workflow_ids=[run_id], load_input=False, load_output=False
                )
            )
            if not found:
                raise UnknownRun(run_id)
            if found[0].status not in UNDER_WAY:
                return
            await asyncio.sleep(SIGNAL_POLL_SECONDS)

    async def announce(self, run_id: RunId, event: Event) -> None:
        options, arguments = ingress_request(run_id, event, version=self._version)

        def put() -> None:
            self._client.enqueue(options, *arguments)

        await self._ask(put)

    def progress(self, run_id: RunId, event: Progress) -> None:
        """Do nothing: the worker that executes the run shows its progress."""

    def kept(self, run: Run) -> None:
        """Do nothing: no run is executed in this process."""

    async def unreadable(self, run_id: RunId) -> str:
        """Return an empty text: no run pays for anything in this process."""
        return ""

    @property
    def troubles(self) -> Mapping[str, Callable[[], str]]:
        """Return the engine without a trouble: nothing runs here that only a restart could repair."""
        return {"engine": lambda: ""}

    @property
    def absences(self) -> Mapping[str, Callable[[], str]]:
        """Return none: no run is executed here."""
        return {}

    async def finish(self, seconds: float) -> None:
        """Do nothing: no step is done here."""

    async def aclose(self) -> None:
        """Disconnect from the database."""
        if self._opened is not None:
            await asyncio.to_thread(self._opened.destroy)

    @property
    def _client(self) -> DBOSClient:
        assert self._opened is not None, "launch() comes first"
        return self._opened

    async def _ask(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.to_thread(work)
        except Exception as error:
            raise StoreUnavailable("engine_unusable", cause=cause_of(error)) from error
