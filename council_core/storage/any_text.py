"""Allow any text to be sent to the database. Drivers refuse half a surrogate pair, and Postgres refuses NUL."""

import sqlite3
from collections.abc import Iterable
from typing import Any

from psycopg import AsyncConnection, Connection, DataError
from psycopg.abc import Buffer
from psycopg.types.string import StrDumperUnknown

SIGNS = str.maketrans(dict.fromkeys((0, *range(0xD800, 0xE000)), "\ufffd"))
"""Table that replaces characters which a database refuses by the replacement character, so that a text with one never
equals a text without it (https://www.unicode.org/versions/Unicode16.0.0/core-spec/chapter-5/#G40630)."""


class AnyTextDumper(StrDumperUnknown):
    """Sends texts to Postgres."""

    def dump(self, obj: str) -> Buffer | None:
        """See `psycopg.adapt.Dumper.dump`."""
        try:
            return super().dump(obj)
        except (DataError, UnicodeEncodeError):
            return super().dump(obj.translate(SIGNS))


def send_any_text(connection: "Connection[Any] | AsyncConnection[Any]") -> None:
    """Make this connection to Postgres accept any text as a parameter."""
    connection.adapters.register_dumper(str, AnyTextDumper)


class AnyTextConnection(sqlite3.Connection):
    """A connection to SQLite that accepts any text as a parameter."""

    def cursor(self, factory: Any = None) -> Any:
        """See `sqlite3.Connection.cursor`."""
        return super().cursor(_Cursor if factory is None else factory)


class _Cursor(sqlite3.Cursor):
    def execute(self, statement: str, parameters: Any = (), /) -> sqlite3.Cursor:
        try:
            return super().execute(statement, parameters)
        except UnicodeEncodeError:
            return super().execute(statement, _accepted(parameters))

    def executemany(self, statement: str, rows: Iterable[Any], /) -> sqlite3.Cursor:
        # All rows are checked first, because the rows before a refused one would already be written.
        return super().executemany(statement, [_accepted(row) for row in rows])


def _accepted(parameters: Any) -> Any:
    if isinstance(parameters, dict):
        return dict(zip(parameters, _accepted(tuple(parameters.values())), strict=True))  # pyright: ignore[reportUnknownVariableType, reportUnknownArgumentType]
    return tuple(each.translate(SIGNS) if _is_refused(each) else each for each in parameters)


def _is_refused(value: object) -> bool:
    if not isinstance(value, str) or value.isascii():
        return False
    try:
        value.encode()
    except UnicodeEncodeError:
        return True
    return False
