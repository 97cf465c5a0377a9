"""Tests that a run which crashes its process each time is ended with a notice, and no other run is."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from secrets import token_hex

import pytest
from sqlalchemy import text

from council_core.admission import RunQueue
from council_core.domain.question import RunId
from council_core.domain.waiting import RunLimits
from council_core.engine.durable import DurableEngine
from council_core.engine.tries import MOST_TRIES, SUSPECT_AFTER
from council_core.ports import Signals, Steps
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database
from council_core.storage.url import engine_url
from tests.core.engine.test_queue import PLATFORM, Table, run_of
from tests.testbed.migrated import fresh_database, migrated
from tests.testbed.patience import PATIENCE


class Street:
    """A database, and one process after another over it, each of which is stopped in the middle."""

    def __init__(self, url: str, database: Database) -> None:
        self.url, self.database = url, database
        self.run = RunId(f"r{token_hex(6)}")
        self.table = Table(database, RunLimits(in_all=1))
        self.given_up: list[RunId] = []
        self.begun = asyncio.Event()

    async def stuck(self, run_id: RunId, steps: Steps, signals: Signals) -> None:
        """Execute a first step that never ends, until the run is given up and its ending is executed."""
        if run_id not in self.given_up:
            await steps.once("crash", self._crash, None)

    async def waits(self, run_id: RunId, steps: Steps, signals: Signals) -> None:
        """Wait for a signal: a story."""
        self.begun.set()
        await signals.wait(600)

    async def queues(self, run_id: RunId, steps: Steps, signals: Signals) -> None:
        """Wait in the queue behind a run that never ends: a story."""
        self.begun.set()
        await RunQueue(self.table.queue, worker="ada").admitted(self.table.runs[run_id], lambda waits: None)

    async def in_the_queue(self) -> None:
        """Put the run into the queue behind another one."""
        ahead, ours = run_of("bob", 0), replace(run_of("ann", 1), id=self.run)
        for run in (ahead, ours):
            self.table.runs[run.id] = run
            await self.table.store.add(run)
        await self.table.queue.claim("bob", platforms=[PLATFORM], most=1)

    async def has_rested(self, times: int) -> None:
        """Wait until the run has stored so often that it came to a wait."""
        count = text("SELECT count(*) FROM run_steps WHERE run_id = :run AND name = 'rested'")
        async with asyncio.timeout(PATIENCE):
            while await self.database.read(lambda c: c.scalar(count, {"run": self.run})) < times:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def _crash(self) -> None:
        self.begun.set()
        await asyncio.Event().wait()

    async def life(
        self, story: str, *, ends: bool = False, start: bool = False, rested: int = 0, dies: bool = True
    ) -> None:
        """Run a process until the story has begun and the run has rested so often, or until the run's end. It dies
        then, or is stopped."""
        self.begun.clear()
        engine = DurableEngine(
            database_url=engine_url(self.url), executor="ada", checkpoints=SqlCheckpoints(self.database)
        )

        async def give_up(run_id: RunId) -> None:
            self.given_up.append(run_id)

        await engine.launch(getattr(self, story), give_up=give_up)
        try:
            async with asyncio.timeout(PATIENCE):
                if start:
                    await engine.start(self.run)
                if ends:
                    await engine.finished(self.run)
                else:
                    await self.begun.wait()
                    await self.has_rested(rested)
        finally:
            await engine.aclose()
            if dies:
                await forget_stop(self.database)


async def forget_stop(database: Database) -> None:
    """Leave the database as a process does that died in place of being stopped."""
    latest = "SELECT max(n) FROM run_steps AS tries WHERE tries.run_id = run_steps.run_id AND name = 'tried'"
    deletion = text(f"DELETE FROM run_steps WHERE name = 'stopped' AND n = ({latest})")  # noqa: S608
    await database.write(lambda c: c.execute(deletion))


@pytest.fixture(params=["sqlite", "postgres"])
async def street(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Street]:
    """Yield a street on each database."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        # # An engine resumes the runs that earlier tests left under its name, so no two tests share a database.
        url = await fresh_database(request.getfixturevalue("postgres"))
    database = await migrated(url)
    yield Street(url, database)
    await database.aclose()


async def test_a_run_that_gets_no_further_is_given_up(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("council_core.engine.tries.MOST_TRIES", 4)
    await street.life("stuck", start=True)
    for _ in range(4):
        await street.life("stuck")
        assert street.given_up == []

    await street.life("stuck", ends=True)

    assert street.given_up == [street.run]


async def test_clean_stops_count_against_no_run(street: Street, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("council_core.engine.tries.MOST_TRIES", 3)
    await street.life("stuck", start=True, dies=False)
    for _ in range(2):
        await street.life("stuck")  # Two real crashes, which still count below.

    for _ in range(5):
        await street.life("stuck", dies=False)
    assert street.given_up == []

    await street.life("stuck")
    await street.life("stuck", ends=True)
    assert street.given_up == [street.run]


@pytest.mark.parametrize("story", ["waits", "queues"])
async def test_a_run_that_comes_to_a_wait_each_time_is_resumed_for_ever(
    story: str, street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("council_core.engine.tries.MOST_TRIES", 2)
    await street.in_the_queue()
    await street.life(story, start=True)

    for restart in range(1, 5):
        # It notes a wait only after a try in vain, which every second one is.
        await street.life(story, rested=restart // 2)

    assert street.given_up == []


async def test_suspects_are_resumed_one_after_another(tmp_path: Path) -> None:
    """Only one of two runs that never advance begins at a time, so only one counts a crash."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    database = await migrated(url)
    begun: list[RunId] = []
    first, second = RunId("r1"), RunId("r2")

    async def stuck(run_id: RunId, steps: Steps, signals: Signals) -> None:
        async def crash() -> None:
            begun.append(run_id)
            await asyncio.Event().wait()

        await steps.once("crash", crash, None)

    for life in range(SUSPECT_AFTER + 2):
        begun.clear()
        engine = DurableEngine(
            database_url=engine_url(url), executor="ada", checkpoints=SqlCheckpoints(database)
        )
        await engine.launch(stuck)
        if life == 0:
            await engine.start(first)
            await engine.start(second)
        with suppress(TimeoutError):
            async with asyncio.timeout(30 if life <= SUSPECT_AFTER else 3):
                while len(begun) < 2:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
        await engine.aclose()
        await forget_stop(database)
    await database.aclose()

    assert SUSPECT_AFTER < MOST_TRIES
    assert len(begun) == 1
