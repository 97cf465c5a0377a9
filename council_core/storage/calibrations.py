"""Store the results of labelled pairs: `Calibrations` on SQLAlchemy."""

from collections.abc import Collection, Sequence
from dataclasses import asdict

from sqlalchemy import Connection, bindparam, select

from council_core.domain.calibration import Calibration
from council_core.storage import tables
from council_core.storage.database import Database
from council_core.storage.statements import upsert

KEPT = (
    select(tables.calibrations)
    .where(
        tables.calibrations.c.version.in_(bindparam("versions", expanding=True)),
        tables.calibrations.c.rubric == bindparam("rubric"),
    )
    .order_by(tables.calibrations.c.version)
)


class SqlCalibrations:
    """Implements `council_core.ports.Calibrations`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, calibrations: Sequence[Calibration]) -> None:
        rows = [asdict(each) for each in calibrations]
        await self._database.write(lambda connection: upsert(connection, tables.calibrations, rows))

    async def kept(self, versions: Collection[str], rubric: str) -> tuple[Calibration, ...]:
        these = {"versions": list(versions), "rubric": rubric}

        def work(connection: Connection) -> tuple[Calibration, ...]:
            rows = connection.execute(KEPT, these).mappings()
            return tuple(Calibration(**row) for row in rows)

        return await self._database.read(work)
