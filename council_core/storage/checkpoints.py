"""The steps that a run has behind it: in the engine's own table, and through the store's own writer.

DBOS writes one step at a time, each in a transaction of its own after one to see whether it was done before. Here all
that a run has behind it is read once, when it begins or goes on, and what runs keep at the same moment is one commit.
The rows are those that DBOS itself would write, so that either reads what the other one wrote.
"""

from collections.abc import Collection, Mapping

from sqlalchemy import Connection, bindparam, select, text

from council_core.domain.checkpoint import Checkpoint
from council_core.domain.question import RunId
from council_core.storage import tables
from council_core.storage.database import Database
from council_core.storage.url import is_sqlite

OF_RUN = """
    SELECT function_id, function_name, output, started_at_epoch_ms, completed_at_epoch_ms
    FROM {schema}operation_outputs WHERE workflow_uuid = :run AND error IS NULL AND output IS NOT NULL
"""
KEEP = """
    INSERT INTO {schema}operation_outputs (workflow_uuid, function_id, function_name, output, serialization,
        started_at_epoch_ms, completed_at_epoch_ms, application_name, retention_timestamp)
    SELECT workflow_uuid, :number, :name, :output, 'portable_json', :started, :ended, application_name, :ended
    FROM {schema}workflow_status WHERE workflow_uuid = :run AND owner_xid = :owner {locked}
    ON CONFLICT (workflow_uuid, function_id) DO NOTHING
"""
CANCELLED = select(tables.runs.c.id).where(
    tables.runs.c.status == "cancelled", tables.runs.c.id.in_(bindparam("these", expanding=True))
)
OWNED = "SELECT 1 FROM {schema}workflow_status WHERE workflow_uuid = :run AND owner_xid = :owner"


class SqlCheckpoints:
    """Implements `council_core.engine.steps.Checkpoints`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        here = is_sqlite(database.url)
        # Locked until the commit, so that nobody takes the run over between the look and the write.
        words = {"schema": "" if here else "dbos.", "locked": "" if here else "FOR NO KEY UPDATE"}
        self._of_run, self._keep, self._owned = (text(sql.format(**words)) for sql in (OF_RUN, KEEP, OWNED))

    async def of(self, run_id: str) -> Mapping[int, Checkpoint]:
        def work(connection: Connection) -> dict[int, Checkpoint]:
            return {
                number: Checkpoint(number=number, name=name, output=output, started=started, ended=ended)
                for number, name, output, started, ended in connection.execute(self._of_run, {"run": run_id})
            }

        return await self._database.read(work)

    async def keep(self, run_id: str, step: Checkpoint, *, owner: str) -> bool:
        ids = {"run": run_id, "owner": owner}
        row = ids | {
            "number": step.number,
            "name": step.name,
            "output": step.output,
            "started": step.started,
            "ended": step.ended,
        }

        def work(connection: Connection) -> bool:
            if connection.execute(self._keep, row).rowcount > 0:
                return True
            # It stands there already, after a commit of which nobody heard; or the run is somebody else's.
            return connection.execute(self._owned, ids).first() is not None

        return await self._database.write(work)

    async def cancelled(self, run_ids: Collection[RunId]) -> tuple[RunId, ...]:
        if not run_ids:
            return ()
        these = {"these": list(run_ids)}
        return await self._database.read(
            lambda connection: tuple(RunId(run_id) for run_id in connection.scalars(CANCELLED, these))
        )
