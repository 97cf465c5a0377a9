"""Keep estimated and actual costs of runs: `Ledger` on SQLAlchemy."""

from datetime import datetime
from decimal import Decimal

from sqlalchemy import Connection, case, func, select

from council_core.domain.place import Place
from council_core.domain.place_settings import Scope
from council_core.domain.question import RunId
from council_core.storage.database import Database
from council_core.storage.tables import spending
from council_core.storage.upsert import insert_new

COST = func.coalesce(spending.c.cost, 0)
EXPECTED = func.coalesce(spending.c.expected, 0)
COUNTED = case((spending.c.ended.is_(True), COST), (COST > EXPECTED, COST), else_=EXPECTED)


class SqlLedger:
    """Implements `council_core.ports.Ledger`. The store of runs writes a run's actual cost, in the transaction that
    saves the run."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def expect(self, run_id: RunId, place: Place, at: datetime, dollars: Decimal | None) -> None:
        row = {
            "run_id": run_id,
            "platform": place.platform,
            "workspace": place.workspace,
            "channel": place.governed_by,
            "asked_at": at,
            "expected": dollars,
            "ended": False,
        }
        await self._database.write(lambda connection: insert_new(connection, spending, row))

    async def spent(self, scope: Scope | None, *, since: datetime) -> Decimal:
        query = select(func.sum(COUNTED)).where(spending.c.asked_at >= since)
        if scope is not None:
            query = query.where(
                spending.c.platform == scope.platform, spending.c.workspace == scope.workspace
            )
            if scope.channel:
                query = query.where(spending.c.channel == scope.channel)

        def work(connection: Connection) -> Decimal:
            return Decimal(str(connection.scalar(query) or 0))

        return await self._database.read(work)
