"""Hold a lease on Postgres: a lock that shows that this process lives, and its right to post for its runs.

The lock belongs to a database session that Postgres itself ends when nothing has come from it for `LEASE_SECONDS`. So
a process that was killed, frozen or cut off loses the lock by itself. The process counts the same seconds from before
each of its heartbeats, so it stops posting first.
"""

import asyncio
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from math import inf
from typing import LiteralString, Protocol, TypeVar, cast

import psycopg

from council_core.engine.supervisor import Supervisor
from council_core.errors import OutcomeUnknown, StoreUnavailable
from council_core.outage import EXCUSED_SECONDS, Outage, cause_of

T = TypeVar("T")

Connection = psycopg.AsyncConnection[tuple[object, ...]]

logger = logging.getLogger(__name__)

LEASE_SECONDS = 6.0
"""Seconds without a heartbeat after which other processes may take over the runs."""

BEAT_SECONDS = 1.0
PAUSE_SECONDS = 0.25
"""Seconds between tries to get the lock or the database back."""

FAREWELL_SECONDS = 2.0

LOST_SECONDS = 60.0
"""Seconds without the lease, though the database can be reached, after which a process is unhealthy."""

NOT_OURS = "Another process may speak for this run by now; what stands in the thread is looked up first."


class LeaseHolder(Protocol):
    """Owner of the lease: the engine of this process."""

    async def on_acquired(self, connection: Connection) -> None:
        """Stop everything that was taken over meanwhile: the lock is held, perhaps again."""
        ...

    def on_notify(self, subject: str, what: str, detail: str) -> None:
        """Handle a notice of a stored change (`storage.notices.CHANGES`), or of a process about itself."""
        ...


class Lease:
    """Implements `council_core.ports.Fence`: this process posts nothing while it does not hold the lock."""

    def __init__(
        self,
        database_url: str,
        *,
        executor: str,
        channel: str,
        outage: Outage | None = None,
        lost_seconds: float = LOST_SECONDS,
        excused_seconds: float = EXCUSED_SECONDS,
    ) -> None:
        """
        Args:
            database_url: A Postgres URL from `storage.database.engine_url`.
            executor: Name of this process, under which it executes runs.
            channel: Postgres channel of the store's notices, as `RUN WHAT PLATFORM`, and of processes about
                themselves.
            outage: Told when this lease's session is lost and when it is back; a new one unless given.
            lost_seconds: Seconds without the lease after which `trouble` reports it.
            excused_seconds: The same while the database cannot be reached.
        """
        self._lost_seconds, self._excused_seconds = lost_seconds, excused_seconds
        self._unreachable_at = -inf
        self._outage = outage or Outage()
        self._lost_at: float | None = None
        self._url = plain_url(database_url)
        self._executor = executor
        self._channel = channel
        self._acquired = asyncio.Event()
        self._until = 0.0
        self._scopes: set[asyncio.Timeout] = set()
        self._task: asyncio.Task[None] | None = None
        self._expiry: asyncio.TimerHandle | None = None

    async def begin(self, holder: LeaseHolder, supervisor: Supervisor) -> None:
        """Acquire the lock and hold it until `aclose`.

        Raises:
            StoreUnavailable: The database cannot be used.
        """
        first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        keeping = supervisor.keep("lease", lambda: self._keep(holder, first))
        self._task = asyncio.create_task(keeping, name="lease")
        await first
        logger.info("this process works as %s", self._executor)

    async def speak(self, send: Callable[[], Awaitable[T]]) -> T:
        """Wait until the lock is held, then send.

        Raises:
            OutcomeUnknown: The lock was lost while sending; the message may or may not be posted.
        """
        await self.acquired()
        scope = asyncio.timeout_at(self._loop_time_of_end())
        try:
            async with scope:
                self._scopes.add(scope)
                return await send()
        except TimeoutError:
            if scope.expired():
                raise OutcomeUnknown(NOT_OURS) from None
            raise
        finally:
            self._scopes.discard(scope)

    async def acquired(self) -> None:
        """Return when the lock is held."""
        while not self.holds():
            self._acquired.clear()
            await self._acquired.wait()

    def holds(self) -> bool:
        """See `council_core.ports.Fence`; by the clock, even if no timer has fired yet."""
        return self._acquired.is_set() and _now() < self._until

    @property
    def trouble(self) -> str:
        """Say since when the lease is lost, once that is long and no outage of the database explains it; empty
        otherwise."""
        now = _now()
        lost_for = 0.0 if self._lost_at is None else now - self._lost_at
        reachable_for = min(lost_for, now - self._unreachable_at)
        if reachable_for < self._lost_seconds and lost_for < self._excused_seconds:
            return ""
        return f"This process lost its lease on its runs {lost_for:.0f} s ago, and others may have taken them over."

    @property
    def absence(self) -> str:
        """Return a sentence if the lease is not held at this moment; an empty text while it is."""
        return (
            "" if self.holds() else "This process does not hold its lease on its runs now, and waits for it."
        )

    async def aclose(self) -> None:
        """Release the lock and notify other processes, so that they take over the runs left under this name."""
        if self._task is None:
            return
        self._task.cancel()
        await asyncio.wait({self._task})
        self._lose()
        try:
            async with asyncio.timeout(FAREWELL_SECONDS), connected(self._url) as connection:
                # Postgres releases the lock only when it has noticed that the session has ended.
                await connection.execute("SELECT pg_advisory_lock(%s)", [lock_of(self._executor)])
                await connection.execute("SELECT pg_advisory_unlock(%s)", [lock_of(self._executor)])
                await self._notify(connection, "gone -")
        except (psycopg.Error, OSError, TimeoutError) as error:
            logger.info("nobody was told that this process ends; others find out: %s", _words(error))

    async def _keep(self, holder: LeaseHolder, first: "asyncio.Future[None]") -> None:
        while True:
            try:
                async with self._connected() as connection:
                    await self._acquire(connection, holder)
                    self._outage.ends(writes=False)
                    if first.done():
                        logger.info("this process holds its lease on its runs again")
                    else:
                        first.set_result(None)
                    await self._beat(connection, holder)
            except (psycopg.Error, OSError, StoreUnavailable) as error:
                self._lose()
                if not first.done():
                    first.set_exception(StoreUnavailable("engine_unusable", cause=cause_of(error)))
                    return
                self._outage.begins(error)
                await asyncio.sleep(PAUSE_SECONDS)
            except Exception as error:
                self._lose()
                if first.done():
                    raise  # The supervisor restarts this task.
                first.set_exception(error)
                return

    @asynccontextmanager
    async def _connected(self) -> AsyncGenerator[Connection]:
        """Open the lease's session, and note when the database cannot be reached."""
        is_reached = False
        try:
            async with connected(self._url) as connection:
                is_reached = True
                yield connection
        finally:
            if not is_reached:
                self._unreachable_at = _now()

    async def _acquire(self, connection: Connection, holder: LeaseHolder) -> None:
        since = _now()
        await connection.execute(
            "SELECT set_config('idle_session_timeout', %s, false)", [str(round(1000 * LEASE_SECONDS))]
        )
        # Another process holds the lock only while it takes over our runs; otherwise our own earlier session holds
        # it.
        while not await _asked(connection, "SELECT pg_try_advisory_lock(%s)", [lock_of(self._executor)]):
            await asyncio.sleep(PAUSE_SECONDS)
            since = _now()
        await connection.execute(cast("LiteralString", f"LISTEN {self._channel}"))
        await holder.on_acquired(connection)
        await self._notify(connection, "lives -")
        self._extend(since)

    async def _beat(self, connection: Connection, holder: LeaseHolder) -> None:
        while True:
            async for notice in connection.notifies(timeout=BEAT_SECONDS):
                _pass_on(holder, notice.payload)
            since = _now()
            try:
                async with asyncio.timeout(LEASE_SECONDS):
                    await self._notify(connection, "lives -")
            except TimeoutError as error:
                raise StoreUnavailable("silent", seconds=f"{LEASE_SECONDS:.0f}") from error
            self._extend(since)

    async def _notify(self, connection: Connection, heartbeat: str) -> None:
        await connection.execute("SELECT pg_notify(%s, %s)", [self._channel, f"{self._executor} {heartbeat}"])

    def _extend(self, since: float) -> None:
        self._lost_at = None
        self._until = since + LEASE_SECONDS
        end = self._loop_time_of_end()
        if self._expiry is not None:
            self._expiry.cancel()
        self._expiry = asyncio.get_running_loop().call_at(end, self._lose)
        for scope in self._scopes:
            if not scope.expired():
                scope.reschedule(end)
        self._acquired.set()

    def _lose(self) -> None:
        self._acquired.clear()
        self._until = 0.0
        if self._lost_at is None:
            self._lost_at = _now()
        now = asyncio.get_running_loop().time()
        for scope in self._scopes:
            if not scope.expired():
                scope.reschedule(now)

    def _loop_time_of_end(self) -> float:
        return asyncio.get_running_loop().time() + self._until - _now()


@asynccontextmanager
async def connected(url: str) -> AsyncGenerator[Connection]:
    """Open a separate session in which every statement is a transaction; it is closed in any case."""
    connection = await psycopg.AsyncConnection.connect(
        url, autocommit=True, connect_timeout=round(LEASE_SECONDS)
    )
    try:
        yield connection
    finally:
        with suppress(psycopg.Error, OSError):
            await connection.close()


def lock_of(executor: str) -> int:
    """Return the number of a process's advisory lock in Postgres: 64 bits with a sign."""
    return int.from_bytes(blake2b(f"council:{executor}".encode(), digest_size=8).digest(), signed=True)


def plain_url(database_url: str) -> str:
    """Return the URL in the form that libpq reads, without SQLAlchemy's driver name."""
    return database_url.replace("postgresql+psycopg://", "postgresql://", 1)


def _pass_on(holder: LeaseHolder, payload: str) -> None:
    """Pass a notice on. An unreadable one, perhaps of another version, changes nothing."""
    try:
        subject, what, detail = payload.split(" ")
        holder.on_notify(subject, what, detail)
    except Exception as error:  # noqa: BLE001  # the lease must not be lost for a notice
        logger.warning("a notice of the database is ignored (%s): %.60r", type(error).__name__, payload)


async def _asked(connection: Connection, query: LiteralString, values: list[object]) -> object:
    row = await (await connection.execute(query, values)).fetchone()
    return None if row is None else row[0]


def _now() -> float:
    """Return seconds that also pass while the whole machine sleeps, where the system has such a clock."""
    clock = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)
    return time.clock_gettime(clock)


def _words(error: Exception) -> str:
    return " ".join(str(error).split()) or type(error).__name__
