"""Find the rows of a channel or a workspace, in any table that names both."""

from typing import Any

from sqlalchemy import ColumnElement, Table, and_, bindparam, select

from council_core.domain.place import Place, Scope
from council_core.storage.database import Database


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
