"""Databases without any tables."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from secrets import token_hex

import psycopg
import pytest
from psycopg.sql import SQL, Identifier
from sqlalchemy import make_url

from council_core.storage.database import Database


@pytest.fixture(params=["sqlite", "postgres"])
async def untouched(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """Yield an empty database of each kind, without any table."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        url = await asyncio.to_thread(a_new_one_on, request.getfixturevalue("postgres"))
    database = Database(url)
    yield database
    await database.aclose()


def a_new_one_on(server: str) -> str:
    """Return the URL of a newly created database."""
    name = f"new_{token_hex(4)}"
    with psycopg.connect(server, autocommit=True) as connection:
        connection.execute(SQL("CREATE DATABASE {}").format(Identifier(name)))
    return make_url(server).set(database=name).render_as_string(hide_password=False)
