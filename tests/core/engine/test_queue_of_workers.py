"""Tests of workers that start the runs of the queue, and of those that die with runs they had claimed."""

import asyncio
from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace

import pytest

from council_core.admission import RunQueue
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import RunLimits, RunWaits
from council_core.ports import Claim
from council_core.storage.database import Database
from council_core.storage.notices import CHANGES
from council_core.storage.queue import SqlQueue
from tests.core.engine.test_queue import PLATFORM, Table, run_of
from tests.samples import NOON, STOPPED
from tests.testbed.patience import PATIENCE


@dataclass
class Worker:
    """A worker at the queue, whose stories only wait for their turn."""

    table: Table
    name: str
    queue: RunQueue = field(init=False)
    started: list[RunId] = field(default_factory=list[RunId])
    asks: list[RunId] = field(default_factory=list[RunId])
    said: list[RunWaits] = field(default_factory=list[RunWaits])
    loses: int = 0
    """Number of starts that are lost, as after a kill between the claim and the start."""

    def __post_init__(self) -> None:
        self.queue = RunQueue(self.table.queue, worker=self.name)

    async def start(self, run_id: RunId) -> None:
        """Start a run."""
        if self.loses:
            self.loses -= 1
            return
        self.started.append(run_id)
        self.group.create_task(self.carry(run_id))

    async def carry(self, run_id: RunId) -> None:
        """Execute a run's story up to its first question to a model."""
        await self.queue.admitted(self.table.runs[run_id], self.said.append)
        self.asks.append(run_id)

    async def known(self, run_ids: object) -> list[RunId]:
        """Return the engine's records."""
        return self.started

    @asynccontextmanager
    async def at_work(self, *, until: asyncio.Event | None = None) -> AsyncGenerator["Worker"]:
        """Work as long as the block lasts; the worker checks the queue from this event on."""

        async def ours() -> None:
            pass

        # # A failed test is better than one that waits for ever.
        async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as self.group:
            tasks = [self.group.create_task(self.queue.work(self.start, [PLATFORM], ours))]
            if until is not None:
                await until.wait()
            tasks.append(self.group.create_task(self.queue.look_after(self.known)))
            yield self
            for task in tasks:
                task.cancel()

    async def begins(self, runs: int) -> None:
        """Wait until the worker has started this many runs."""
        async with asyncio.timeout(PATIENCE):
            while len(self.started) < runs:  # noqa: ASYNC110 - the double tells nobody
                await asyncio.sleep(0.01)

    async def until(self, asks: int) -> None:
        """Wait until this many of its runs ask models."""
        async with asyncio.timeout(PATIENCE):
            while len(self.asks) < asks:  # noqa: ASYNC110 - the double tells nobody
                await asyncio.sleep(0.01)


async def ask(table: Table, *runs: Run) -> None:
    for run in runs:
        table.runs[run.id] = run
        await table.store.add(run)


async def test_a_worker_tells_that_it_starts_runs_until_all_are_started(database: Database) -> None:
    table, told = Table(database, RunLimits()), list[bool]()

    class Telling(Worker):
        async def start(self, run_id: RunId) -> None:
            told.append(self.queue.is_starting)
            await super().start(run_id)

    worker = Telling(table, "ada")
    await ask(table, *(run_of("ann", number) for number in range(12)))
    async with worker.at_work():
        await worker.until(12)
        while worker.queue.is_starting:  # noqa: ASYNC110 - the queue tells nobody
            await asyncio.sleep(0.01)

    assert told == [True] * 12


async def test_a_worker_starts_what_is_asked_and_lets_in_what_waits_when_there_is_room(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=1))
    worker = Worker(table, "ada")
    table.queue.moved = worker.queue.wake
    runs = [run_of("ann", 0), run_of("bob", 1), run_of("cid", 2)]
    async with worker.at_work():
        for run in runs:
            await ask(table, run)
            worker.queue.wake()
        for number, run in enumerate(runs):
            await worker.until(number + 1)
            await table.store.save(replace(run, status="voting"))
            worker.queue.wake()

    assert worker.asks == [run.id for run in runs]
    assert {waits.run_id for waits in worker.said} <= {"bob1", "cid2"}


async def test_a_run_that_was_claimed_and_never_started_is_claimed_again_after_a_restart(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=1))
    await ask(table, run_of("ann", 0))
    await table.queue.claim("ada", platforms=[PLATFORM], most=8)

    worker = Worker(table, "ada")
    async with worker.at_work():
        await worker.until(1)

    assert worker.started == ["ann0"]


async def test_what_a_dead_worker_had_claimed_and_not_started_is_started_by_who_takes_its_places(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=5))
    await ask(table, *(run_of("ann", number) for number in range(3)))
    await table.queue.claim("dead", platforms=[PLATFORM], most=8)

    worker = Worker(table, "ada")
    async with worker.at_work():
        await worker.queue.take_over("dead", worker.known)
        await worker.until(3)

    assert set(worker.started) == {"ann0", "ann1", "ann2"}
    assert set((await table.queue.sweep()).values()) == {"ada"}


class LateClaims(SqlQueue):
    """A queue that stores a claim and delays its answer to the worker."""

    def __init__(self, database: Database) -> None:
        super().__init__(database, RunLimits(in_all=1), channel=CHANGES)
        self.stored, self.told = asyncio.Event(), asyncio.Event()

    async def claim(
        self, worker: str, *, platforms: Collection[str], most: int, patiently: bool = False
    ) -> Claim:
        claim = await super().claim(worker, platforms=platforms, most=most, patiently=patiently)
        self.stored.set()
        await self.told.wait()
        return claim


async def test_a_run_that_is_about_to_be_started_is_not_taken_for_one_that_never_was(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=1))
    table.queue = late = LateClaims(database)
    await ask(table, *(run_of(f"person{number}-", number) for number in range(3)))
    worker = Worker(table, "ada")
    async with worker.at_work(until=late.stored):
        # # Sweeps of a check that did not wait for the claim would come before these.
        for _ in range(3):
            await late.sweep()
        late.told.set()
        await worker.begins(3)
        carriers = set((await late.sweep()).values())
        for run_id in table.runs:
            worker.queue.let_in(run_id)

    assert sorted(worker.started) == ["person0-0", "person1-1", "person2-2"]
    assert carriers == {"ada"}


async def test_those_near_the_front_hear_how_many_are_left_and_those_far_behind_only_roughly(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=1))
    worker = Worker(table, "ada")
    await ask(table, *(run_of(f"person{number}-", number) for number in range(40)))
    async with worker.at_work():
        async with asyncio.timeout(PATIENCE):
            while len({waits.run_id for waits in worker.said}) < 39:  # noqa: ASYNC110 - the double tells nobody
                await asyncio.sleep(0.01)
        for run in list(table.runs.values()):
            await table.store.cancel(run.id, NOON, STOPPED)
        for run_id in table.runs:
            worker.queue.let_in(run_id)

    told = {waits.run_id: (waits.before, waits.or_more) for waits in worker.said}
    assert told[RunId("person39-39")] == (20, True)
    assert told[RunId("person4-4")] == (3, False)


async def test_a_thousand_that_wait_cost_a_thousand_times_one(database: Database) -> None:
    table = Table(database, RunLimits(in_all=1))
    statements = 0

    def counts(*args: object) -> None:
        nonlocal statements
        statements += 1

    from sqlalchemy import event

    event.listen(database.engine_in_threads, "before_cursor_execute", counts)

    async def arrivals(first: int, many: int) -> int:
        before = statements
        await ask(table, *(run_of(f"p{number}-", number) for number in range(first, first + many)))
        while not (await table.queue.claim("ada", platforms=[PLATFORM], most=8)).is_last:
            pass
        return statements - before

    few, many = await arrivals(0, 20), await arrivals(20, 200)

    assert len(await table.queue.places()) == 219
    assert many < 15 * few


async def test_the_engine_is_asked_once_for_each_run_that_was_started(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("council_core.admission.LOOK_SECONDS", 0.05)
    table = Table(database, RunLimits(in_all=1))
    worker = Worker(table, "ada")
    asked: list[str] = []

    async def known(run_ids: Collection[RunId]) -> list[RunId]:
        asked.extend(run_ids)
        return [run_id for run_id in run_ids if run_id in worker.started]

    await ask(table, *(run_of(f"p{number}-", number) for number in range(20)))
    async with worker.at_work():
        looking = asyncio.create_task(worker.queue.look_after(known))
        async with asyncio.timeout(PATIENCE):
            while len(worker.started) < 20 or len(set(asked)) < 20:  # noqa: ASYNC110 - the double tells nobody
                await asyncio.sleep(0.01)
        before = len(asked)
        await asyncio.sleep(0.5)
        looking.cancel()
        for run_id in table.runs:
            worker.queue.let_in(run_id)

    assert len(asked) <= before + 20
    assert await table.queue.among([RunId("p3-3"), RunId("nobody")]) == {"p3-3"}
