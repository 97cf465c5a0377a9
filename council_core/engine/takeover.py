"""Put the runs of dead processes into the queue, from which living ones take them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import suppress

import psycopg

from council_core.domain.observations import RunsTakenOver
from council_core.engine.dbos_door import OWNERS, take_over
from council_core.engine.lease import Connection, connected, lock_of, plain_url
from council_core.engine.without_step_context import without_step_context
from council_core.errors import StoreUnavailable
from council_core.outage import cause_of
from council_core.ports import Observer, nobody

logger = logging.getLogger(__name__)

LOOK_SECONDS = 2.0
"""Seconds between looks for dead processes."""


class Takeover:
    """Takes over the runs of dead processes. One per worker; any number may look at the same time."""

    def __init__(
        self,
        *,
        database_url: str,
        executor: str,
        version: str,
        handed: Callable[[str], Awaitable[None]],
        claimants: Callable[[], Awaitable[Collection[str]]] | None = None,
        observe: Observer = nobody,
    ) -> None:
        """
        Args:
            database_url: A Postgres URL from `storage.database.engine_url`.
            executor: Name of this process.
            version: Application version of the runs that it can execute.
            handed: Takes over the claims of a dead process, right after its runs.
            claimants: Returns the processes with claims in the queue.
            observe: Told how many runs were taken over.
        """
        self._url = plain_url(database_url)
        self._executor = executor
        self._version = version
        self._handed, self._claimants = handed, claimants
        self._observe = observe
        self._suspects: frozenset[str] = frozenset()
        self._ended: set[str] = set()
        """Names of processes that announced their end. A name is never used again, so each is announced once."""

        self._news = asyncio.Event()

    def gone(self, executor: str) -> None:
        """Note that a process announced its end, so there is no need to wait for its return."""
        self._ended.add(executor)
        self._news.set()

    async def watch(self) -> None:
        """Look for dead processes until cancelled. It may be called again after any error.

        Raises:
            StoreUnavailable: The database cannot be reached. Errors of the engine are raised too.
        """
        # A lock that was free before the connection was lost proves nothing now.
        self._suspects = frozenset()
        try:
            async with connected(self._url) as connection:
                while True:
                    await self.look(connection)
                    await self._pause()
        except (psycopg.OperationalError, OSError) as error:
            raise StoreUnavailable("engine_unusable", cause=cause_of(error)) from error

    async def _pause(self) -> None:
        with suppress(TimeoutError):
            async with asyncio.timeout(LOOK_SECONDS):
                await self._news.wait()
        self._news.clear()

    async def look(self, connection: Connection) -> None:
        """Look once. A process is gone if its lock is free and it announced its end, or if its lock is free at two
        looks in a row. A process that only lost its connection is back before the second look."""
        rows = await (await connection.execute(OWNERS, [self._version, self._executor])).fetchall()
        owners = {str(row[0]) for row in rows}
        if self._claimants is not None:
            owners |= {*await self._claimants()} - {self._executor}
        free: set[str] = set()
        for owner in sorted(owners):
            if not await _locked(connection, owner):
                continue
            try:
                if owner in self._suspects | self._ended:
                    await self._take(owner)
                else:
                    free.add(owner)
            finally:
                await connection.execute("SELECT pg_advisory_unlock(%s)", [lock_of(owner)])
        self._suspects = frozenset(free)
        self._ended &= owners

    async def _take(self, owner: str) -> None:
        # While we hold its lock, a returning process cannot believe that it still owns its runs.
        taking = asyncio.ensure_future(without_step_context(take_over(owner, self._version)))
        try:
            count = await asyncio.shield(taking)
        except asyncio.CancelledError:
            # The work goes on without the lock and the database, whose loss would only raise alarms here.
            await asyncio.wait({taking})
            raise
        await self._handed(owner)
        self._observe(RunsTakenOver(count=count))
        if owner in self._ended:
            logger.info("%s has ended; its %d runs go on elsewhere", owner, count)
        else:
            logger.warning("%s is gone; its %d runs are taken over", owner, count)


async def _locked(connection: Connection, owner: str) -> bool:
    row = await (await connection.execute("SELECT pg_try_advisory_lock(%s)", [lock_of(owner)])).fetchone()
    return row is not None and bool(row[0])
