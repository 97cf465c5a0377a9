"""Errands: what a process that only receives wants said in a run's thread, done by one that works."""

from collections.abc import Awaitable, Callable

from dbos import DBOS, EnqueueOptions, WorkflowSerializationFormat

from council_core.codec import from_json, to_json
from council_core.domain.events import Event
from council_core.domain.question import RunId
from council_core.engine.in_flight import InFlight
from council_core.engine.steps import when_the_store_is_there

Announce = Callable[[RunId, Event], Awaitable[None]]

ERRAND = "council_errand"
QUEUE = "council_errands"
POLL_SECONDS = 0.5
AT_ONCE = 20
"""In one process."""


def register_ingress_requests(announce: Announce, in_flight: InFlight) -> None:
    """Makes this process able to do errands. Before DBOS is launched."""

    async def council_errand(run_id: str, event: object) -> None:
        async with in_flight.one():
            # No step: announcing the same twice says it once.
            await when_the_store_is_there(lambda: announce(RunId(run_id), from_json(event, Event)))

    DBOS.workflow(
        name=ERRAND, serialization_type=WorkflowSerializationFormat.PORTABLE, max_recovery_attempts=None
    )(council_errand)


async def serve_ingress_requests() -> None:
    """Has this process do errands from now on. After DBOS is launched."""
    await DBOS.register_queue_async(QUEUE, worker_concurrency=AT_ONCE, polling_interval_sec=POLL_SECONDS)


def ingress_request(
    run_id: RunId, event: Event, *, version: str
) -> tuple[EnqueueOptions, tuple[object, ...]]:
    """How to enqueue one, and with which arguments. The same event again is the same request."""
    part = f":{event.digest}" if event.kind == "run_exported" else ""
    options: EnqueueOptions = {
        "workflow_name": ERRAND,
        "queue_name": QUEUE,
        "workflow_id": f"{run_id}:{event.kind}{part}",
        "app_version": version,
        "serialization_type": WorkflowSerializationFormat.PORTABLE,
    }
    return options, (run_id, to_json(event, Event))
