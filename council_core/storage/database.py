"""A database URL -> an engine that loses nothing: pragmas, transactions, our own errors for the driver's."""

import asyncio
import logging
import os
import sqlite3
import time
from collections.abc import AsyncGenerator, Callable, Collection, Generator
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
from council_core.errors import SettingsError, StoreError, StoreIncompatible, StoreUnavailable
from council_core.ports import Observer, nobody
from council_core.storage.url import is_sqlite, read_url
from council_core.storage.writer import Writer

T = TypeVar("T")

logger = logging.getLogger(__name__)

OWNER_ONLY = 0o600
OTHERS = 0o077
"""The bits of a file's mode that let other users in."""

DAMAGED = (
    "file is not a database",
    "malformed",
    "no such column",
    "no such table",
    "undefinedtable",
    "already exists",
)

PATIENCE_SECONDS = 30.0

TURN_SECONDS = 5.0
"""How long a write waits for its turn among those of this process before it tries all the same."""

TO_READ, TO_WRITE = "BEGIN", "BEGIN IMMEDIATE"
"""How a transaction of SQLite begins. Said where it begins, since an engine that listens to its own `begin` looks for
listeners around every statement too."""

IDLE_SECONDS = 10
"""After so long Postgres ends a transaction in which nothing happens: a frozen process must not hold rows locked."""

READERS = 2
"""Threads that read from SQLite: one long list shall not hold up who looks for a single run."""

SERVER_THREADS = 10
"""Threads, and connections, for works on Postgres; each waits for the server most of its time."""

CHANGED = "council_changed"
"""Under this name a connection to SQLite notes which runs its transaction changes."""

SLOW_CONNECTIONS = 5
"""Connections to Postgres for transactions that wait for something half-way: few, and rare."""


class Database:
    """One database, for works of two kinds.

    `read` and `write` do a whole transaction in one go, in a thread: one hop, however many statements it has, and
    with SQLite one commit for all that are written at the same moment. `reading` and `writing` are for what must
    wait for something else half-way.

    SQLite: WAL, `synchronous=FULL` (a commit survives a power cut), `BEGIN IMMEDIATE` for whatever writes, so
    that two writers wait for each other and never fail half-way
    (https://www.sqlite.org/lang_transaction.html).
    """

    def __init__(self, url: str, *, patience: float = PATIENCE_SECONDS, observe: Observer = nobody) -> None:
        """
        Args:
            url: `sqlite:///file` or `postgresql://…`.
            patience: Seconds to wait for another writer, or for a free connection.
            observe: Told how long each `read` and `write` took.

        Raises:
            SettingsError: The URL names nothing that could be opened.
        """
        self.url = read_url(url)
        self._observe, self._patience = observe, patience
        backend = self.url.get_backend_name()
        # Waiting for SQLite's write lock is done by sleeping and trying again; here it is a queue.
        self._one_writer = asyncio.Lock() if is_sqlite(self.url) else nullcontext()
        self.name = self.url.set(drivername=backend, query={}).render_as_string(hide_password=True)
        try:
            self.engine: AsyncEngine = create_async_engine(
                self.url,
                pool_pre_ping=not is_sqlite(self.url),
                pool_timeout=patience,
                hide_parameters=True,
                **({} if is_sqlite(self.url) else {"pool_size": 1, "max_overflow": SLOW_CONNECTIONS - 1}),
            )
            self.engine_in_threads = _engine(self.url, patience)
        except (NoSuchModuleError, ImportError) as error:
            raise SettingsError(
                [f"DATABASE_URL '{self.name}' needs a driver that is not installed: {error}."]
            ) from error
        if is_sqlite(self.url):
            keep_private(Path(str(self.url.database)))
        self._writer: Writer | None = None
        self.on_commit: list[Callable[[Collection[str]], None]] = []
        """Told on SQLite which runs a commit changed, in the thread that committed."""

        self.write_lock = Lock()
        """Held while this process writes to an SQLite file; the engine's connections take it too."""

        threads = SERVER_THREADS
        for engine in (self.engine.sync_engine, self.engine_in_threads):
            if is_sqlite(self.url):
                event.listen(engine, "connect", _pragmas(patience))
            else:
                event.listen(engine, "connect", _end_idle_transactions)
        if is_sqlite(self.url):
            self._writer = Writer(self._in_turn)
            threads = READERS
        self._file = _file_of(self.url)
        self._opened: tuple[int, int] | None = None
        self._is_ghost = False
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix="council-store")

    async def read(self, work: Callable[[Connection], T]) -> T:
        """What the work finds, in one transaction.

        Raises:
            StoreUnavailable, StoreIncompatible: see `council_core.errors`.
        """
        return await self._timed(work, writes=False)

    async def write(self, work: Callable[[Connection], T]) -> T:
        """What the work returns, once all that it did is durable.

        Args:
            work: Has no effect but through the connection, since it may be done more than once before it is kept.

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
    def _in_turn(self) -> Generator[Connection]:
        # Whose turn it is only says who tries next; who writes, the file's own lock says.
        has_turn = self.write_lock.acquire(timeout=min(self._patience, TURN_SECONDS))
        try:
            with self._transaction(writes=True) as connection:
                yield connection
        finally:
            if has_turn:
                self.write_lock.release()

    @contextmanager
    def _transaction(self, *, writes: bool) -> Generator[Connection]:
        with translated(self.name), self.engine_in_threads.connect() as connection:
            self._check_file()
            connection.info.pop(CHANGED, None)  # Of a transaction that was taken back.
            with connection.begin():
                if self._writer is not None:
                    connection.exec_driver_sql(TO_WRITE if writes else TO_READ)
                yield connection
            changed = connection.info.pop(CHANGED, None)
        for tell in self.on_commit if changed else ():
            tell(changed)

    @asynccontextmanager
    async def reading(self) -> AsyncGenerator[AsyncConnection]:
        """A transaction that only reads.

        Raises:
            StoreUnavailable, StoreIncompatible: see `council_core.errors`.
        """
        with translated(self.name):
            async with self.engine.connect() as connection, connection.begin():
                self._check_file()
                if self._writer is not None:
                    await connection.exec_driver_sql(TO_READ)
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncGenerator[AsyncConnection]:
        """A transaction that may write; durable when the block has ended.

        Raises:
            StoreUnavailable, StoreIncompatible: see `council_core.errors`.
        """
        with translated(self.name):
            async with self._one_writer, self.engine.connect() as connection, connection.begin():
                self._check_file()
                if self._writer is not None:
                    await connection.exec_driver_sql(TO_WRITE)
                yield connection

    def _check_file(self) -> None:
        """Raise StoreUnavailable where the SQLite file was deleted or replaced since it was opened: what is written to
        it then is kept nowhere, and nobody would notice. Costs a few microseconds."""
        if self._file is None:
            return
        found = _identity(self._file)
        if self._opened is None:
            self._opened = found
        elif found != self._opened:
            error = StoreUnavailable(
                f"The file of the database {self.name} was taken away or replaced while in use. "
                "Put it back and restart Council."
            )
            if not self._is_ghost:
                self._is_ghost = True
                logger.error("Nothing is kept any more, and no question is taken: %s", error)
            raise error

    async def aclose(self) -> None:
        if self._writer is not None:
            await self._writer.aclose()
        self._threads.shutdown(wait=False)
        await asyncio.to_thread(self.engine_in_threads.dispose)
        await self.engine.dispose()


def keep_private(file: Path) -> None:
    """Make an SQLite file readable by its owner alone, and create it so where it is missing.

    SQLite gives its write-ahead log and its shared memory the file's own mode. Those of an earlier version are
    changed here too. Where the file belongs to another user a warning says so.
    """
    try:
        os.close(os.open(file, os.O_CREAT | os.O_RDWR, OWNER_ONLY))
    except OSError:
        return  # It cannot be written to; the first statement says so in full.
    for each in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        try:
            if each.stat().st_mode & OTHERS:
                each.chmod(OWNER_ONLY)
        except FileNotFoundError:
            continue
        except OSError as error:
            logger.warning("%s can be read by other users of this machine: %s", each, error.strerror)


def _file_of(url: URL) -> Path | None:
    """The file of an SQLite database; None for a server, and for a database in memory."""
    name = url.database or ""
    return Path(name).absolute() if is_sqlite(url) and name not in ("", ":memory:") else None


def _identity(file: Path) -> tuple[int, int] | None:
    """Device and inode; None where there is no such file."""
    try:
        found = file.stat()
    except OSError:
        return None
    return found.st_dev, found.st_ino


@contextmanager
def translated(name: str) -> Generator[None]:
    """Turns the driver's errors into ours, which say what to do.

    Args:
        name: The database's URL without its password.
    """
    try:
        yield
    except (DBAPIError, sqlite3.Error, PoolExhausted, OSError) as error:
        raise _translation(name, error) from error


def _translation(name: str, error: Exception) -> StoreError:
    cause = getattr(error, "orig", None) or error
    words = f"{type(cause).__name__} {cause}".lower()
    if any(sign in words for sign in DAMAGED):
        return StoreIncompatible(
            f"The database {name} is not one of Council's, or is damaged ({cause}). "
            "Point DATABASE_URL at another file, or put a backup in its place."
        )
    if "full" in words:
        return StoreUnavailable(
            f"The disk of the database {name} is full. Make room; nothing that was kept is lost."
        )
    if "locked" in words:
        return StoreUnavailable(
            f"Another program holds the database {name} locked. Try again when it has let go."
        )
    if "readonly" in words or "read-only" in words:
        return StoreUnavailable(f"The database {name} is read-only for this user. Check who owns the file.")
    return StoreUnavailable(f"The database {name} cannot be used: {cause}")


def _engine(url: URL, patience: float) -> Engine:
    """JSON columns go through it as text: `codec` reads and writes them whole."""
    if is_sqlite(url):
        return create_engine(
            url.set(drivername="sqlite"),
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
    """JSON's null, which SQLAlchemy writes where a column is None, and otherwise the text itself."""
    if text is None:
        return "null"
    text = text.decode() if isinstance(text, bytes) else text
    return None if text == "null" else text


def _pragmas(patience: float) -> Callable[[Any, object], None]:
    def set_pragmas(connection: Any, record: object) -> None:
        # Transactions are begun by us; the driver's own way begins them too late to hold the write lock.
        connection.isolation_level = None
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={round(1000 * patience)}")
        cursor.execute("PRAGMA page_count")
        if cursor.fetchone() == (0,):
            # Only an empty file takes it, and asking costs the write lock: freed pages can leave the file later.
            cursor.execute("PRAGMA auto_vacuum=INCREMENTAL")
        cursor.execute("PRAGMA journal_mode=WAL")
        # What is deleted is overwritten, so that no text outlives its run in the file.
        cursor.execute("PRAGMA secure_delete=ON")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    return set_pragmas


def _end_idle_transactions(connection: Any, record: object) -> None:
    cursor = connection.cursor()
    cursor.execute(f"SET idle_in_transaction_session_timeout = {1000 * IDLE_SECONDS}")
    cursor.close()
    # Else the pool's rollback would take it back.
    connection.commit()
