"""Requests of an ingress process to a worker: post an event in a run's thread."""

from collections.abc import Awaitable, Callable

from dbos import DBOS, EnqueueOptions, WorkflowSerializationFormat

from council_core.codec import from_json, to_json
from council_core.domain.events import Event
from council_core.domain.question import RunId
from council_core.engine.in_flight import InFlight
from council_core.outage import when_the_store_is_there

Announce = Callable[[RunId, Event], Awaitable[None]]

ERRAND = "council_errand"
QUEUE = "council_errands"
POLL_SECONDS = 0.5
AT_ONCE = 20
"""Requests handled at once in one process."""


def register_ingress_requests(announce: Announce, in_flight: InFlight) -> None:
    """Make this process able to handle these requests. Call it before DBOS is launched."""

    async def council_errand(run_id: str, event: object) -> None:
        async with in_flight.one():
            # This needs no step, because announcing the same event twice posts it once.
            await when_the_store_is_there(lambda: announce(RunId(run_id), from_json(event, Event)))

    DBOS.workflow(
        name=ERRAND, serialization_type=WorkflowSerializationFormat.PORTABLE, max_recovery_attempts=None
    )(council_errand)


async def serve_ingress_requests() -> None:
    """Start handling these requests in this process. Call it after DBOS is launched."""
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
