"""Databases without any tables."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from council_core.storage.database import Database
from tests.testbed.postgres import new_database


@pytest.fixture(params=["sqlite", "postgres"])
async def untouched(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """Yield an empty database of each kind, without any table."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        url = await new_database(request.getfixturevalue("postgres"))
    database = Database(url)
    yield database
    await database.aclose()
