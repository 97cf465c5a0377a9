"""Inserting what may be there already: the same words for either database, made ready once for each table."""

from collections.abc import Sequence
from functools import cache
from typing import Any

from sqlalchemy import Connection, Table, TextClause, bindparam, text

Row = dict[str, Any]


@cache
def _statement(table: Table, names: tuple[str, ...], conflict: str) -> TextClause:
    # As text, since SQLAlchemy compiles an INSERT with ON CONFLICT anew each time, which takes a millisecond.
    columns = ", ".join(f'"{name}"' for name in names)
    values = ", ".join(f":{name}" for name in names)
    keys = ", ".join(f'"{column.name}"' for column in table.primary_key)
    insert = f'INSERT INTO "{table.name}" ({columns}) VALUES ({values}) ON CONFLICT ({keys}) DO {conflict}'  # noqa: S608
    return text(insert).bindparams(*(bindparam(name, type_=table.c[name].type) for name in names))


def insert_new(connection: Connection, table: Table, row: Row) -> bool:
    """Inserts a row unless one with its key is there; whether it did. Waits for others who insert it too."""
    return insert_those_new(connection, table, [row]) > 0


def insert_those_new(connection: Connection, table: Table, rows: Sequence[Row]) -> int:
    """Inserts those rows, of one or more, whose keys are not there yet; how many those were. Waits for others who
    insert them too."""
    return connection.execute(_statement(table, tuple(rows[0]), "NOTHING"), list(rows)).rowcount


def upsert(connection: Connection, table: Table, rows: Sequence[Row]) -> None:
    """Inserts rows, each in place of the one with its key."""
    if not rows:
        return
    names = tuple(rows[0])
    keys = {column.name for column in table.primary_key}
    changed = ", ".join(f'"{name}" = excluded."{name}"' for name in names if name not in keys)
    connection.execute(_statement(table, names, f"UPDATE SET {changed}"), list(rows))
