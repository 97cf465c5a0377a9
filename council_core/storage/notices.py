"""Notices of what was kept about a run, sent in the commit that keeps it."""

from sqlalchemy import Connection, String, bindparam, func, select

from council_core.domain.question import RunId
from council_core.storage import tables
from council_core.storage.database import CHANGED

CHANGES = "council_changes"
"""The channel of Postgres on which every process hears of changes: `RUN WHAT PLATFORM`. The process that carries a run
need not be the one that a person told. WHAT is `asked`, `kept`, `left` (it asks no model any more), `voted`, `signal`,
`reopened` (its place takes posts again), `cancelled` or `deleted`; the line tells `RUN admitted WORKER`. A process
ignores a word that it does not know."""

TOLD = select(
    func.pg_notify(CHANGES, tables.runs.c.id + bindparam("what", type_=String) + tables.runs.c.platform)
).where(tables.runs.c.id == bindparam("this"))


def tell(connection: Connection, run_id: RunId, what: str) -> None:
    """Tell everybody who follows the run, when this transaction is committed.

    Args:
        connection: In a transaction that writes. The run's row is still there.
        run_id: The run.
        what: One word, see `CHANGES`.
    """
    if connection.dialect.name == "postgresql":
        connection.execute(TOLD, {"this": run_id, "what": f" {what} "})
    else:
        # An SQLite file has one process that works, so a call after the commit is enough.
        connection.info.setdefault(CHANGED, set()).add(run_id)
