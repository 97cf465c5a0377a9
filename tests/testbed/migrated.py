"""Databases with the newest tables, also those of the engine. New ones are copies: making the tables takes half a
second of CPU time."""

import asyncio
import tempfile
from functools import cache
from pathlib import Path

from dbos import DBOS
from sqlalchemy import make_url

from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from council_core.storage.url import engine_url, is_sqlite
from tests.testbed.postgres import new_database


async def migrated(url: str) -> Database:
    """Open a database with the newest tables. Tests of the migrations themselves begin without."""
    await begin_migrated(url)
    database = Database(url)
    await migrate(database)
    return database


async def begin_migrated(url: str) -> None:
    """Write a new SQLite file that has the newest tables; a file that is there and Postgres stay as they are."""
    parsed = make_url(url)
    if is_sqlite(parsed) and parsed.database:
        await asyncio.to_thread(_write, Path(parsed.database))


async def fresh_database(server: str) -> str:
    """Create a database without rows on a Postgres, and return its URL."""
    return await new_database(server, like=await asyncio.to_thread(_template, server))


@cache
def _template(server: str) -> str:
    """Create a database of which others are copies, and return its name."""
    url = asyncio.run(new_database(server))
    asyncio.run(_make(url))
    return str(make_url(url).database)


def _write(file: Path) -> None:
    if not file.exists():
        file.write_bytes(_file())


@cache
def _file() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "council.db"
        asyncio.run(_make(f"sqlite:///{file}"))
        return file.read_bytes()


async def _make(url: str) -> None:
    database = Database(url)
    await migrate(database)
    await database.aclose()
    await asyncio.to_thread(DBOS.migrate, engine_url(url))
