"""Tests of the queue in the store: the runs that may ask models, the waiting ones, and the next one."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest
from sqlalchemy import text

from council_core.domain.ending import OUR_FAULT
from council_core.domain.place import PersonId
from council_core.domain.question import Asker, RunId
from council_core.domain.run import Run
from council_core.domain.waiting import RunLimits
from council_core.errors import TooManyWaiting, UnknownRun
from council_core.storage.database import Database
from council_core.storage.notices import CHANGES
from council_core.storage.queue import SqlQueue
from council_core.storage.runs import SqlRunStore
from tests.samples import NOON, QUESTION, STOPPED, a_run


def run_of(person: str, number: int, *, channel: str = "C1", parent: str | None = None) -> Run:
    """Return the run that this person asked this many seconds after noon."""
    asker = Asker(id=PersonId(person), name=person)
    question = replace(QUESTION, asker=asker, place=replace(QUESTION.place, channel=channel, parent=parent))
    asked_at = NOON + timedelta(seconds=number)
    return replace(a_run(), id=RunId(f"{person}{number}"), question=question, asked_at=asked_at)


PLATFORM = run_of("ann", 0).question.place.platform


@dataclass
class Table:
    """The queue of a database, and its runs."""

    database: Database
    limits: RunLimits
    queue: SqlQueue = field(init=False)
    store: SqlRunStore = field(init=False)
    runs: dict[RunId, Run] = field(default_factory=dict[RunId, Run])
    order: list[str] = field(default_factory=list[str])
    inside: list[RunId] = field(default_factory=list[RunId])

    def __post_init__(self) -> None:
        self.queue = SqlQueue(self.database, self.limits, channel=CHANGES)
        self.store = SqlRunStore(self.database, self.queue)

    async def comes(self, *runs: Run) -> None:
        """Add these runs one after another; a worker checks the queue after each."""
        for run in runs:
            self.runs[run.id] = run
            await self.store.add(run)
            await self.claims("ada")

    async def claims(self, worker: str, *, most: int = 8) -> Sequence[RunId]:
        """Let a worker check the queue; return the runs that it starts or that are admitted for it."""
        claim = await self.queue.claim(worker, platforms=[PLATFORM], most=most)
        self.order.extend(claim.admitted)
        self.inside.extend(claim.admitted)
        return claim.taken

    async def concludes(self, *runs: str) -> None:
        """Conclude these runs, and let a worker check the queue."""
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
        """Return the run's place in the queue and the number of runs ahead."""
        waits = (await self.queue.places()).get(RunId(run))
        return None if waits is None else (waits.limit, waits.before)


async def test_without_limits_everybody_comes_in(database: Database) -> None:
    table = Table(database, RunLimits())
    await table.comes(*(run_of("ann", number) for number in range(30)))

    assert len(table.order) == 30
    assert await table.queue.places() == {}


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
    await table.queue.stand(old.id, "ada")
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

    assert set(await table.queue.sweep()) == {"eve4"}


async def test_a_question_that_is_not_kept_has_no_place(database: Database) -> None:
    table = Table(database, RunLimits(in_all=1, waiting_of_person=2))
    await table.comes(*(run_of("ann", number) for number in range(3)))

    with pytest.raises(TooManyWaiting, match="waiting=2"):
        await table.store.add(run_of("ann", 3))
    await table.comes(run_of("bob", 4))
    repeated = await table.store.add(run_of("ann", 2))

    assert not repeated
    with pytest.raises(UnknownRun):
        await table.store.get(RunId("ann3"))
    assert set(await table.queue.sweep()) == {"ann0", "ann1", "ann2", "bob4"}


async def test_limits_hold_to_the_letter_over_workers_that_look_at_the_same_moment(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=12, of_person=2))
    for number in range(60):
        await table.store.add(run_of(f"person{number % 10}-", number))

    async def look(worker: str) -> None:
        queue = SqlQueue(database, table.limits, channel=CHANGES)
        while not (await queue.claim(worker, platforms=[PLATFORM], most=2)).is_last:
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

    is_inside = await table.queue.stand(old.id, "ada")
    await table.comes(run_of("bob", 1))

    assert is_inside
    assert table.order == []
    assert await table.waits("bob1") == ("process", 0)


async def test_a_run_that_has_ended_gets_no_place_again(database: Database) -> None:
    table = Table(database, RunLimits(in_all=1))
    await table.comes(run_of("ann", 0))
    await table.store.cancel(RunId("ann0"), NOON, STOPPED)

    assert not await table.queue.stand(RunId("ann0"), "ada")
    assert await table.queue.sweep() == {}


async def test_rows_that_an_earlier_version_left_behind_are_swept(database: Database) -> None:
    table = Table(database, RunLimits(in_all=1))
    run = run_of("ann", 0)
    await table.comes(run)
    await SqlRunStore(database).save(replace(run, status="voting"))

    assert await table.queue.sweep() == {}


async def test_the_places_of_a_worker_that_is_gone_are_anothers_and_keep_their_turns(
    database: Database,
) -> None:
    table = Table(database, RunLimits(in_all=2))
    await table.comes(*(run_of("ann", number) for number in range(4)))

    moved = await table.queue.hand_over("ada", "blaise")

    assert set(moved) == {"ann0", "ann1", "ann2", "ann3"}
    assert await table.queue.claimants() == {"blaise"}
    assert await table.waits("ann2") == ("process", 0)
    assert await table.queue.stand(RunId("ann0"), "blaise")
    assert not await table.queue.stand(RunId("ann2"), "blaise")
