"""Signals -> a run that waits: kept by DBOS, delivered once."""

import logging
from typing import Any, TypedDict

from dbos import DBOS, WorkflowSerializationFormat
from dbos import error as dbos_error
from dbos._context import EnterDBOSStepCtx, snapshot_step_context
from dbos._dbos import _get_dbos_instance  # pyright: ignore[reportPrivateUsage]

from council_core.codec import from_json, to_json
from council_core.domain.question import RunId
from council_core.engine.outside import in_our_words
from council_core.engine.steps import when_the_store_is_there
from council_core.ports import Signal

logger = logging.getLogger(__name__)

SIGNALS = "signals"
"""The one topic on which a run hears from outside."""


class Letter(TypedDict):
    """A signal as a mailbox takes it, from whichever process it comes."""

    message: str
    topic: str
    idempotency_key: str
    serialization_type: WorkflowSerializationFormat


def letter(run_id: RunId, signal: Signal, key: str) -> Letter:
    """A signal -> what is put into the run's mailbox; of two with the same key the second is dropped."""
    return Letter(
        message=to_json(signal, Signal),
        topic=SIGNALS,
        idempotency_key=f"{run_id}:{key}",
        serialization_type=WorkflowSerializationFormat.PORTABLE,
    )


async def deliver(run_id: RunId, signal: Signal, key: str) -> None:
    """Puts a signal into the run's mailbox; a second one with the same key is dropped, and so is one for a run that the
    engine does not know."""
    try:
        await DBOS.send_async(run_id, **letter(run_id, signal, key))
    except dbos_error.DBOSNonExistentWorkflowError:
        logger.info("run %s is not known to the engine; signal %s dropped", run_id, signal.kind)
        return
    if (waiting := _mailboxes().get(f"{run_id}::{SIGNALS}")) is not None:
        waiting.set()


def ask_for_none() -> None:
    """Where all signals of a database come from this process: DBOS need not ask the database five times a second, for
    each run that waits, whether there is one, since `deliver` wakes the run. Once a minute it looks all the same."""
    _mailboxes().snapshot = list


def _mailboxes() -> Any:
    return _get_dbos_instance()._sys_db.notifications_map  # pyright: ignore[reportPrivateUsage]


class DurableSignals:
    """Implements `council_core.ports.Signals` for the workflow that is running."""

    async def wait(self, seconds: float) -> Signal | None:
        # Both numbers are drawn once, so that a wait which is begun anew after a trouble of the store is the same one.
        context = snapshot_step_context(reserve_sleep_id=True)
        assert context is not None, "there are no signals outside of a run"

        async def receive() -> object:
            number, database = context.function_id, _get_dbos_instance()._sys_db  # pyright: ignore[reportPrivateUsage]
            with in_our_words(), EnterDBOSStepCtx({"name": "recv"}, context):
                return await database.recv_async(context.workflow_id, number, number + 1, SIGNALS, seconds)

        message = await when_the_store_is_there(receive)
        return None if message is None else from_json(message, Signal)
