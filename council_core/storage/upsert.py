"""Inserting what may be there already, in the dialect of either database."""

from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


def _insert(connection: AsyncConnection, table: Table) -> sqlite.Insert | postgresql.Insert:
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)


async def insert_new(connection: AsyncConnection, table: Table, row: dict[str, Any]) -> bool:
    """Inserts a row unless one with its key is there; whether it did. Waits for others who insert it too."""
    keys = list(table.primary_key)
    insert = _insert(connection, table).values(row).on_conflict_do_nothing().returning(*keys)
    return (await connection.execute(insert)).first() is not None


async def upsert(connection: AsyncConnection, table: Table, rows: list[dict[str, Any]]) -> None:
    """Inserts rows, each in place of the one with its key."""
    if not rows:
        return
    insert = _insert(connection, table).values(rows)
    keys = [column.name for column in table.primary_key]
    changed = {name: insert.excluded[name] for name in rows[0] if name not in keys}
    await connection.execute(insert.on_conflict_do_update(index_elements=keys, set_=changed))
