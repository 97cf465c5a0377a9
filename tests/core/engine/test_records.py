"""Tests of deleting the engine's records of a run, after it and during it."""

import asyncio
import sqlite3
from pathlib import Path

from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.engine.records import StoredRecords
from council_core.ports import CloseVoting, Signals, Steps
from council_core.storage.checkpoints import SqlCheckpoints
from tests.testbed.migrated import migrated
from tests.testbed.patience import PATIENCE

RUN = RunId("r000000000001")
SAID = "The marker words of one answer, quite unlike any other."


def left(folder: Path) -> dict[str, int]:
    """Return the number of rows about the run in each of the engine's tables."""
    with sqlite3.connect(folder / "council.db") as connection:
        names = ("workflow_status", "workflow_input", "run_steps", "run_signals")
        columns = {"run_steps": "run_id", "run_signals": "run_id"}
        return {
            name: connection.execute(
                f"SELECT count(*) FROM {name} WHERE {columns.get(name, 'workflow_uuid')} = ?",  # noqa: S608
                [RUN],
            ).fetchone()[0]
            for name in names
        }


async def told(folder: Path, *, waits: bool = False) -> DurableEngine:
    """Return an engine after a run, or while the run waits."""
    here = asyncio.Event()

    async def answer() -> str:
        return SAID

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        await steps.once("answer", answer, str)
        here.set()
        if waits:
            await signals.wait(1_000)
            await signals.wait(1_000)

    url = f"sqlite:///{folder / 'council.db'}"
    database = await migrated(url)
    engine = DurableEngine(database_url=url, executor="local", checkpoints=SqlCheckpoints(database))
    await engine.launch(story)
    await engine.start(RUN)
    async with asyncio.timeout(PATIENCE):
        await (here.wait() if waits else engine.finished(RUN))
    return engine


async def test_a_run_that_is_over_leaves_nothing_behind(tmp_path: Path) -> None:
    engine = await told(tmp_path)
    before = left(tmp_path)

    await engine.records.delete([RUN, RunId("r999999999999")])

    await engine.aclose()
    assert before["run_steps"] == 1
    assert set(left(tmp_path).values()) == {0}


async def test_a_run_that_is_under_way_is_stopped_and_leaves_nothing_behind(tmp_path: Path) -> None:
    engine = await told(tmp_path, waits=True)
    await engine.send(RUN, CloseVoting(by="Alice"), key="reveal")
    await engine.send(RUN, CloseVoting(by="Bob"), key="reveal again")

    await engine.records.delete([RUN])

    await engine.aclose()
    assert set(left(tmp_path).values()) == {0}


async def test_the_records_go_from_beside_the_engine_too(tmp_path: Path) -> None:
    engine = await told(tmp_path)
    await engine.aclose()

    url = f"sqlite:///{tmp_path / 'council.db'}"
    database = await migrated(url)
    await StoredRecords(url, SqlCheckpoints(database)).delete([RUN])
    await database.aclose()

    assert set(left(tmp_path).values()) == {0}


async def test_where_no_engine_ever_was_there_is_nothing_to_delete(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'council.db'}"
    database = await migrated(url)
    await StoredRecords(url, SqlCheckpoints(database)).delete([RUN])
    await database.aclose()
