"""Tests of the steps and signals of finished runs: kept for a day, and deleted only when nothing can ask for them
again."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from secrets import token_hex

import pytest
from sqlalchemy import Connection, CursorResult, event, insert, text

from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.ports import CloseVoting, Signals, Steps
from council_core.retention import STEPS_AT_ONCE, Retention
from council_core.storage import tables
from council_core.storage.checkpoints import ROWS_AT_ONCE, SqlCheckpoints
from council_core.storage.database import Database
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.storage.url import engine_url, is_sqlite
from council_core.testing import SteppingClock
from tests.contracts.conftest import emptied
from tests.contracts.test_retention import NoPosts
from tests.samples import NOON, a_run

SOON, LATER = timedelta(hours=23), timedelta(hours=25)


@dataclass
class Scene:
    """A store and an engine on one database."""

    database: Database
    store: SqlRunStore
    engine: DurableEngine
    stays: asyncio.Event

    async def ask(self, *run_ids: str) -> None:
        """Begin these runs and wait until each has finished a step."""
        for run_id in run_ids:
            await self.store.add(a_run(run_id))
            await self.engine.start(RunId(run_id))
        while len(await self.steps()) < len(run_ids):  # noqa: ASYNC110
            await asyncio.sleep(0.02)

    async def end(self, *run_ids: str, at: datetime = NOON) -> None:
        """Let all runs end, and record their ends in the store."""
        for run_id in run_ids:
            await self.store.save(a_run(run_id, status="revealed", finished_at=at))
            await self.engine.finished(RunId(run_id))

    async def after(self, since: timedelta) -> int:
        """Delete steps this long after now, and return their number."""
        clock = SteppingClock(datetime.now(NOON.tzinfo) + since)
        store = SqlRetention(self.database)
        retention = Retention(
            store=store, engine=self.engine.records, eraser=NoPosts(), clock=clock, ended=self.engine.records
        )
        return await retention.delete_steps()

    async def steps(self) -> set[str]:
        """Return the runs of which a step or a signal is stored."""
        return await self._named("SELECT run_id FROM run_steps UNION SELECT run_id FROM run_signals")

    async def known(self) -> set[str]:
        """Return the runs that the engine knows."""
        schema = "" if is_sqlite(self.database.url) else "dbos."
        return await self._named(f"SELECT workflow_uuid FROM {schema}workflow_status")  # noqa: S608

    async def _named(self, query: str) -> set[str]:
        return await self.database.read(lambda connection: set(connection.scalars(text(query))))


@pytest.fixture(params=["sqlite", "postgres"])
async def scene(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Scene]:
    """Yield both over an empty database of each kind."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres")
    database, stays = await emptied(url), asyncio.Event()
    engine = DurableEngine(
        database_url=engine_url(url), executor=token_hex(4), checkpoints=SqlCheckpoints(database)
    )

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        await steps.once("answer", lambda: asyncio.sleep(0, "Spaces."), str)
        if run_id.startswith("rwaits"):
            await stays.wait()

    await engine.launch(story)
    await engine.records.delete(
        [RunId(each) for each in await Scene(database, SqlRunStore(database), engine, stays).known()]
    )
    yield Scene(database, SqlRunStore(database), engine, stays)
    await engine.aclose()
    await database.aclose()


async def test_steps_and_signals_go_a_day_after_their_runs_end(scene: Scene) -> None:
    await scene.ask("r1", "r2")
    await scene.engine.send(RunId("r1"), CloseVoting(by="Alice"), key="reveal")
    await scene.end("r1", "r2", at=datetime.now(NOON.tzinfo))

    early, kept = await scene.after(SOON), await scene.steps()
    gone = await scene.after(LATER)

    assert (early, kept) == (0, {"r1", "r2"})
    assert (gone, await scene.steps(), await scene.known()) == (2, set(), set())
    assert (await scene.store.get(RunId("r1"))).status == "revealed"


async def test_a_run_whose_end_the_engine_has_not_marked_keeps_its_steps(scene: Scene) -> None:
    await scene.ask("rwaits", "r2")
    await scene.end("r2")
    await scene.store.save(a_run("rwaits", status="revealed", finished_at=NOON))

    await scene.after(LATER)

    assert await scene.steps() == await scene.known() == {"rwaits"}


async def test_a_run_that_the_engine_ended_and_the_store_has_under_way_keeps_its_steps(scene: Scene) -> None:
    """The run failed, and its steps help to find the cause; the steps of the runs after it are deleted all the same."""
    await scene.ask("r1", "r2", "r3")
    await scene.end("r2", "r3")
    await scene.engine.finished(RunId("r1"))

    assert await scene.after(LATER) == 2
    assert await scene.steps() == {"r1"}


async def test_all_of_many_go_in_pieces(scene: Scene) -> None:
    run_ids = [f"r{number:03d}" for number in range(STEPS_AT_ONCE + 5)]
    await scene.ask("rwaits", *run_ids)
    await scene.end(*run_ids)

    assert await scene.after(LATER) == STEPS_AT_ONCE + 5
    assert await scene.steps() == {"rwaits"}


async def test_no_transaction_deletes_more_rows_than_the_bound(scene: Scene) -> None:
    """A run with rounds of tools has hundreds of steps, and other writers wait for each transaction."""
    await scene.ask("r1")
    rows = [
        {"run_id": "r1", "scope": "", "name": "tool", "n": n, "output": '""', "started": 0, "ended": 0}
        for n in range(2 * ROWS_AT_ONCE + 7)
    ]
    await scene.database.write(lambda connection: connection.execute(insert(tables.run_steps), rows))
    await scene.end("r1")
    deleted: list[int] = []

    def commit(connection: Connection) -> None:
        del connection
        deleted.append(0)

    def count(
        connection: Connection,
        clause: object,
        many: object,
        params: object,
        options: object,
        result: CursorResult[tuple[()]],
    ) -> None:
        del connection, many, params, options
        if getattr(clause, "table", None) in (tables.run_steps, tables.run_signals):
            deleted[-1] += result.rowcount

    event.listen(scene.database.engine_in_threads, "begin", commit)
    event.listen(scene.database.engine_in_threads, "after_execute", count)

    assert await scene.after(LATER) == 1
    assert await scene.steps() == set()
    assert max(deleted) == ROWS_AT_ONCE
    assert sum(deleted) == 2 * ROWS_AT_ONCE + 8
