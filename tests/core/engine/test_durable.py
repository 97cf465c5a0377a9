"""Tests of DBOS's faults: a store that is temporarily unreachable, and a log with only the essential lines."""

import asyncio
import logging
import sqlite3
import threading
from contextlib import closing
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.errors import StoreError, StoreIncompatible, StoreUnavailable, UnknownRun
from council_core.ports import Signals, Steps
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database
from tests.testbed.migrated import migrated
from tests.testbed.patience import PATIENCE

RUN = RunId("r000000000001")


async def an_engine(folder: Path) -> DurableEngine:
    url = f"sqlite:///{folder / 'council.db'}"
    database = await migrated(url)
    return DurableEngine(database_url=url, executor="local", checkpoints=SqlCheckpoints(database))


async def test_a_store_that_is_away_for_a_moment_costs_a_run_nothing_but_the_moment(tmp_path: Path) -> None:
    tries: list[str] = []
    ended = asyncio.Event()

    async def keep() -> str:
        tries.append("keep")
        if len(tries) == 1:
            raise StoreUnavailable("locked", database="it")
        return "kept"

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        assert await steps.once("keep", keep, str) == "kept"
        ended.set()

    engine = await an_engine(tmp_path)
    await engine.launch(story)
    await engine.start(RUN)
    async with asyncio.timeout(PATIENCE):
        await engine.finished(RUN)
    await engine.aclose()

    assert ended.is_set()
    assert tries == ["keep", "keep"]


@pytest.mark.parametrize(
    "trouble",
    [
        StoreIncompatible("damaged", database="it", cause="half"),
        StoreUnavailable("unusable", database="it", cause="away"),
    ],
)
async def test_a_run_that_the_store_stops_for_good_is_taken_up_by_the_next_start(
    tmp_path: Path, trouble: StoreError
) -> None:
    tries: list[str] = []

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        tries.append(run_id)
        if len(tries) == 1:
            raise ExceptionGroup("two at once", [trouble])

    first = await an_engine(tmp_path)
    await first.launch(story)
    await first.start(RUN)
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(StoreError, match=str(trouble)):
            await first.finished(RUN)
    await first.aclose()
    second = await an_engine(tmp_path)
    await second.launch(story)
    async with asyncio.timeout(PATIENCE):
        await second.finished(RUN)
    await second.aclose()

    assert tries == [RUN, RUN]


async def test_a_run_whose_story_was_just_told_is_marked_as_ended_before_the_process_lets_go(
    tmp_path: Path,
) -> None:
    told = asyncio.Event()

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        other.execute("BEGIN IMMEDIATE")  # # Another program writes, so that the mark has to wait for it.
        told.set()

    engine = await an_engine(tmp_path)
    await engine.launch(story)
    with closing(sqlite3.connect(tmp_path / "council.db", isolation_level=None)) as other:
        await engine.start(RUN)
        await told.wait()
        while engine.executes(RUN):  # noqa: ASYNC110  # another task's doing
            await asyncio.sleep(0.01)
        asyncio.get_running_loop().call_later(1, other.execute, "ROLLBACK")
        await engine.aclose()
        status = other.execute("SELECT status FROM workflow_status").fetchall()

    assert status == [("SUCCESS",)]


async def test_a_database_that_is_none_is_told_in_our_words(tmp_path: Path) -> None:
    (tmp_path / "council.db").write_text("These are the minutes of our last meeting. " * 100)
    url = f"sqlite:///{tmp_path / 'council.db'}"
    engine = DurableEngine(database_url=url, executor="local", checkpoints=SqlCheckpoints(Database(url)))

    with pytest.raises(StoreUnavailable, match="engine_unusable cause="):
        await engine.launch(lambda run_id, steps, signals: asyncio.sleep(0))

    await engine.aclose()


async def test_waiting_for_a_run_that_nobody_knows_is_an_error_that_names_it(tmp_path: Path) -> None:
    engine = await an_engine(tmp_path)
    await engine.launch(lambda run_id, steps, signals: asyncio.sleep(0))

    with pytest.raises(UnknownRun, match="r000000000001"):
        await engine.finished(RUN)

    await engine.aclose()


async def test_a_run_that_somebody_cancelled_is_no_error_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    begun = asyncio.Event()

    async def think() -> None:
        begun.set()
        await asyncio.Event().wait()

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        await steps.once("think", think, None)

    engine = await an_engine(tmp_path)
    await engine.launch(story)
    await engine.start(RUN)
    await begun.wait()
    await engine.cancel(RUN)
    async with asyncio.timeout(PATIENCE):
        await engine.finished(RUN)
    await engine.aclose()

    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_run_that_the_engine_hands_over_while_it_closes_stays_for_the_next_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    tellings: list[str] = []
    begun = asyncio.Event()

    async def story(run_id: RunId, steps: Steps, signals: Signals) -> None:
        tellings.append(run_id)
        begun.set()
        if len(tellings) == 1:
            await asyncio.Event().wait()

    first = await an_engine(tmp_path)
    await first.launch(story)
    await first.start(RUN)
    await begun.wait()
    await first.aclose()
    claimed, may_begin = held_handover(monkeypatch)
    second = await an_engine(tmp_path)
    await second.launch(story)
    # # From its first call on, DBOS executes the loop's thread work in its own threads.
    await second.unstarted([RunId("r000000000002")])
    assert await asyncio.to_thread(claimed.wait, 60)
    # Everything has been stopped when somebody waits for the end of the threads.
    (thread,) = (each for each in threading.enumerate() if "(queue_thread)" in each.name)
    join = thread.join

    def let_it_begin(timeout: float | None = None) -> None:
        may_begin.set()
        join(timeout)

    monkeypatch.setattr(thread, "join", let_it_begin)
    await second.aclose()
    told_while_closing = len(tellings) - 1
    third = await an_engine(tmp_path)
    await third.launch(story)
    async with asyncio.timeout(PATIENCE):
        await third.finished(RUN)
    await third.aclose()

    assert told_while_closing == 0
    assert tellings == [RUN, RUN]
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


def held_handover(monkeypatch: pytest.MonkeyPatch) -> tuple[threading.Event, threading.Event]:
    """Hold DBOS where it has claimed a run and not begun it; return the events "claimed" and "may begin"."""
    claimed, may_begin = threading.Event(), threading.Event()
    execute: Any = import_module("dbos._queue").execute_dequeued_workflow

    def held(*args: Any) -> object:
        claimed.set()
        may_begin.wait(60)
        return execute(*args)

    monkeypatch.setattr("dbos._queue.execute_dequeued_workflow", held)
    return claimed, may_begin
