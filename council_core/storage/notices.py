"""Notify followers of changes to a run, in the commit that stores the change."""

from sqlalchemy import Connection, String, bindparam, func, select

from council_core.domain.question import RunId
from council_core.storage import tables
from council_core.storage.database import CHANGED

CHANGES = "council_changes"
"""Postgres channel on which every process hears of changes, as `RUN WHAT PLATFORM`, because a person may use another
process than the one that executes the run.

WHAT is `asked`, `kept` (stored), `left` (it asks no model any more), `voted`, `signal`, `reopened` (its place accepts
posts again), `followed` (somebody follows it and wants to see the growing verdict), `cancelled` or `deleted`; the queue
adds `RUN admitted WORKER`. A process ignores unknown words.
"""

FOLLOWED = "followed"

DRAFTS = "council_drafts"
"""Postgres channel that carries growing verdicts, as `RUN TEXT`. They are not stored."""

MOST_DRAFT_BYTES = 7_000
"""Most bytes of a verdict that is sent; Postgres accepts notices of less than 8,000 bytes."""

TOLD = select(
    func.pg_notify(CHANGES, tables.runs.c.id + bindparam("what", type_=String) + tables.runs.c.platform)
).where(tables.runs.c.id == bindparam("this"))


def send_draft(connection: Connection, run_id: RunId, draft: str) -> None:
    """Send the beginning of a growing verdict to followers in other processes; do nothing on SQLite."""
    if connection.dialect.name == "postgresql":
        text = draft.replace("\0", "").encode("utf-8", "replace")[:MOST_DRAFT_BYTES].decode("utf-8", "ignore")
        connection.execute(select(func.pg_notify(DRAFTS, f"{run_id} {text}")))


def tell(connection: Connection, run_id: RunId, what: str) -> None:
    """Notify the followers of a run when this transaction is committed.

    Args:
        connection: In a transaction that writes; the run's row still exists.
        run_id: The run.
        what: One of the words listed at `CHANGES`.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(TOLD, {"this": run_id, "what": f" {what} "})
    else:
        # One process serves an SQLite file, so a call after the commit is enough.
        connection.info.setdefault(CHANGED, set()).add(run_id)
