"""Tests that the engine's connections to an SQLite file take turns with all other writers in this process."""

import sqlite3
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from threading import Lock

import pytest

from council_core.engine import sqlite_turns
from council_core.engine.sqlite_turns import TurnTakingConnection

INSERT = "INSERT INTO said VALUES ('Tea.')"


def opened(folder: Path, lock: Lock) -> TurnTakingConnection:
    """Return a connection opened as DBOS opens its own."""
    file = folder / "council.db"
    with sqlite3.connect(file) as plain:
        plain.execute("CREATE TABLE IF NOT EXISTS said (words TEXT UNIQUE)")
    return TurnTakingConnection(file, isolation_level="IMMEDIATE", check_same_thread=False, write_lock=lock)


def test_whoever_begins_to_write_waits_until_it_is_their_turn(tmp_path: Path) -> None:
    lock = Lock()
    connection = opened(tmp_path, lock)

    with ThreadPoolExecutor() as threads:
        with lock:
            writing = threads.submit(connection.cursor().execute, INSERT)
            began_early = connection.in_transaction
        writing.result(timeout=30)

    assert not began_early
    assert connection.in_transaction
    assert lock.locked()


def test_the_time_that_dbos_asks_for_is_known_to_an_older_sqlite_too(tmp_path: Path) -> None:
    connection = opened(tmp_path, Lock())
    before = time.time()

    (seconds,) = connection.execute("SELECT unixepoch('subsec')").fetchone()

    # # SQLite's own timeout counts whole milliseconds.
    assert before - 0.001 <= seconds <= time.time()


@pytest.mark.parametrize(
    "end",
    [TurnTakingConnection.commit, TurnTakingConnection.rollback, TurnTakingConnection.close],
    ids=["kept", "taken back", "closed half-way"],
)
def test_the_turn_ends_with_the_transaction(
    tmp_path: Path, end: Callable[[TurnTakingConnection], None]
) -> None:
    lock = Lock()
    connection = opened(tmp_path, lock)
    connection.cursor().execute(INSERT)
    had_turn = lock.locked()

    end(connection)

    assert had_turn
    assert not lock.locked()


def test_a_statement_that_fails_before_it_begins_keeps_no_turn(tmp_path: Path) -> None:
    lock = Lock()
    connection = opened(tmp_path, lock)

    with suppress(sqlite3.OperationalError):
        connection.cursor().execute("INSERT INTO nowhere VALUES (1)")

    assert not connection.in_transaction
    assert not lock.locked()


def test_whoever_only_reads_waits_for_nobody(tmp_path: Path) -> None:
    lock = Lock()
    connection = opened(tmp_path, lock)

    with lock:
        found = connection.cursor().execute("SELECT count(*) FROM said").fetchone()

    assert found == (0,)


def test_a_turn_that_never_comes_keeps_nobody_from_trying(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sqlite_turns, "MOST_SECONDS", 0.01)
    lock = Lock()
    connection = opened(tmp_path, lock)

    with lock:
        connection.cursor().execute(INSERT)
        connection.commit()

    assert not lock.locked()
    assert connection.execute("SELECT words FROM said").fetchone() == ("Tea.",)
