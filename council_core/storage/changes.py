"""Notice changes of runs: `Changes` on Postgres through a listening session, on SQLite through this process's
commits."""

import asyncio
import random
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Coroutine, Generator
from contextlib import contextmanager, suppress
from typing import cast

import psycopg
from sqlalchemy import Connection, bindparam, select

from council_core.domain.question import RunId
from council_core.domain.run import FINISHED, RunStatus
from council_core.errors import StoreUnavailable, UnknownRun
from council_core.storage import tables
from council_core.storage.database import Database
from council_core.storage.notices import CHANGES, DRAFTS, FOLLOWED, send_draft, tell
from council_core.storage.retention import missing
from council_core.storage.url import is_sqlite

STATUS = select(tables.runs.c.status).where(tables.runs.c.id == bindparam("this"))

CONNECT_SECONDS = 10
"""Longest time in seconds that a follower waits for the listening session."""

CHECK_SECONDS = 15.0
"""Seconds between checks of the listening session, because a broken connection is silent."""

PAUSES = (0.25, 0.5, 1.0, 2.0, 5.0)
"""Seconds before each further try to read. Up to a quarter is added, so that processes do not all try at once."""

KeepsUp = Callable[[str, Callable[[], Awaitable[None]]], Coroutine[object, object, None]]
"""Runs a background task under a name, and restarts it whenever it raises; the supervisor's `keep`."""


class ChangeFollowers:
    """The followers of runs in this process. Each has its own flag, so that a slow one delays nobody."""

    def __init__(self) -> None:
        self._flags: dict[str, set[asyncio.Event]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None

    def __len__(self) -> int:
        return sum(map(len, self._flags.values()))

    @contextmanager
    def following(self, run_id: RunId, news: asyncio.Event) -> Generator[None]:
        """Set `news` after each change of the run inside the block."""
        self._loop = asyncio.get_running_loop()
        self._flags.setdefault(run_id, set()).add(news)
        try:
            yield
        finally:
            self._flags[run_id].discard(news)
            if not self._flags[run_id]:
                del self._flags[run_id]

    def tell(self, run_ids: Collection[str]) -> None:
        """Tell the followers of these runs. Called in the followers' loop."""
        for run_id in run_ids:
            for news in self._flags.get(run_id, ()):
                news.set()

    def tell_all(self) -> None:
        """Make every follower read again, because a change may have been missed."""
        self.tell(tuple(self._flags))

    def tell_from_thread(self, run_ids: Collection[str]) -> None:
        """Tell the followers of these runs from the thread that committed."""
        if self._flags and self._loop is not None:
            with suppress(RuntimeError):  # The loop is closed, so nobody follows any more.
                self._loop.call_soon_threadsafe(self.tell, run_ids)


class SqlChanges:
    """Implements `council_core.ports.Changes`."""

    def __init__(self, database: Database, keep: KeepsUp) -> None:
        """
        Args:
            database: The store's database.
            keep: Runs a background task under a name, and restarts it whenever it raises.
        """
        self._database, self._keep = database, keep
        self._followers = ChangeFollowers()
        self._listening: asyncio.Task[None] | None = None
        self._hears = asyncio.Event()
        self._is_local = is_sqlite(database.url)
        self.on_draft: Callable[[RunId, str], None] | None = None
        """Called with the growing verdict that this or another process sends to followers; set while wiring."""

        if self._is_local:
            database.on_commit.append(self._followers.tell_from_thread)

    async def follow(self, run_id: RunId) -> AsyncGenerator[RunStatus]:
        news = asyncio.Event()
        with self._followers.following(run_id, news):
            try:
                # Listening comes first: the first read sees earlier changes, and the session reports later ones.
                await self._listen()
                status: RunStatus | None = await self._status(run_id)
                if status == "synthesizing" and not self._is_local:
                    # The process that writes the verdict sends it again, because this session missed its beginning.
                    await self._database.write(lambda connection: tell(connection, run_id, FOLLOWED))
                while status is not None:
                    yield status
                    if status in FINISHED:
                        return
                    await news.wait()
                    news.clear()
                    status = await self._next(run_id)
            finally:
                if len(self._followers) == 1:
                    self._stop_listening()

    async def send_draft(self, run_id: RunId, draft: str) -> None:
        """Send the growing verdict to a run's followers in all processes. It is not stored.

        Raises:
            StoreUnavailable: It cannot be sent.
        """
        await self._database.write(lambda connection: send_draft(connection, run_id, draft))

    async def aclose(self) -> None:
        """Stop listening. Remaining followers get no more news."""
        if self._is_local:
            self._database.on_commit.remove(self._followers.tell_from_thread)
        if (task := self._stop_listening()) is not None:
            await asyncio.wait({task})

    async def _status(self, run_id: RunId) -> RunStatus:
        def work(connection: Connection) -> RunStatus:
            if (status := connection.scalar(STATUS, {"this": run_id})) is None:
                raise missing(connection, run_id)
            return cast("RunStatus", status)

        return await self._database.read(work)

    async def _next(self, run_id: RunId) -> RunStatus | None:
        """Wait for a change and return the new status; None where the run was deleted."""
        tries = 0
        while True:
            try:
                return await self._status(run_id)
            except UnknownRun:
                return None
            except StoreUnavailable:
                await asyncio.sleep(_pause(tries))
                tries += 1

    async def _listen(self) -> None:
        if self._is_local:
            return
        if self._listening is None:
            self._listening = asyncio.create_task(self._keep("changes", self._hear), name="changes")
        try:
            async with asyncio.timeout(CONNECT_SECONDS):
                await self._hears.wait()
        except TimeoutError as error:
            raise StoreUnavailable("changes_unheard", cause="no answer") from error

    def _stop_listening(self) -> asyncio.Task[None] | None:
        task, self._listening = self._listening, None
        self._hears.clear()
        if task is not None:
            task.cancel()
        return task

    async def _hear(self) -> None:
        """Listen over one session until cancelled. Raises StoreUnavailable when the session is lost."""
        try:
            async with await self._session() as session:
                self._hears.set()
                self._followers.tell_all()
                while True:
                    await self._pass_on(session)
        except (psycopg.Error, OSError, TimeoutError) as error:
            raise StoreUnavailable("changes_unheard", cause=type(error).__name__) from error
        finally:
            if asyncio.current_task() is self._listening:
                self._hears.clear()

    async def _session(self) -> psycopg.AsyncConnection[tuple[object, ...]]:
        url = self._database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        session = await psycopg.AsyncConnection.connect(url, autocommit=True, connect_timeout=CONNECT_SECONDS)
        await session.execute(f"LISTEN {CHANGES}")
        await session.execute(f"LISTEN {DRAFTS}")
        return session

    async def _pass_on(self, session: psycopg.AsyncConnection[tuple[object, ...]]) -> None:
        async for notice in session.notifies(timeout=CHECK_SECONDS):
            run_id, _, said = notice.payload.partition(" ")
            if notice.channel != DRAFTS:
                if not said.startswith(FOLLOWED):
                    self._followers.tell((run_id,))
            elif self.on_draft is not None:
                self.on_draft(RunId(run_id), said)
        async with asyncio.timeout(CONNECT_SECONDS):
            await session.execute("SELECT 1")


def _pause(tries: int) -> float:
    return PAUSES[min(tries, len(PAUSES) - 1)] * random.uniform(1.0, 1.25)
