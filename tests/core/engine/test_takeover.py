"""Tests of a process that is told to stop while it takes over another process's runs."""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import LiteralString

import psycopg
import pytest

from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.engine.lease import Connection, Lease, connected, plain_url
from council_core.ports import Signals, Steps
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.notices import CHANGES
from council_core.storage.url import engine_url
from tests.testbed.migrated import fresh_database, migrated
from tests.testbed.patience import PATIENCE

LEFT = (RunId("r00000000000a"), RunId("r00000000000b"))
THEIRS: LiteralString = "SELECT status FROM dbos.workflow_status WHERE workflow_uuid = ANY(%s)"
BLOCKED: LiteralString = "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE %s"


async def never_ends(run_id: RunId, steps: Steps, signals: Signals) -> None:
    """Never end: a story."""
    await asyncio.Event().wait()


@asynccontextmanager
async def an_engine(executor: str, url: str) -> AsyncGenerator[DurableEngine]:
    """Yield a launched worker's engine, which the test has to close."""
    database = await migrated(url)
    url = engine_url(url)
    lease = Lease(url, executor=executor, channel=CHANGES)
    engine = DurableEngine(
        database_url=url, executor=executor, checkpoints=SqlCheckpoints(database), lease=lease
    )
    await engine.launch(never_ends)
    yield engine
    await database.aclose()


async def stop(engine: DurableEngine) -> None:
    """Stop the engine as on SIGTERM."""
    await engine.finish(1.0)
    await engine.aclose()


async def found(connection: Connection, query: LiteralString, value: object) -> list[object]:
    """Return the first column of a query's rows."""
    return [row[0] for row in await (await connection.execute(query, [value])).fetchall()]


async def until_blocked(connection: Connection) -> None:
    """Wait until a takeover is blocked by a session that holds one of the runs locked."""
    async with asyncio.timeout(PATIENCE):
        while not await found(connection, BLOCKED, "UPDATE dbos.workflow_status%"):  # noqa: ASYNC110 - in Postgres
            await asyncio.sleep(0.05)


async def test_who_is_told_to_stop_while_it_takes_runs_over_takes_them_to_the_last_without_an_alarm(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    async with an_engine("ada", postgres) as ada:
        for run_id in LEFT:
            await ada.start(run_id)
        async with asyncio.timeout(PATIENCE):
            while not all(ada.executes(run_id) for run_id in LEFT):  # noqa: ASYNC110 - DBOS takes them by itself
                await asyncio.sleep(0.05)
        await ada.aclose()

    url = plain_url(engine_url(postgres))
    async with connected(url) as looking, await psycopg.AsyncConnection.connect(url) as holding:
        await holding.execute(THEIRS + " FOR UPDATE", [list(LEFT)])
        async with an_engine("blaise", postgres) as blaise:
            blaise.notices.on_notify("ada", "gone", "-")
            await until_blocked(looking)
            closing = asyncio.create_task(stop(blaise))
            await asyncio.wait({closing}, timeout=0.5)
            await holding.rollback()
            await closing
            assert await found(looking, THEIRS, list(LEFT)) == ["ENQUEUED"] * 2

    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def carried(engine: DurableEngine, *run_ids: RunId) -> None:
    """Wait until the engine carries all of these runs."""
    async with asyncio.timeout(PATIENCE):
        while not all(engine.executes(run_id) for run_id in run_ids):  # noqa: ASYNC110 - DBOS takes them by itself
            await asyncio.sleep(0.05)


async def test_a_takeover_that_the_database_refuses_is_tried_again(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    url = await fresh_database(postgres)
    async with an_engine("ada", url) as ada:
        for run_id in LEFT:
            await ada.start(run_id)
        await carried(ada, *LEFT)
        await ada.aclose()

    async with connected(plain_url(engine_url(url))) as connection, an_engine("blaise", url) as blaise:
        await connection.execute("ALTER TABLE dbos.workflow_status RENAME application_name TO away")
        blaise.notices.on_notify("ada", "gone", "-")
        async with asyncio.timeout(PATIENCE):
            while "the task takeover failed" not in caplog.text:  # noqa: ASYNC110 - it only logs
                await asyncio.sleep(0.05)
        await connection.execute("ALTER TABLE dbos.workflow_status RENAME away TO application_name")
        await carried(blaise, *LEFT)
        await stop(blaise)
