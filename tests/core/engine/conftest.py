"""Databases for tests of the engine."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from council_core.storage.database import Database
from tests.testbed.migrated import fresh_database, migrated


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """Yield an empty database of each kind."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        url = await fresh_database(request.getfixturevalue("postgres"))
    opened = await migrated(url)
    yield opened
    await opened.aclose()
