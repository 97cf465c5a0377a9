"""Tests of the line in the store: the runs that may ask models, the waiting ones, and the next one."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Collection, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import text

from council_core.domain.ending import OUR_FAULT
from council_core.domain.place import PersonId
from council_core.domain.question import Asker, RunId
from council_core.domain.run import Run
from council_core.domain.waiting import RunLimits, RunWaits
from council_core.engine.line import Line
from council_core.errors import TooManyWaiting, UnknownRun
from council_core.ports import Claim
from council_core.storage.database import Database
from council_core.storage.line import SqlLine
from council_core.storage.migrate import migrate
from council_core.storage.notices import CHANGES
from council_core.storage.runs import SqlRunStore
from tests.samples import NOON, QUESTION, STOPPED, a_run
from tests.testbed.postgres import fresh_database


def run_of(person: str, number: int, *, channel: str = "C1", parent: str | None = None) -> Run:
    """Return the run that this person asked this many seconds after noon."""
    asker = Asker(id=PersonId(person), name=person)
    question = replace(QUESTION, asker=asker, place=replace(QUESTION.place, channel=channel, parent=parent))
    asked_at = NOON + timedelta(seconds=number)
    return replace(a_run(), id=RunId(f"{person}{number}"), question=question, asked_at=asked_at)


PLATFORM = run_of("ann", 0).question.place.platform


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """Yield an empty database of each kind."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        url = await fresh_database(request.getfixturevalue("postgres"))
    opened = Database(url)
    await migrate(opened)
    yield opened
    await opened.aclose()


@dataclass
class Table:
    """The line of a database, and its runs."""

    database: Database
    limits: RunLimits
    line: SqlLine = field(init=False)
    store: SqlRunStore = field(init=False)
    runs: dict[RunId, Run] = field(default_factory=dict[RunId, Run])
    order: list[str] = field(default_factory=list[str])
    inside: list[RunId] = field(default_factory=list[RunId])

    def __post_init__(self) -> None:
        self.line = SqlLine(self.database, self.limits, channel=CHANGES)
        self.store = SqlRunStore(self.database, self.line)

    async def comes(self, *runs: Run) -> None:
        """Add these runs one after another; a worker checks the line after each."""
        for run in runs:
            self.runs[run.id] = run
            await self.store.add(run)
            await self.claims("ada")

    async def claims(self, worker: str, *, most: int = 8) -> Sequence[RunId]:
        """Let a worker check the line; return the runs that it starts or that are admitted for it."""
        claim = await self.line.claim(worker, platforms=[PLATFORM], most=most)
        self.order.extend(claim.admitted)
        self.inside.extend(claim.admitted)
        return claim.taken

    async def concludes(self, *runs: str) -> None:
        """Conclude these runs, and let a worker check the line."""
        for run in runs:
            run_id = RunId(run)
            self.inside.remove(run_id)
            await self.store.save(replace(self.runs[run_id], status="voting"))
            await self.claims("ada")

    async def empties(self) -> list[str]:
        """Conclude the first admitted run until none is left; return the order of admission."""
        while self.inside:
            await self.concludes(self.inside[0])
        return self.order

    async def waits(self, run: str) -> tuple[str, int] | None:
        """Return the run's place in the line and the number of runs ahead."""
        waits = (await self.line.places()).get(RunId(run))
        return None if waits is None else (waits.limit, waits.before)


async def test_without_limits_everybody_comes_in(database: Database) -> None:
    table = Table(database, RunLimits())
    await table.comes(*(run_of("ann", number) for number in range(30)))

    assert len(table.order) == 30
    assert await table.line.places() == {}


LIMITED = [
    (RunLimits(in_all=2), "process", "with two in all"),
    (RunLimits(of_person=2), "person", "with two of a person"),
    (RunLimits(of_channel=2), "channel", "with two of a channel"),
]


@pytest.mark.parametrize(("limits", "limit", "why"), LIMITED, ids=[case[2] for case in LIMITED])
async def test_a_third_run_waits_and_learns_what_for(
    database: Database, limits: RunLimits, limit: str, why: str
) -> None:
    table = Table(database, limits)
    await table.comes(*(run_of("ann", number) for number in range(4)))

    assert table.order == ["ann0", "ann1"]
    assert await table.waits("ann2") == (limit, 0)
    assert await table.waits("ann3") == (limit, 1)

    await table.concludes("ann1")

    assert table.order == ["ann0", "ann1", "ann2"]


async def test_the_limits_of_people_and_channels_are_their_own(database: Database) -> None:
    table = Table(database, RunLimits(of_person=1, of_channel=2))
    await table.comes(run_of("ann", 0), run_of("ann", 1, channel="C2"), run_of("bob", 2))
    await table.comes(run_of("cid", 3), run_of("cid", 4, channel="C2"))

    assert table.order == ["ann0", "bob2", "cid4"]
    assert await table.waits("ann1") == ("person", 0)


async def test_private_threads_count_towards_the_limit_of_their_parent_channel(database: Database) -> None:
    table = Table(database, RunLimits(of_channel=2))
    threads = [run_of(f"person{number}-", number, channel=f"T{number}", parent="C1") for number in range(3)]
    await table.comes(run_of("ann", 9), *threads)

    assert table.order == ["ann9", "person0-0"]
    assert await table.waits("person1-1") == ("channel", 0)


async def test_a_private_thread_that_comes_back_into_the_line_counts_for_its_parent_channel(
    database: Database,
) -> None:
    table = Table(database, RunLimits(of_channel=1))
    old = run_of("ann", 0, channel="T1", parent="C1")
    await SqlRunStore(database).add(old)
    await table.line.stand(old.id, "ada")
    await table.comes(run_of("bob", 1))

    assert await table.waits("bob1") == ("channel", 0)


async def test_who_asks_one_question_waits_for_at_most_one_of_somebodys_fifty(database: Database) -> None:
    table = Table(database, RunLimits(in_all=1))
    await table.comes(*(run_of("ann", number) for number in range(50)))
    await table.comes(run_of("bob", 50), run_of("bob", 51), run_of("cid", 52))

    order = await table.empties()

    assert order[:6] == ["ann0", "ann1", "bob50", "cid52", "ann2", "bob51"]
    assert order[6:] == [f"ann{number}" for number in range(3, 50)]


async def test_nobody_starves_however_many_others_keep_coming(database: Database) -> None:
    table = Table(database, RunLimits(in_all=1))
    await table.comes(run_of("ann", 0), run_of("ann", 1), run_of("ann", 2))
    for number in range(10):
        await table.comes(run_of(f"person{number}-", 10 + number), run_of(f"other{number}-", 30 + number))
        await table.concludes(table.inside[0])

    assert {"ann0", "ann1", "ann2"} <= set(table.order)


async def test_a_run_leaves_the_line_with_its_verdict_its_failure_its_cancellation_or_its_deletion(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=1))
    runs = [run_of(name, number) for number, name in enumerate(("ann", "bob", "cid", "dan", "eve"))]
    await table.comes(*runs)

    await table.store.save(replace(runs[0], status="voting"))
    await table.store.save(replace(runs[1], status="failed", ending=OUR_FAULT, finished_at=NOON))
    await table.store.cancel(runs[2].id, NOON, STOPPED)
    async with database.writing() as connection:
        await connection.execute(text("DELETE FROM runs WHERE id = 'dan3'"))

    assert set(await table.line.sweep()) == {"eve4"}


async def test_a_question_that_is_not_kept_has_no_place(database: Database) -> None:
    table = Table(database, RunLimits(in_all=1, waiting_of_person=2))
    await table.comes(*(run_of("ann", number) for number in range(3)))

    with pytest.raises(TooManyWaiting, match="You have 2 questions waiting, as many as one person may have"):
        await table.store.add(run_of("ann", 3))
    await table.comes(run_of("bob", 4))
    repeated = await table.store.add(run_of("ann", 2))

    assert not repeated
    with pytest.raises(UnknownRun):
        await table.store.get(RunId("ann3"))
    assert set(await table.line.sweep()) == {"ann0", "ann1", "ann2", "bob4"}


async def test_limits_hold_to_the_letter_over_workers_that_look_at_the_same_moment(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=12, of_person=2))
    for number in range(60):
        await table.store.add(run_of(f"person{number % 10}-", number))

    async def look(worker: str) -> None:
        line = SqlLine(database, table.limits, channel=CHANGES)
        while not (await line.claim(worker, platforms=[PLATFORM], most=2)).is_last:
            pass

    await asyncio.gather(*(look(f"worker{number}") for number in range(6)))

    async with database.reading() as connection:
        rows = (await connection.execute(text("SELECT person, carrier FROM line WHERE inside = TRUE"))).all()
        unclaimed = await connection.scalar(text("SELECT count(*) FROM line WHERE carrier IS NULL"))
    people = [row.person for row in rows]
    assert len(rows) == 12
    assert max(people.count(each) for each in people) == 2
    assert unclaimed == 0


async def test_a_run_of_an_earlier_version_that_is_resumed_counts_as_inside(database: Database) -> None:
    table = Table(database, RunLimits(in_all=1))
    old = run_of("ann", 0)
    await SqlRunStore(database).add(old)

    is_inside = await table.line.stand(old.id, "ada")
    await table.comes(run_of("bob", 1))

    assert is_inside
    assert table.order == []
    assert await table.waits("bob1") == ("process", 0)


async def test_a_run_that_has_ended_gets_no_place_again(database: Database) -> None:
    table = Table(database, RunLimits(in_all=1))
    await table.comes(run_of("ann", 0))
    await table.store.cancel(RunId("ann0"), NOON, STOPPED)

    assert not await table.line.stand(RunId("ann0"), "ada")
    assert await table.line.sweep() == {}


async def test_rows_that_an_earlier_version_left_behind_are_swept(database: Database) -> None:
    table = Table(database, RunLimits(in_all=1))
    run = run_of("ann", 0)
    await table.comes(run)
    await SqlRunStore(database).save(replace(run, status="voting"))

    assert await table.line.sweep() == {}


async def test_the_places_of_a_worker_that_is_gone_are_anothers_and_keep_their_turns(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=2))
    await table.comes(*(run_of("ann", number) for number in range(4)))

    moved = await table.line.hand_over("ada", "blaise")

    assert set(moved) == {"ann0", "ann1", "ann2", "ann3"}
    assert await table.line.carriers() == {"blaise"}
    assert await table.waits("ann2") == ("process", 0)
    assert await table.line.stand(RunId("ann0"), "blaise")
    assert not await table.line.stand(RunId("ann2"), "blaise")


@dataclass
class Worker:
    """A worker at the line, whose stories only wait for their turn."""

    table: Table
    name: str
    line: Line = field(init=False)
    started: list[RunId] = field(default_factory=list[RunId])
    asks: list[RunId] = field(default_factory=list[RunId])
    said: list[RunWaits] = field(default_factory=list[RunWaits])
    loses: int = 0
    """Number of starts that are lost, as after a kill between the claim and the start."""

    def __post_init__(self) -> None:
        self.line = Line(self.table.line, worker=self.name)

    async def start(self, run_id: RunId) -> None:
        """Start a run."""
        if self.loses:
            self.loses -= 1
            return
        self.started.append(run_id)
        self.group.create_task(self.carry(run_id))

    async def carry(self, run_id: RunId) -> None:
        """Execute a run's story up to its first question to a model."""
        await self.line.admitted(self.table.runs[run_id], self.said.append)
        self.asks.append(run_id)

    async def known(self, run_ids: object) -> list[RunId]:
        """Return the engine's records."""
        return self.started

    @asynccontextmanager
    async def at_work(self, *, until: asyncio.Event | None = None) -> AsyncGenerator["Worker"]:
        """Work as long as the block lasts; the worker checks the line from this event on."""

        async def ours() -> None:
            pass

        # # A failed test is better than one that waits for ever.
        async with asyncio.timeout(120), asyncio.TaskGroup() as self.group:
            tasks = [self.group.create_task(self.line.work(self.start, [PLATFORM], ours))]
            if until is not None:
                await until.wait()
            tasks.append(self.group.create_task(self.line.look_after(self.known)))
            yield self
            for task in tasks:
                task.cancel()

    async def begins(self, runs: int) -> None:
        """Wait until the worker has started this many runs."""
        async with asyncio.timeout(60):
            while len(self.started) < runs:  # noqa: ASYNC110 - the double tells nobody
                await asyncio.sleep(0.01)

    async def until(self, asks: int) -> None:
        """Wait until this many of its runs ask models."""
        async with asyncio.timeout(60):
            while len(self.asks) < asks:  # noqa: ASYNC110 - the double tells nobody
                await asyncio.sleep(0.01)


async def ask(table: Table, *runs: Run) -> None:
    for run in runs:
        table.runs[run.id] = run
        await table.store.add(run)


async def test_a_worker_starts_what_is_asked_and_lets_in_what_waits_when_there_is_room(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=1))
    worker = Worker(table, "ada")
    table.line.moved = worker.line.wake
    runs = [run_of("ann", 0), run_of("bob", 1), run_of("cid", 2)]
    async with worker.at_work():
        for run in runs:
            await ask(table, run)
            worker.line.wake()
        for number, run in enumerate(runs):
            await worker.until(number + 1)
            await table.store.save(replace(run, status="voting"))
            worker.line.wake()

    assert worker.asks == [run.id for run in runs]
    assert {waits.run_id for waits in worker.said} <= {"bob1", "cid2"}


async def test_a_run_that_was_claimed_and_never_started_is_claimed_again_after_a_restart(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=1))
    await ask(table, run_of("ann", 0))
    await table.line.claim("ada", platforms=[PLATFORM], most=8)

    worker = Worker(table, "ada")
    async with worker.at_work():
        await worker.until(1)

    assert worker.started == ["ann0"]


async def test_what_a_dead_worker_had_claimed_and_not_started_is_started_by_who_takes_its_places(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=5))
    await ask(table, *(run_of("ann", number) for number in range(3)))
    await table.line.claim("dead", platforms=[PLATFORM], most=8)

    worker = Worker(table, "ada")
    async with worker.at_work():
        await worker.line.take_over("dead", worker.known)
        await worker.until(3)

    assert set(worker.started) == {"ann0", "ann1", "ann2"}
    assert set((await table.line.sweep()).values()) == {"ada"}


class LateClaims(SqlLine):
    """A line that stores a claim and delays its answer to the worker."""

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
    table.line = late = LateClaims(database)
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
            worker.line.let_in(run_id)

    assert sorted(worker.started) == ["person0-0", "person1-1", "person2-2"]
    assert carriers == {"ada"}


async def test_those_near_the_front_hear_how_many_are_left_and_those_far_behind_only_roughly(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=1))
    worker = Worker(table, "ada")
    await ask(table, *(run_of(f"person{number}-", number) for number in range(40)))
    async with worker.at_work():
        async with asyncio.timeout(60):
            while len({waits.run_id for waits in worker.said}) < 39:  # noqa: ASYNC110 - the double tells nobody
                await asyncio.sleep(0.01)
        for run in list(table.runs.values()):
            await table.store.cancel(run.id, NOON, STOPPED)
        for run_id in table.runs:
            worker.line.let_in(run_id)

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
        while not (await table.line.claim("ada", platforms=[PLATFORM], most=8)).is_last:
            pass
        return statements - before

    few, many = await arrivals(0, 20), await arrivals(20, 200)

    assert len(await table.line.places()) == 219
    assert many < 15 * few


async def test_the_engine_is_asked_once_for_each_run_that_was_started(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("council_core.engine.line.LOOK_SECONDS", 0.05)
    table = Table(database, RunLimits(in_all=1))
    worker = Worker(table, "ada")
    asked: list[str] = []

    async def known(run_ids: Collection[RunId]) -> list[RunId]:
        asked.extend(run_ids)
        return [run_id for run_id in run_ids if run_id in worker.started]

    await ask(table, *(run_of(f"p{number}-", number) for number in range(20)))
    async with worker.at_work():
        looking = asyncio.create_task(worker.line.look_after(known))
        async with asyncio.timeout(60):
            while len(worker.started) < 20 or len(set(asked)) < 20:  # noqa: ASYNC110 - the double tells nobody
                await asyncio.sleep(0.01)
        before = len(asked)
        await asyncio.sleep(0.5)
        looking.cancel()
        for run_id in table.runs:
            worker.line.let_in(run_id)

    assert len(asked) <= before + 20
    assert await table.line.among([RunId("p3-3"), RunId("nobody")]) == {"p3-3"}
