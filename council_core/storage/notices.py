"""Notify followers of changes to a run, in the commit that stores the change."""

from sqlalchemy import Connection, String, bindparam, func, select

from council_core.domain.question import RunId
from council_core.storage import tables
from council_core.storage.database import CHANGED

CHANGES = "council_changes"
"""Postgres channel on which every process hears of changes, as `RUN WHAT PLATFORM`. A person may reach another
process than the one that executes the run. WHAT is `asked`, `kept`, `left` (it asks no model any more), `voted`,
`signal`, `reopened` (its place accepts posts again), `followed` (somebody follows it, and wants to see the verdict that
is being written), `cancelled` or `deleted`; the queue adds `RUN admitted WORKER`.
A process ignores unknown words."""

FOLLOWED = "followed"

DRAFTS = "council_drafts"
"""Postgres channel that carries verdicts while they are written, as `RUN TEXT`. Nothing of them is stored."""

MOST_DRAFT_BYTES = 7_000
"""Length of a draft that is carried; Postgres takes notices of less than 8,000 bytes."""

TOLD = select(
    func.pg_notify(CHANGES, tables.runs.c.id + bindparam("what", type_=String) + tables.runs.c.platform)
).where(tables.runs.c.id == bindparam("this"))


def carry(connection: Connection, run_id: RunId, draft: str) -> None:
    """Send followers in other processes the beginning of a verdict that is being written; nothing on SQLite."""
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
