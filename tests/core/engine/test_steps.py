"""A run's steps stand in DBOS's own table: it reads ours, we read its, and nobody keeps what is no longer theirs."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from dbos import DBOS

from council_core.domain.checkpoint import Checkpoint
from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.ports import Signals, Steps
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database

RUN = RunId("r000000000001")
STEP = Checkpoint(number=7, name="pay", output='"paid"', started=1, ended=2)


@pytest.fixture
async def checkpoints(tmp_path: Path) -> AsyncIterator[SqlCheckpoints]:
    """What is kept in a file of its own."""
    database = Database(f"sqlite:///{tmp_path / 'council.db'}")
    yield SqlCheckpoints(database)
    await database.aclose()


@pytest.fixture
def engine(tmp_path: Path, checkpoints: SqlCheckpoints) -> DurableEngine:
    """An engine over the same file."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    return DurableEngine(database_url=url, executor="local", checkpoints=checkpoints)


async def test_the_engine_itself_reads_the_steps_that_were_kept_past_it(engine: DurableEngine) -> None:
    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        await steps.once("pay", lambda: asyncio.sleep(0, "paid"), str)
        await steps.once("post", lambda: asyncio.sleep(0), None)

    await engine.launch(story)
    await engine.start(RUN)
    async with asyncio.timeout(20):
        await engine.finished(RUN)

    kept = await DBOS.list_workflow_steps_async(RUN)
    await engine.aclose()
    assert [(step["function_name"], step["output"]) for step in kept] == [("pay", "paid"), ("post", None)]


async def test_what_the_engine_keeps_itself_is_found_behind_a_run(
    engine: DurableEngine, checkpoints: SqlCheckpoints
) -> None:
    paid: list[str] = []

    async def pay() -> str:
        paid.append("once")
        return "paid"

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        await DBOS.run_step_async({"name": "pay"}, pay)
        kept = (await checkpoints.of(run_id))[1]
        assert (kept.name, kept.output) == ("pay", '"paid"')

    await engine.launch(story)
    await engine.start(RUN)
    async with asyncio.timeout(20):
        await engine.finished(RUN)

    status = await DBOS.get_workflow_status_async(RUN)
    await engine.aclose()
    assert (paid, status and status.status) == (["once"], "SUCCESS")


async def test_a_step_of_a_run_that_another_execution_carries_is_not_kept(
    tmp_path: Path, engine: DurableEngine, checkpoints: SqlCheckpoints
) -> None:
    begun, may_end = asyncio.Event(), asyncio.Event()

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        begun.set()
        await may_end.wait()

    await engine.launch(story)
    await engine.start(RUN)
    await begun.wait()
    other = sqlite3.connect(tmp_path / "council.db")
    (owner,) = other.execute("SELECT owner_xid FROM workflow_status").fetchone()
    other.close()

    kept = [await checkpoints.keep(RUN, STEP, owner=token) for token in (owner, owner, "somebody else")]

    may_end.set()
    async with asyncio.timeout(20):
        await engine.finished(RUN)
    await engine.aclose()
    assert kept == [True, True, False], "its own again, after a commit of which it never heard, is its own"
    assert dict(await checkpoints.of(RUN)) == {7: STEP}
