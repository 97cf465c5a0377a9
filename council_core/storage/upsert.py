"""Insert rows that may exist already, with SQL for both databases that is prepared once for each table."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table, TextClause, bindparam, text

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
