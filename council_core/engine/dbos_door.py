"""Wrap all internals of DBOS that we use: private names, its tables, the names of its threads. Written against DBOS
3.4.

`tests/contracts/test_dbos_door.py` tests each promise on which this file relies; `tests/test_layout.py` tests that no
other file uses internals.
"""

import asyncio
import json
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from datetime import UTC, datetime
from typing import LiteralString

from dbos import DBOS
from dbos._context import get_local_dbos_context
from dbos._serialization import DBOSDefaultSerializer

from council_core.domain.checkpoint import EarlierStep, StepKey
from council_core.ports import EngineSql

SIGNAL = "signal"
"""Name of the step that waits for a signal."""

SIGNALS_OF_EARLIER = "signals"
"""Topic of the mailbox in which a run of an earlier release received signals."""

# On Postgres the engine's tables have a schema of their own.
TOKENS: LiteralString = (
    "SELECT workflow_uuid, owner_xid FROM dbos.workflow_status "
    "WHERE workflow_uuid = ANY(%s) AND status = 'PENDING'"
)
OWNERS: LiteralString = (
    "SELECT DISTINCT executor_id FROM dbos.workflow_status "
    "WHERE status = 'PENDING' AND application_version = %s AND executor_id <> %s"
)


def owner_token() -> str:
    """Return DBOS's token for the calling execution. It alone fences our steps.

    Raises:
        LookupError: No workflow is running here.
    """
    context = get_local_dbos_context()
    if context is None or context.owner_xid is None:
        raise LookupError("no workflow is running here")
    return context.owner_xid


def sql_of(database_url: str) -> EngineSql:
    """Return the SQL with which the store reads DBOS's tables in this database."""
    is_sqlite = database_url.startswith("sqlite")
    schema, order = ("", "rowid") if is_sqlite else ("dbos.", "message_uuid")
    known = f"FROM {schema}workflow_status WHERE workflow_uuid = :run"
    return EngineSql(
        known=known,
        owned=f"{known} AND owner_xid = :owner",
        locked="" if is_sqlite else "FOR NO KEY UPDATE",
        earlier_steps=(
            f"SELECT function_name, output, completed_at_epoch_ms FROM {schema}operation_outputs "  # noqa: S608
            "WHERE workflow_uuid = :run AND error IS NULL AND output IS NOT NULL ORDER BY function_id"
        ),
        earlier_signals=(
            f"SELECT message_uuid, message FROM {schema}notifications WHERE destination_uuid = :run "  # noqa: S608
            f"AND topic = '{SIGNALS_OF_EARLIER}' AND NOT consumed ORDER BY created_at_epoch_ms, {order}"
        ),
    )


def refuse_pickles() -> None:
    """Make DBOS refuse pickled values, from before its launch on. Otherwise it would unpickle any row marked as
    pickled, whatever serializer is chosen, and so run code that is stored in the database."""

    def refuse(serialized_data: str) -> object:
        raise TypeError("Council reads no pickled values.")

    DBOSDefaultSerializer.deserialize = refuse


async def take_over(dead: str, version: str) -> int:
    """Hand the runs of a dead process to living ones, and return their number. DBOS resumes without checking the
    owner, so the caller must hold the lock of `dead`."""
    left = await DBOS.list_workflows_async(
        status="PENDING", executor_id=dead, app_version=version, load_input=False, load_output=False
    )
    for each in left:
        await DBOS.resume_workflow_async(each.workflow_id, queue_name=each.queue_name)
    return len(left)


def queue_thread(launch: Callable[[], object]) -> threading.Thread:
    """Launch DBOS and return the thread that resumes runs. DBOS itself restarts the threads of single queues.

    Raises:
        LookupError: There is no such thread. Errors of `launch` are raised too.
    """
    before: Collection[threading.Thread] = set(threading.enumerate())
    launch()
    for thread in threading.enumerate():
        if thread not in before and "(queue_thread)" in thread.name:
            return thread
    raise LookupError("DBOS has started no thread for its queues")


async def stop_resuming(dbos: DBOS, thread: threading.Thread, seconds: float) -> None:
    """Resume no more runs, and return once those that DBOS was handing over have ended. `DBOS.destroy` waits for
    neither: a run that begins after it finds no threads to work with, and DBOS logs that as an error.

    Args:
        dbos: A launched DBOS. Runs that begin now must end by themselves.
        thread: Its thread that resumes runs (`queue_thread`).
        seconds: Longest wait for the thread, and then for the runs.
    """
    for event in dbos.background_thread_stop_events:
        event.set()
    await asyncio.to_thread(thread.join, seconds)
    if begun := set(dbos._workflow_tasks):  # pyright: ignore[reportPrivateUsage]
        _, left = await asyncio.wait(begun, timeout=seconds)
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)


def steps_of_earlier(rows: Iterable[EarlierStep]) -> dict[StepKey, str]:
    """Return the steps that the previous release stored in DBOS's table, in today's form. This function can go one
    release later."""
    seen: Counter[str] = Counter()
    found: dict[StepKey, str] = {}
    for row in rows:
        if row.name == "DBOS.sleep":
            continue
        name, output = row.name, row.output
        if name == "DBOS.recv":
            name = SIGNAL
            output = "null" if output == "null" else f'{{"key": "", "signal": {output}}}'
        elif name.startswith("keep:") and output.startswith("["):
            # Before 2026-11-20 the step that stored a stage returned only the times of the vote.
            opened, closes = json.loads(output)
            at = datetime.fromtimestamp((row.ended or 0) / 1000, UTC).isoformat()
            output = json.dumps({"at": at, "opened": opened, "closes": closes})
        seen[name] += 1
        found[StepKey("", name, seen[name])] = output
    return found


STATES_TABLE = "workflow_status"
"""Table that exists once an engine was launched on the database."""


def states_sql(database_url: str) -> str:
    """Return the SQL that reads how DBOS sees each run: id, state, process and attempts."""
    schema = "" if database_url.startswith("sqlite") else "dbos."
    columns = "workflow_uuid AS run_id, status AS state, executor_id AS owner, recovery_attempts AS attempts"
    return f"SELECT {columns} FROM {schema}{STATES_TABLE} WHERE workflow_uuid IN :these"  # noqa: S608
