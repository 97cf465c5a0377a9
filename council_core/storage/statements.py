"""Parts of SQL statements that several stores share: rows of a channel, pages of runs, rows that may exist already."""

from collections.abc import Sequence
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Table,
    TextClause,
    and_,
    bindparam,
    exists,
    or_,
    select,
    text,
)

from council_core.domain.place import Place, Scope
from council_core.domain.question import RunId
from council_core.domain.search import Wanted
from council_core.storage.database import Database
from council_core.storage.tables import results, runs


def of_workspace(table: Table, place: Place | Scope) -> ColumnElement[bool]:
    """Select the rows of the place's workspace."""
    return and_(table.c.platform == place.platform, table.c.workspace == place.workspace)


def of_channel(table: Table, place: Place | Scope) -> ColumnElement[bool]:
    """Select the rows of the place's channel."""
    return and_(of_workspace(table, place), table.c.channel == place.channel)


def this_workspace(table: Table) -> ColumnElement[bool]:
    """Select the rows of the workspace that the parameters name (`columns_of`), for a statement that is built once."""
    return and_(table.c.platform == bindparam("platform"), table.c.workspace == bindparam("workspace"))


def this_channel(table: Table) -> ColumnElement[bool]:
    """Select the rows of the channel that the parameters name (`columns_of`), for a statement that is built once."""
    return and_(this_workspace(table), table.c.channel == bindparam("channel"))


def columns_of(place: Place | Scope) -> dict[str, str]:
    """Return the columns that name the place's channel."""
    return {"platform": place.platform, "workspace": place.workspace, "channel": place.channel}


def channel_in(row: Any) -> Place:
    """Return the channel that a row names."""
    return Place(platform=row.platform, workspace=row.workspace, channel=row.channel)


async def channels_in(database: Database, table: Table) -> tuple[Place, ...]:
    """Return the channels that any row of a table names."""
    where = (table.c.platform, table.c.workspace, table.c.channel)
    query = select(*where).distinct().order_by(*where)
    return await database.read(lambda connection: tuple(map(channel_in, connection.execute(query))))


Each = TypeVar("Each")

SHARED = 2.0
"""A place below this number counts as first, alone or tied with one other."""


def limits_of(connection: Connection, wanted: Wanted) -> list[ColumnElement[bool]]:
    """Return the conditions for the wanted runs. A page that begins at a deleted run is the first one."""
    limits: list[ColumnElement[bool]] = []
    if wanted.askers:
        limits.append(runs.c.asker.in_(wanted.askers))
    if wanted.template:
        limits.append(runs.c.template == wanted.template)
    if wanted.since is not None:
        limits.append(runs.c.asked_at >= wanted.since)
    if wanted.until is not None:
        limits.append(runs.c.asked_at < wanted.until)
    if wanted.is_revealed:
        limits.append(runs.c.status == "revealed")
    if wanted.firsts:
        of_run = (
            results.c.run_id == runs.c.id,
            results.c.member.in_(wanted.firsts),
            results.c.place < SHARED,
        )
        limits.append(exists().where(*of_run))
    # The outer comparison can use an index of times; an OR of both would read all rows.
    if wanted.older_than is not None and (at := _asked_at(connection, wanted.older_than)) is not None:
        same = or_(runs.c.asked_at < at, runs.c.id > wanted.older_than)
        limits.append(and_(runs.c.asked_at <= at, same))
    if wanted.newer_than is not None and (at := _asked_at(connection, wanted.newer_than)) is not None:
        same = or_(runs.c.asked_at > at, runs.c.id < wanted.newer_than)
        limits.append(and_(runs.c.asked_at >= at, same))
    return limits


def order_of(wanted: Wanted) -> tuple[ColumnElement[Any], ColumnElement[Any]]:
    """Return the sort order of the page's rows: the newest first, or the nearest to `newer_than` first."""
    if wanted.newer_than is None:
        return runs.c.asked_at.desc(), runs.c.id.asc()
    return runs.c.asked_at.asc(), runs.c.id.desc()


def newest_first(found: Sequence[Each], wanted: Wanted) -> Sequence[Each]:
    """Return rows, which were read in the order of `order_of`, with the newest first."""
    return found if wanted.newer_than is None else found[::-1]


def _asked_at(connection: Connection, run_id: RunId) -> Any:
    return connection.scalar(select(runs.c.asked_at).where(runs.c.id == run_id))


Row = dict[str, Any]


@cache
def _statement(table: Table, names: tuple[str, ...], conflict: str) -> TextClause:
    # Text, because SQLAlchemy compiles an INSERT with ON CONFLICT each time, which takes a millisecond.
    columns = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(f":{name}" for name in names)
    keys = ", ".join(f'"{column.name}"' for column in table.primary_key)
    insert = f'INSERT INTO "{table.name}" ({columns}) VALUES ({values}) ON CONFLICT ({keys}) DO {conflict}'  # noqa: S608
    return text(insert).bindparams(*(bindparam(name, type_=table.c[name].type) for name in names))


def insert_new(connection: Connection, table: Table, row: Row) -> bool:
    """Insert a row unless its key exists, and tell whether it was inserted. Waits for others who insert the
    same key."""
    return insert_those_new(connection, table, [row]) > 0


def insert_those_new(connection: Connection, table: Table, rows: Sequence[Row]) -> int:
    """Insert the rows whose keys do not exist yet, and return their number. Waits for others who insert the same
    keys. At least one row is required."""
    return connection.execute(_statement(table, tuple(rows[0]), "NOTHING"), list(rows)).rowcount


def upsert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Insert rows, each replacing the one with its key."""
    if not rows:
        return
    names = tuple(rows[0])
    keys = {column.name for column in table.primary_key}
    changed = ", ".join(f'"{name}" = excluded."{name}"' for name in names if name not in keys)
    connection.execute(_statement(table, names, f"UPDATE SET {changed}"), list(rows))
