"""Store the results of labelled pairs: `Calibrations` on SQLAlchemy."""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, bindparam, select

from council_core.domain.calibration import Calibration
from council_core.storage import tables
from council_core.storage.database import Database
from council_core.storage.upsert import upsert

FOUND = (
    select(tables.calibrations)
    .where(
        tables.calibrations.c.version.in_(bindparam("versions", expanding=True)),
        tables.calibrations.c.rubric == bindparam("rubric_is"),
    )
    .order_by(tables.calibrations.c.version)
)


class SqlCalibrations:
    """Implements `council_core.ports.Calibrations`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, calibrations: Sequence[Calibration]) -> None:
        rows = [
            {
                "version": each.version,
                "rubric": each.rubric,
                "agreed": each.agreed,
                "pairs": each.pairs,
                "picks": each.picks,
                "at": each.at,
            }
            for each in calibrations
        ]
        await self._database.write(lambda connection: upsert(connection, tables.calibrations, rows))

    async def kept(self, versions: Collection[str], rubric: str) -> tuple[Calibration, ...]:
        if not versions:
            return ()

        def work(connection: Connection) -> tuple[Calibration, ...]:
            rows = connection.execute(FOUND, {"versions": sorted(versions), "rubric_is": rubric})
            return tuple(
                Calibration(
                    version=row.version,
                    rubric=row.rubric,
                    agreed=row.agreed,
                    pairs=row.pairs,
                    picks=row.picks,
                    at=row.at,
                )
                for row in rows
            )

        return await self._database.read(work)
