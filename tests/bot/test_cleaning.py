"""A server's clean-up beside its work."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.app.bootstrap import SERVE, App, open_app
from bot.app.load_settings import load_settings
from bot.app.serve import clean
from bot.requests.asking import Ask
from bot.requests.person import Person
from bot.testing import MemoryPlatform
from council_core.domain.place import PersonId, Place
from council_core.errors import RunDeleted
from tests.testbed.patience import PATIENCE

HERE = Place(platform="memory", channel="C1")
ALICE = Person(id=PersonId("U1"), name="Alice")


class MovedClock:
    """The time of day, some days later."""

    def __init__(self, days: float = 0) -> None:
        self._later = timedelta(days=days)

    def now(self) -> datetime:
        return datetime.now(UTC) + self._later


def opened(folder: Path, *, days: float = 0, **variables: str) -> AbstractAsyncContextManager[App]:
    """Open a server over a file in the folder, this many days from now."""
    settings = load_settings(
        {
            "DATABASE_URL": f"sqlite:///{folder / 'council.db'}",
            "COUNCIL_VOTE_MINUTES": "0",
            "COUNCIL_DEMO_SECONDS": "0",
            **variables,
        },
        folder=folder,
    )
    platform = MemoryPlatform()
    return open_app(settings, lambda _: {"memory": platform}, family=SERVE, clock=MovedClock(days))


async def asked(app: App) -> None:
    """Ask a question and wait until its run has ended."""
    await app.handle(Ask(person=ALICE, place=HERE, text="Tabs or spaces?", delivery="D1"))
    (run,) = await app.store.latest(limit=1)
    async with asyncio.timeout(PATIENCE):
        while await app.store.unfinished(platforms=("memory",)):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    await app.engine.finished(run.id)


async def cleaned(app: App, is_done: Callable[[], bool]) -> None:
    """Clean up as a server does, until the condition is true."""
    cleaning = asyncio.create_task(clean(app))
    async with asyncio.timeout(PATIENCE):
        while not is_done():  # noqa: ASYNC110
            await asyncio.sleep(0.05)
    cleaning.cancel()
    await asyncio.wait({cleaning})


def rows(folder: Path, table: str) -> int:
    with closing(sqlite3.connect(folder / "council.db")) as database:
        return database.execute(f"SELECT count(*) FROM {table}").fetchone()[0]  # noqa: S608


async def test_a_server_deletes_the_steps_of_a_run_that_ended_a_day_ago_and_keeps_the_run(
    tmp_path: Path,
) -> None:
    async with opened(tmp_path) as app:
        await asked(app)
    before = [rows(tmp_path, table) for table in ("run_steps", "workflow_status")]

    async with opened(tmp_path, days=1.1) as app:
        await cleaned(app, lambda: rows(tmp_path, "workflow_status") == 0)
        (run,) = await app.store.latest(limit=1)

    assert before[0] > 10
    assert before[1] == 1
    assert rows(tmp_path, "run_steps") == 0
    assert run.status == "revealed"


async def test_a_server_deletes_runs_that_were_kept_long_enough(tmp_path: Path) -> None:
    async with opened(tmp_path) as app:
        await asked(app)
        (run,) = await app.store.latest(limit=1)

    async with opened(tmp_path, days=3, COUNCIL_KEEP_DAYS="2") as app:
        await cleaned(app, lambda: rows(tmp_path, "runs") == 0)
        with pytest.raises(RunDeleted):
            await app.store.get(run.id)

    assert rows(tmp_path, "receipts") == 0
