"""Tests that a run about which the engine and the store disagree is found, and continues or ends with a notice."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import nullcontext
from pathlib import Path

import pytest
from dbos import DBOS
from sqlalchemy import text

from council_core.domain.ending import OUR_FAULT
from council_core.domain.question import RunId
from council_core.engine.durable import DurableEngine
from council_core.engine.sweep import Sweep
from council_core.ports import Signals, Steps
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database
from council_core.storage.url import engine_url
from council_core.testing import MemoryRunStore, SteppingClock
from tests.samples import STOPPED, a_run
from tests.testbed.migrated import fresh_database, migrated
from tests.testbed.patience import PATIENCE

RUN = RunId("r000000000001")


class House:
    """An engine over a file, a store, and a sweep that compares them."""

    def __init__(self, database: Database) -> None:
        url = self.url = engine_url(database.url.render_as_string(hide_password=False))
        self.database = database
        self.store = MemoryRunStore()
        self.told: list[str] = []
        self.paid: list[str] = []
        self.goes_wrong = False
        self.engine = DurableEngine(database_url=url, executor="local", checkpoints=SqlCheckpoints(database))
        self.sweep = Sweep(
            engine=self.engine,
            database_url=url,
            executor="local",
            family="serve",
            store=self.store,
            checkpoints=SqlCheckpoints(database),
            clock=SteppingClock(),
            platforms=("slack",),
            alone=lambda: nullcontext(True),
        )

    async def story(self, run_id: RunId, steps: Steps, signals: Signals) -> None:
        """Pay once and, without a fault, end without the store."""
        run = await self.store.get(run_id)
        self.told.append(f"{run.status} {run.ending.kind if run.ending else ''}".strip())
        await steps.once("pay", self.pay, None)
        if self.goes_wrong:
            raise ZeroDivisionError("a bug")

    async def pay(self) -> None:
        self.paid.append("paid")

    async def make_it(self, status: str, run_id: RunId = RUN) -> None:
        """Put another status into the engine's row of the run."""
        schema = "" if self.url.startswith("sqlite") else "dbos."
        change = f"UPDATE {schema}workflow_status SET status = :status, owner_xid = NULL WHERE workflow_uuid = :run"  # noqa: S608
        await self.database.write(
            lambda connection: connection.execute(text(change), {"status": status, "run": run_id})
        )

    async def look(self, times: int = 2) -> None:
        for _ in range(times):
            await self.sweep.look()
        if await DBOS.get_workflow_status_async(RUN) is not None:
            async with asyncio.timeout(PATIENCE):
                await self.engine.finished(RUN)


@pytest.fixture(params=["sqlite", "postgres"])
async def house(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[House]:
    """Yield a launched engine on each database; its one run is stored and not started."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        url = await fresh_database(request.getfixturevalue("postgres"))
    database = await migrated(url)
    house = House(database)
    run = a_run()
    assert (run.id, run.question.place.platform) == (RUN, "slack")
    await house.store.add(run)
    await house.engine.launch(house.story)
    yield house
    await house.engine.aclose()
    await database.aclose()


async def run_to_its_end(house: House, run_id: RunId = RUN) -> None:
    await house.engine.start(run_id)
    async with asyncio.timeout(PATIENCE):
        await house.engine.finished(run_id)


async def test_a_run_that_the_engine_does_not_know_is_started(house: House) -> None:
    await house.look()

    assert house.told == ["asked"]


@pytest.mark.parametrize("status", ["MAX_RECOVERY_ATTEMPTS_EXCEEDED", "CANCELLED", "PENDING"])
async def test_a_run_that_the_engine_left_goes_on_and_pays_nothing_twice(house: House, status: str) -> None:
    await run_to_its_end(house)
    await house.make_it(status)

    await house.look()

    assert house.told == ["asked", "asked"]
    assert house.paid == ["paid"]


@pytest.mark.parametrize("status", ["SUCCESS", "ERROR"])
async def test_a_run_that_ended_for_the_engine_alone_goes_on_and_pays_nothing_twice(
    house: House, status: str
) -> None:
    await run_to_its_end(house)
    await house.make_it(status)

    await house.look()

    assert house.told == ["asked", "asked"]
    assert house.paid == ["paid"]


async def test_a_run_that_breaks_again_is_stopped_and_its_ending_is_told(house: House) -> None:
    house.goes_wrong = True
    await run_to_its_end(house)

    await house.look(2)
    await house.look(2)
    await house.look(2)

    run = await house.store.get(RUN)
    assert run.status == "cancelled"
    assert run.ending == OUR_FAULT
    assert house.told == ["asked", "asked", "cancelled our_fault"]
    assert house.paid == ["paid"]


async def test_what_only_one_look_finds_is_left_alone(house: House) -> None:
    await run_to_its_end(house)

    await house.look(1)

    assert house.told == ["asked"]


async def test_no_run_is_resumed_twice_while_the_engine_still_comes_to_those_of_its_launch(
    house: House,
) -> None:
    """The engine takes minutes for thousands of runs; the sweep looks every half minute."""
    other = RunId("r000000000002")
    await house.store.add(a_run(other))
    for run_id in (RUN, other):
        await run_to_its_end(house, run_id)
        await house.make_it("PENDING", run_id)
    await house.sweep.look()

    await house.make_it("SUCCESS", other)
    await house.store.cancel(other, a_run().asked_at, STOPPED)
    await house.sweep.look()
    meanwhile = await DBOS.get_workflow_status_async(RUN)
    await house.look(1)

    assert meanwhile is not None
    assert meanwhile.status == "PENDING"
    assert house.told == ["asked", "asked", "asked"]


async def test_a_run_on_which_both_agree_is_left_alone(house: House) -> None:
    await run_to_its_end(house)
    await house.store.cancel(RUN, a_run().asked_at, STOPPED)

    await house.look(3)

    assert house.told == ["asked"]
