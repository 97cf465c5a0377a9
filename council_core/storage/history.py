"""Read runs across channels: `History` on SQLAlchemy."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import ColumnElement, Connection, and_, exists, func, or_, select

from council_core.domain.place import Place
from council_core.domain.run import Run
from council_core.domain.search import EVERYTHING, Phrase, Wanted
from council_core.storage.database import Database
from council_core.storage.read_run import read_runs
from council_core.storage.search import SHARED, find_in
from council_core.storage.tables import results, runs


class SqlHistory:
    """Implements `council_core.ports.History`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def channels(self, workspace: Place, *, limit: int) -> tuple[Place, ...]:
        latest = func.max(runs.c.asked_at)
        # The index of channels holds all four columns, so no row is read.
        query = (
            select(runs.c.channel)
            .where(runs.c.platform == workspace.platform, runs.c.workspace == workspace.workspace)
            .group_by(runs.c.channel)
            .order_by(latest.desc())
            .limit(limit)
        )
        names = await self._database.read(lambda connection: connection.scalars(query).all())
        return tuple(
            Place(platform=workspace.platform, workspace=workspace.workspace, channel=name) for name in names
        )

    async def known(self, platform: str, workspaces: Sequence[str]) -> tuple[str, ...]:
        def work(connection: Connection) -> tuple[str, ...]:
            return tuple(
                workspace
                for workspace in dict.fromkeys(workspaces)
                # One row of the index of channels each: a DISTINCT would read all of them.
                if connection.execute(
                    select(runs.c.channel)
                    .where(runs.c.platform == platform, runs.c.workspace == workspace)
                    .limit(1)
                ).first()
                is not None
            )

        return await self._database.read(work)

    async def newest(
        self, channels: Sequence[Place], *, limit: int, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        def work(connection: Connection) -> tuple[Run, ...]:
            limits = _limits(connection, wanted)
            found: list[tuple[datetime, str]] = []
            for place in channels:
                query = (
                    select(runs.c.asked_at, runs.c.id)
                    .where(
                        runs.c.platform == place.platform,
                        runs.c.workspace == place.workspace,
                        runs.c.channel == place.channel,
                        *limits,
                    )
                    .order_by(runs.c.asked_at.desc(), runs.c.id.desc())
                    .limit(limit)
                )
                found += [(row.asked_at, row.id) for row in connection.execute(query)]
            ids = [run_id for _, run_id in sorted(found, reverse=True)[:limit]]
            return _these(connection, ids)

        return await self._database.read(work)

    async def search(
        self,
        phrases: Sequence[Phrase],
        channels: Sequence[Place],
        *,
        limit: int,
        wanted: Wanted = EVERYTHING,
    ) -> tuple[Run, ...]:
        if not channels:
            return ()

        def work(connection: Connection) -> tuple[Run, ...]:
            return _these(connection, find_in(connection, phrases, channels, limit=limit, wanted=wanted))

        return await self._database.read(work)


def _limits(connection: Connection, wanted: Wanted) -> list[ColumnElement[bool]]:
    limits: list[ColumnElement[bool]] = []
    if wanted.asker:
        limits.append(runs.c.asker == wanted.asker)
    if wanted.template:
        limits.append(runs.c.template == wanted.template)
    if wanted.since is not None:
        limits.append(runs.c.asked_at >= wanted.since)
    if wanted.first:
        of_run = (results.c.run_id == runs.c.id, results.c.member == wanted.first, results.c.place < SHARED)
        limits.append(exists().where(*of_run))
    if wanted.older_than is not None:
        at = connection.scalar(select(runs.c.asked_at).where(runs.c.id == wanted.older_than))
        if at is not None:
            same = and_(runs.c.asked_at == at, runs.c.id < wanted.older_than)
            limits.append(or_(runs.c.asked_at < at, same))
    return limits


def _these(connection: Connection, ids: Sequence[str]) -> tuple[Run, ...]:
    """Return runs in the order of their ids here; one that is gone is left out."""
    if not ids:
        return ()
    rows = {row.id: row for row in connection.execute(select(runs).where(runs.c.id.in_(ids)))}
    return read_runs(connection, [rows[run_id] for run_id in ids if run_id in rows])
