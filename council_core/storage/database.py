"""Open a database from its URL: pragmas, transactions, and our own errors in place of the driver's."""

import asyncio
import errno
import logging
import os
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable, Collection, Generator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager, contextmanager, nullcontext
from pathlib import Path
from threading import Lock
from typing import Any, TypeVar

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as PoolExhausted
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from council_core.domain.observations import StoreUsed
from council_core.errors import (
    Problem,
    SettingsError,
    StoreError,
    StoreIncompatible,
    StoreKind,
    StoreUnavailable,
)
from council_core.outage import Outage, cause_of
from council_core.ports import Observer, nobody
from council_core.storage.any_text import AnyTextConnection, send_any_text
from council_core.storage.strange_file import refusal_of
from council_core.storage.url import VARIABLE, is_sqlite, read_url
from council_core.storage.writer import Writer

T = TypeVar("T")

logger = logging.getLogger(__name__)

OWNER_ONLY = 0o600
OTHERS = 0o077
"""Bits of a file's mode that give other users access."""

DAMAGED = (
    "file is not a database",
    "malformed",
    "no such column",
    "no such table",
    "already exists",
)
"""Words of SQLite about a file that is not Council's or is damaged; no name that a person chose is in its other
messages."""

KINDS_OF_SQLITE: Mapping[int, StoreKind] = {
    sqlite3.SQLITE_FULL: "disk_full",
    sqlite3.SQLITE_IOERR_SHMSIZE: "disk_full",
    sqlite3.SQLITE_BUSY: "locked",
    sqlite3.SQLITE_LOCKED: "locked",
    sqlite3.SQLITE_READONLY: "read_only",
    sqlite3.SQLITE_CANTOPEN: "unopened",
}
"""Kinds by SQLite's extended or primary result code (https://sqlite.org/rescode.html)."""

KINDS_OF_POSTGRES: Mapping[str, StoreKind] = {
    "25006": "replica",
    "42501": "not_allowed",
    "42P01": "not_ours",
    "42P07": "not_ours",
    "53100": "disk_full",
    "55P03": "locked",
}
"""Kinds by SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). Words would not do: a refused
connection quotes the names of the host, the database and the user."""

ONLY_WRITES: Collection[StoreKind] = ("disk_full", "locked", "read_only", "replica")
"""Kinds of errors of a database that can still be read."""

PATIENCE_SECONDS = 30.0

BUSY_SECONDS = 0.01
"""Seconds between tries of an operation that SQLite refuses without waiting."""

TURN_SECONDS = 5.0
"""Seconds for which a write waits for its turn in this process before it tries anyway."""

TO_READ, TO_WRITE = "BEGIN", "BEGIN IMMEDIATE"
"""Statements that begin a transaction on SQLite. They are executed directly, because a `begin` listener on the engine
would make SQLAlchemy look for listeners around every statement."""

IDLE_SECONDS = 10
"""Seconds after which Postgres ends an idle transaction, so that a frozen process does not keep rows locked."""

READERS = 2
"""Threads that read from SQLite: a long list must not delay the read of a single run."""

SERVER_THREADS = 10
"""Threads and connections for work on Postgres, which mostly waits for the server."""

CHANGED = "council_changed"
"""Key under which an SQLite connection notes the runs that its transaction changes."""

SLOW_CONNECTIONS = 5
"""Postgres connections for transactions that wait for something else half-way; such transactions are few and rare."""


class Database:
    """One database, with two ways to run a transaction.

    `read` and `write` do a whole transaction in a thread: one thread hop for any number of statements, and on SQLite
    one commit for all writes that wait at the same moment. `reading` and `writing` are for transactions that wait for
    something else half-way.

    SQLite runs with WAL, `synchronous=FULL` (a commit survives a power cut) and `BEGIN IMMEDIATE` for every write, so
    that two writers wait for each other and never fail half-way (https://www.sqlite.org/lang_transaction.html).
    """

    def __init__(self, url: str, *, patience: float = PATIENCE_SECONDS, observe: Observer = nobody) -> None:
        """
        Args:
            url: `sqlite:///file` or `postgresql://…`.
            patience: Seconds to wait for another writer, or for a free connection.
            observe: Gets the time that each `read` and `write` took.

        Raises:
            SettingsError: The URL names no database that could be opened.
        """
        self.url = read_url(url)
        self._observe, self._patience = observe, patience
        backend = self.url.get_backend_name()
        # SQLite waits for its write lock by sleeping and trying again; a lock here makes it a queue.
        self._one_writer = asyncio.Lock() if is_sqlite(self.url) else nullcontext()
        self.name = self.url.set(drivername=backend, query={}).render_as_string(hide_password=True)
        try:
            self.engine: AsyncEngine = create_async_engine(
                self.url,
                pool_pre_ping=not is_sqlite(self.url),
                pool_timeout=patience,
                hide_parameters=True,
                **(
                    {"connect_args": {"factory": AnyTextConnection}}
                    if is_sqlite(self.url)
                    else {"pool_size": 1, "max_overflow": SLOW_CONNECTIONS - 1}
                ),
            )
            self.engine_in_threads = _engine(self.url, patience)
        except (NoSuchModuleError, ImportError) as error:
            problem = Problem("database_driver", name=VARIABLE, value=self.name, why=str(error))
            raise SettingsError([problem]) from error
        self._file = _file_of(self.url)
        self._refused = None if self._file is None else refusal_of(self._file, self.name)
        if self._file is not None and self._refused is None:
            keep_private(self._file)
        self._writer: Writer | None = None
        self.on_commit: list[Callable[[Collection[str]], None]] = []
        """Called on SQLite with the runs that a commit changed, in the thread of the commit."""

        self.write_lock = Lock()
        """Held while this process writes to an SQLite file; the engine's connections take it too."""

        threads = SERVER_THREADS
        for engine in (self.engine.sync_engine, self.engine_in_threads):
            if is_sqlite(self.url):
                event.listen(engine, "connect", _pragmas(patience))
            else:
                # Before SQLAlchemy's own listener, which fails where texts come as bytes.
                event.listen(engine, "connect", self._check_encoding, insert=True)
                event.listen(engine, "connect", _prepare_session)
        if is_sqlite(self.url):
            self._writer = Writer(self._in_turn)
            threads = READERS
        self._opened: tuple[int, int] | None = None
        self.outage = Outage()
        """Logs when the database cannot be used, and when it is back."""

        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="council-store")

    def check_file(self) -> None:
        """Make sure that the file can be opened without harm. Call it before anything else, which may change the file.

        Raises:
            StoreIncompatible: It is another program's, or has the log of another database beside it.
        """
        if self._refused is not None:
            raise self._refused

    def _check_encoding(self, connection: Any, record: object) -> None:
        """Raise StoreIncompatible if a Postgres cannot store every text."""
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise StoreIncompatible("encoding", database=self.name, encoding=encoding)

    async def read(self, work: Callable[[Connection], T]) -> T:
        """Return the result of the work, done in one transaction that reads.

        Raises:
            StoreUnavailable, StoreIncompatible: see `council_core.errors`.
        """
        return await self._timed(work, writes=False)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """Return the result of the work once all that it wrote is durable.

        Args:
            work: Uses nothing but the connection, because it may be repeated before it is committed.

        Raises:
            StoreUnavailable, StoreIncompatible: see `council_core.errors`.
        """
        return await self._timed(work, writes=True)

    async def _timed(self, work: Callable[[Connection], T], *, writes: bool) -> T:
        asked = time.perf_counter()
        began: float | None = None

        def timed(connection: Connection) -> T:
            nonlocal began
            began = time.perf_counter()
            return work(connection)

        try:
            if writes and self._writer is not None:
                return await self._writer.do(timed)
            return await self._in_a_thread(timed, writes=writes)
        finally:
            ended = time.perf_counter()
            waited = (ended if began is None else began) - asked
            self._observe(StoreUsed(writes=writes, waited=waited, seconds=ended - asked))

    async def _in_a_thread(self, work: Callable[[Connection], T], *, writes: bool) -> T:
        def do() -> T:
            with self._transaction(writes=writes) as connection:
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._threads, do)

    @contextmanager
    def turn(self) -> Generator[None]:
        """Wait for the turn to write to an SQLite file in this process, and hold it. The turn only decides which writer
        tries next; the file's own lock decides which one writes."""
        has_turn = self.write_lock.acquire(timeout=min(self._patience, TURN_SECONDS))
        try:
            yield
        finally:
            if has_turn:
                self.write_lock.release()

    @contextmanager
    def _in_turn(self) -> Generator[Connection]:
        with self.turn(), self._transaction(writes=True) as connection:
            yield connection

    @contextmanager
    def _transaction(self, *, writes: bool) -> Generator[Connection]:
        with self.noting(writes=writes), self.engine_in_threads.connect() as connection:
            self._check_file()
            connection.info.pop(CHANGED, None)  # Left over from a transaction that was rolled back.
            with connection.begin():
                if self._writer is not None:
                    connection.exec_driver_sql(TO_WRITE if writes else TO_READ)
                yield connection
            changed = connection.info.pop(CHANGED, None)
        for tell in self.on_commit if changed else ():
            tell(changed)

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncConnection]:
        """Open a transaction that only reads.

        Raises:
            StoreUnavailable, StoreIncompatible: see `council_core.errors`.
        """
        with self.noting(writes=False):
            async with self.engine.connect() as connection, connection.begin():
                self._check_file()
                if self._writer is not None:
                    await connection.exec_driver_sql(TO_READ)
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncConnection]:
        """Open a transaction that may write; it is durable when the block has ended.

        Raises:
            StoreUnavailable, StoreIncompatible: see `council_core.errors`.
        """
        with self.noting(writes=True):
            async with self._one_writer, self.engine.connect() as connection, connection.begin():
                self._check_file()
                if self._writer is not None:
                    await connection.exec_driver_sql(TO_WRITE)
                yield connection

    @contextmanager
    def noting(self, *, writes: bool) -> Generator[None]:
        """Turn the driver's errors into ours, and note whether the database could be used.

        Args:
            writes: Whether the block writes.
        """
        asked = time.monotonic()
        try:
            with translated(self.name):
                yield
        except StoreUnavailable as error:
            only_writes = error.kind in ONLY_WRITES or "i/o error" in str(error.__cause__).lower()
            self.outage.begins(error, only_writes=only_writes)
            raise
        self.outage.ends(writes=writes, asked=asked)

    def _check_file(self) -> None:
        """Raise StoreUnavailable if the SQLite file was deleted or replaced since it was opened, because later writes
        would be lost silently. The check costs a few microseconds."""
        if self._file is None:
            return
        found = _identity(self._file)
        if self._opened is None:
            self._opened = found
        elif found != self._opened:
            raise StoreUnavailable("file_gone", database=self.name)

    async def aclose(self) -> None:
        if self._writer is not None:
            await self._writer.aclose()
        self._threads.shutdown(wait=False)
        await asyncio.to_thread(self.engine_in_threads.dispose)
        await self.engine.dispose()


def keep_private(file: Path) -> None:
    """Make an SQLite file of Council's readable by its owner alone, and create it if it is missing.

    SQLite gives its write-ahead log and its shared memory the file's own mode. Files of an earlier version are
    changed here too. If the file belongs to another user, a warning is logged.
    """
    if file.exists() and not file.is_file():
        return  # A device, or a folder; the first statement raises the full error.
    try:
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, OWNER_ONLY))
    except OSError:
        return  # The file is not writable; the first statement raises the full error.
    for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        try:
            if each.stat().st_mode & OTHERS:
                each.chmod(OWNER_ONLY)
        except FileNotFoundError:
            continue
        except OSError as error:
            logger.warning("%s can be read by other users of this machine: %s", each, error.strerror)


def _file_of(url: URL) -> Path | None:
    """Return the file of an SQLite database; None for a server or a database in memory."""
    name = url.database or ""
    return Path(name).absolute() if is_sqlite(url) and name not in ("", ":memory:") else None


def _identity(file: Path) -> tuple[int, int] | None:
    """Return the file's device and inode; None if it does not exist."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def translated(name: str) -> Generator[None]:
    """Turn the driver's errors into ours.

    Args:
        name: Database URL without its password.
    """
    try:
        yield
    except (DBAPIError, sqlite3.Error, PoolExhausted, OSError) as error:
        raise _translation(name, error) from error


def _translation(name: str, error: Exception) -> StoreError:
    kind = _kind_of(getattr(error, "orig", None) or error)
    if kind == "not_ours":
        return StoreIncompatible(kind, database=name, cause=cause_of(error))
    facts = {"cause": cause_of(error)} if kind in ("unusable", "not_allowed") else {}
    return StoreUnavailable(kind, database=name, **facts)


def _kind_of(cause: BaseException) -> StoreKind:
    if isinstance(cause, sqlite3.Error):
        if any(sign in str(cause).lower() for sign in DAMAGED):
            return "not_ours"
        code = getattr(cause, "sqlite_errorcode", 0)
        return KINDS_OF_SQLITE.get(code) or KINDS_OF_SQLITE.get(code & 0xFF, "unusable")
    if isinstance(cause, OSError):
        return "disk_full" if cause.errno == errno.ENOSPC else "unusable"
    return KINDS_OF_POSTGRES.get(getattr(cause, "sqlstate", None) or "", "unusable")


def _engine(url: URL, patience: float) -> Engine:
    """Open an SQLAlchemy engine. JSON columns pass through it as text, because `codec` encodes them whole."""
    if is_sqlite(url):
        return create_engine(
            url.set(drivername="sqlite"),
            connect_args={"factory": AnyTextConnection},
            pool_timeout=patience,
            hide_parameters=True,
            json_serializer=_as_it_is,
            json_deserializer=_as_it_is,
        )
    return create_engine(
        url,
        pool_pre_ping=True,
        pool_size=SERVER_THREADS,
        max_overflow=0,
        pool_timeout=patience,
        hide_parameters=True,
        json_serializer=_as_it_is,
        json_deserializer=_as_it_is,
    )


def _as_it_is(text: str | bytes | None) -> str | None:
    """Return the text unchanged; None becomes JSON's null, and JSON's null becomes None."""
    if text is None:
        return "null"
    text = text.decode() if isinstance(text, bytes) else text
    return None if text == "null" else text


def _pragmas(patience: float) -> Callable[[Any, object], None]:
    def set_pragmas(connection: Any, record: object) -> None:
        # We begin transactions ourselves; the driver begins them too late to hold the write lock.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={round(1000 * patience)}")
        cursor.execute("PRAGMA page_count")
        if cursor.fetchone() == (0,):
            # Only an empty file accepts this, and asking costs the write lock. It lets freed pages leave the file
            # later.
            cursor.execute("PRAGMA auto_vacuum=INCREMENTAL")
        _keep_a_log(cursor, patience)
        # Deleted content is overwritten, so that no text outlives its run in the file.
        cursor.execute("PRAGMA secure_delete=ON")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return set_pragmas


def _keep_a_log(cursor: Any, patience: float) -> None:
    """Turn the write-ahead log on. SQLite refuses at once while another process does the same to a new file, because
    it holds a read lock by then and does not wait (https://sqlite.org/c3ref/busy_handler.html)."""
    until = time.monotonic() + patience
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
            time.sleep(BUSY_SECONDS)
        else:
            return


def _prepare_session(connection: Any, record: object) -> None:
    """Make a new connection to Postgres accept any text, and end transactions that stay idle."""
    send_any_text(connection)
    cursor = connection.cursor()
    cursor.execute(f"SET idle_in_transaction_session_timeout = {1000 * IDLE_SECONDS}")
    cursor.close()
    # Without this commit the pool's rollback would undo the setting.
    connection.commit()
