"""Make the engine's writes to an SQLite file take turns with the store's own.

SQLite takes one writer at a time. A writer that finds it taken sleeps and tries again, for up to a tenth of a second
each time (https://www.sqlite.org/c3ref/busy_handler.html); beside a writer that commits without a pause that took
seconds. A lock in the process wakes the next writer at once. It only decides who tries next: the file's own lock,
which other programs use too, still decides who writes.
"""

import sqlite3
import time
from threading import Lock
from typing import Any, cast

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "BEGIN")
"""First words of statements that open a writing transaction: explicitly, or implicitly in Python's `sqlite3`."""

MOST_SECONDS = 5.0
"""Longest wait for a turn in seconds; after that the writer tries anyway."""

KNOWS_SUBSECONDS = (3, 42)
"""SQLite version from which `unixepoch('subsec')` is the time (https://www.sqlite.org/lang_datefunc.html), as DBOS
expects wherever Python is 3.12 or newer. In older ones it is NULL, in columns that are NOT NULL; Debian 12 has
3.40."""


class TurnTakingConnection(sqlite3.Connection):
    """A connection whose transactions wait for their turn. It overwrites deleted content, so that no text outlives
    its run in the file, and it has the time function of a newer SQLite."""

    def __init__(self, *args: Any, write_lock: "Lock | None" = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._write_lock = write_lock
        self._has_turn = False
        self.execute("PRAGMA secure_delete=ON")
        self.execute("PRAGMA foreign_keys=ON")
        if sqlite3.sqlite_version_info < KNOWS_SUBSECONDS:
            self.create_function("unixepoch", 1, _seconds_now)

    def cursor(self, factory: Any = None) -> Any:
        """See `sqlite3.Connection.cursor`."""
        return super().cursor(_Waiting if factory is None else factory)

    def wait_for_turn(self, statement: str) -> None:
        """Wait where this statement is about to begin a transaction that writes."""
        lock = self._write_lock
        if lock is None or self._has_turn or not statement.lstrip()[:7].upper().startswith(WRITES):
            return
        self._has_turn = lock.acquire(timeout=MOST_SECONDS)

    def leave(self) -> None:
        """Pass the turn on, unless a transaction is still open."""
        if self._write_lock is not None and self._has_turn and not self.in_transaction:
            self._has_turn = False
            self._write_lock.release()

    def commit(self) -> None:
        """See `sqlite3.Connection.commit`."""
        try:
            super().commit()
        finally:
            self.leave()

    def rollback(self) -> None:
        """See `sqlite3.Connection.rollback`."""
        try:
            super().rollback()
        finally:
            self.leave()

    def close(self) -> None:
        """See `sqlite3.Connection.close`."""
        if self._has_turn:
            self.rollback()
        super().close()


class _Waiting(sqlite3.Cursor):
    @property
    def _writer(self) -> TurnTakingConnection:
        return cast(TurnTakingConnection, self.connection)

    def execute(self, sql: str, parameters: Any = (), /) -> "_Waiting":
        self._writer.wait_for_turn(sql)
        try:
            return super().execute(sql, parameters)
        finally:
            self._writer.leave()

    def executemany(self, sql: str, parameters: Any, /) -> "_Waiting":
        self._writer.wait_for_turn(sql)
        try:
            return super().executemany(sql, parameters)
        finally:
            self._writer.leave()


def _seconds_now(subsec: object) -> float:
    return time.time()
