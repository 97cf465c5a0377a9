"""Steps and signals of runs, in the tables `run_steps` and `run_signals`: `Journal` on SQLAlchemy.

The store's single writer stores them, many in one commit. The engine's own row of the run fences each write: the
statement stores nothing once another execution owns the run.
"""

import time
from collections.abc import Collection, Mapping, Sequence

from sqlalchemy import Connection, Delete, Table, bindparam, delete, select, text, tuple_

from council_core.domain.checkpoint import Checkpoint, EarlierStep, Sent, StepKey
from council_core.domain.question import RunId
from council_core.domain.run import UNFINISHED
from council_core.ports import EngineSql
from council_core.storage import tables
from council_core.storage.database import Database
from council_core.storage.notices import tell

STEPS = tables.run_steps.c
SIGNALS = tables.run_signals.c
OF_RUN = select(STEPS.scope, STEPS.name, STEPS.n, STEPS.output).where(STEPS.run_id == bindparam("run"))
SENT = select(SIGNALS.key, SIGNALS.body).where(SIGNALS.run_id == bindparam("run")).order_by(SIGNALS.number)
CANCELLED = select(tables.runs.c.id).where(
    tables.runs.c.status == "cancelled", tables.runs.c.id.in_(bindparam("these", expanding=True))
)
ROWS_AT_ONCE = 500
"""Most rows that one transaction deletes, so that other writers do not wait long."""


def _some(table: Table) -> Delete:
    """Delete some rows of these runs. Each part of the statement names the runs and orders by run, so that an index is
    used whatever the planner estimates."""
    key = table.primary_key.columns
    these = table.c.run_id.in_(bindparam("these", expanding=True))
    some = select(*key).where(these).order_by(table.c.run_id).limit(ROWS_AT_ONCE)
    return delete(table).where(these, tuple_(*key).in_(some))


GONE = [_some(table) for table in (tables.run_steps, tables.run_signals)]
KEEP = """
    INSERT INTO run_steps (run_id, scope, name, n, output, started, ended)
    SELECT CAST(:run AS TEXT), :scope, :name, :n, :output, :started, :ended {owned} {locked} ON CONFLICT DO NOTHING
"""
SEND = text(
    "INSERT INTO run_signals (run_id, key, body, at) VALUES (:run, :key, :body, :at) ON CONFLICT DO NOTHING"
)
# The row stays locked until the commit, so that nobody deletes the run in between.
ASKED = (
    select(tables.runs.c.id)
    .where(tables.runs.c.id == bindparam("run"), tables.runs.c.status.in_(UNFINISHED))
    .with_for_update(read=True, key_share=True)
)


class SqlCheckpoints:
    """Implements `council_core.ports.Checkpoints`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def beside(self, engine: EngineSql) -> "SqlJournal":
        return SqlJournal(self._database, engine)


class SqlJournal:
    """Implements `council_core.ports.Journal`."""

    def __init__(self, database: Database, engine: EngineSql) -> None:
        self._database = database
        self._keep = text(KEEP.format(owned=engine.owned, locked=engine.locked))
        self._owned = text(f"SELECT 1 {engine.owned}")
        self._started = text(f"SELECT 1 {engine.known} {engine.locked}")
        self._earlier_steps, self._earlier_signals = text(engine.earlier_steps), text(engine.earlier_signals)

    async def steps(self, run_id: RunId) -> tuple[Mapping[StepKey, str], Sequence[EarlierStep]]:
        this = {"run": run_id}

        def work(connection: Connection) -> tuple[Mapping[StepKey, str], Sequence[EarlierStep]]:
            ours = {
                StepKey(scope, name, n): output for scope, name, n, output in connection.execute(OF_RUN, this)
            }
            earlier = [
                EarlierStep(name=name, output=output, ended=ended)
                for name, output, ended in connection.execute(self._earlier_steps, this)
            ]
            return ours, earlier

        return await self._database.read(work)

    async def keep(self, run_id: RunId, step: Checkpoint, *, owner: str) -> bool:
        ids = {"run": run_id, "owner": owner}
        row = {
            **ids,
            **step.key._asdict(),
            "output": step.output,
            "started": step.started,
            "ended": step.ended,
        }

        def work(connection: Connection) -> bool:
            if connection.execute(self._keep, row).rowcount > 0:
                return True
            # No row was inserted: an unacknowledged commit stored the step already, or another execution owns the
            # run.
            return connection.execute(self._owned, ids).first() is not None

        return await self._database.write(work)

    async def send(self, run_id: RunId, signal: Sent) -> bool:
        this = {"run": run_id}
        row = {**this, "key": signal.key, "body": signal.body, "at": round(1000 * time.time())}

        def work(connection: Connection) -> bool:
            if not any(connection.execute(query, this).first() for query in (ASKED, self._started)):
                return False
            connection.execute(SEND, row)
            tell(connection, run_id, "signal")
            return True

        return await self._database.write(work)

    async def signals(self, run_id: RunId) -> tuple[Sequence[Sent], Sequence[Sent]]:
        def work(connection: Connection) -> tuple[Sequence[Sent], Sequence[Sent]]:
            earlier, ours = (
                [Sent(key=key, body=body) for key, body in connection.execute(query, {"run": run_id})]
                for query in (self._earlier_signals, SENT)
            )
            return earlier, ours

        return await self._database.read(work)

    async def delete(self, run_ids: Collection[RunId]) -> None:
        these = {"these": list(run_ids)}
        for statement in GONE if run_ids else ():

            def work(connection: Connection, statement: Delete = statement) -> int:
                return connection.execute(statement, these).rowcount

            while await self._database.write(work) == ROWS_AT_ONCE:
                pass

    async def cancelled(self, run_ids: Collection[RunId]) -> tuple[RunId, ...]:
        if not run_ids:
            return ()
        these = {"these": list(run_ids)}
        return await self._database.read(
            lambda connection: tuple(RunId(run_id) for run_id in connection.scalars(CANCELLED, these))
        )
