"""Stores, receipts and engines of every kind, so that one suite runs against all of them."""

from collections.abc import AsyncIterator
from pathlib import Path
from secrets import token_hex

import pytest
from sqlalchemy import text

from council_core.engine.durable import DurableEngine
from council_core.ports import RunStore
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database
from council_core.storage.runs import SqlRunStore
from council_core.storage.url import engine_url
from council_core.testing import MemoryEngine, MemoryRunStore
from tests.contracts.machine import LaunchedEngine, Machine
from tests.testbed.migrated import migrated

TABLES = (
    "feedback",
    "ballots",
    "reviews",
    "judged",
    "results",
    "fillings",
    "schedules",
    "public_links",
    "decisions",
    "outcomes",
    "line",
    "blob_references",
    "blobs",
    "runs",
    "receipts",
    "place_settings",
    "forgotten",
    "spending",
    "searchable",
    "search_words",
    "run_steps",
    "run_signals",
    "calibrations",
    "connector_tokens",
    "drafts",
    "hints",
    "own_templates",
)


async def emptied(url: str) -> Database:
    """Return the database with the newest tables, emptied."""
    database = await migrated(url)
    async with database.writing() as connection:
        for table in TABLES:
            await connection.execute(text(f"DELETE FROM {table}"))  # noqa: S608  # names from this very line
    return database


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """Yield an empty database of each kind."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres")
    opened = await emptied(url)
    yield opened
    await opened.aclose()


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def store(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[RunStore]:
    """Yield an empty store of each kind."""
    if request.param == "memory":
        yield MemoryRunStore()
        return
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres")
    opened = await emptied(url)
    yield SqlRunStore(opened)
    await opened.aclose()


@pytest.fixture
async def machine(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Machine]:
    """Yield a machine of each kind."""
    memory = MemoryEngine()
    executor = token_hex(4)
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres")

    def plug_in() -> LaunchedEngine:
        if request.param == "memory":
            return memory
        return DurableEngine(
            database_url=engine_url(url), executor=executor, checkpoints=SqlCheckpoints(Database(url))
        )

    if request.param != "memory":
        database = await migrated(url)
        await database.aclose()

    machine = Machine(plug_in)
    yield machine
    await machine.unplug()
