"""The engine's writes to an SQLite file -> in turn with the store's own, where both would try until one gets through.

SQLite takes one writer at a time. Whoever finds it taken sleeps and tries again, for up to a tenth of a second each
time (https://www.sqlite.org/c3ref/busy_handler.html); beside a writer that commits without a pause that took seconds.
A lock in the process wakes who waits. It only says who tries next: the file's own lock, which other programs know of
too, still says who writes.
"""

import sqlite3
import time
from threading import Lock
from typing import Any, cast

WRITES = ("INSERT", "UPDATE", "DELETE", "REPLACE", "BEGIN")
"""What begins a transaction that writes: these, as Python's `sqlite3` has it, and what begins one outright."""

MOST_SECONDS = 5.0
"""How long anybody waits for a turn before they try all the same."""

KNOWS_SUBSECONDS = (3, 42)
"""From this SQLite on `unixepoch('subsec')` is the time (https://www.sqlite.org/lang_datefunc.html), and DBOS counts on
it wherever Python is 3.12 or newer. Before it is NULL, in columns that take none; Debian 12 has 3.40."""


class TurnTakingConnection(sqlite3.Connection):
    """A connection whose transactions wait for their turn. What is deleted over it is overwritten, so that no text
    outlives its run in the file, and it knows the time as a newer SQLite does."""

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
        """Waits where this statement is about to begin a transaction that writes."""
        lock = self._write_lock
        if lock is None or self._has_turn or not statement.lstrip()[:7].upper().startswith(WRITES):
            return
        self._has_turn = lock.acquire(timeout=MOST_SECONDS)

    def leave(self) -> None:
        """Lets the next one write, unless a transaction is still open."""
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
