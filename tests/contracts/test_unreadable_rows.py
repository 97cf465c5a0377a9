"""Rows that this version cannot read, damaged or of another version: each stops what it is itself, and nothing else,
and leaves one line in the log."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import timedelta

import pytest
from sqlalchemy import Table, update

from council_core.domain.ballot import Ballot
from council_core.domain.place import Message, PersonId
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.schedule import Recurrence, Schedule, ScheduleId
from council_core.domain.search import EVERYTHING, Wanted, phrases_in
from council_core.domain.slate import Alias
from council_core.domain.template import Template
from council_core.errors import StoreIncompatible
from council_core.storage import tables
from council_core.storage.database import Database
from council_core.storage.history import SqlAnswerTimes, SqlEarlierQuestions, SqlHistory
from council_core.storage.places import SqlOwnTemplates
from council_core.storage.receipts import SqlReceipts
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.storage.schedules import SqlSchedules
from council_core.testing import SteppingClock
from tests.core.sitting import a_sitting
from tests.samples import HERE, NOON, QUESTION, SETTINGS, a_run

BROKEN, WELL = RunId("r000000000001"), RunId("r000000000002")
LATER = NOON + timedelta(days=9)


@dataclass(frozen=True)
class Book:
    """Two revealed runs of one channel, the first of which is unreadable."""

    database: Database
    runs: SqlRunStore


async def spoil(database: Database, table: Table, column: str, **key: str) -> None:
    """Write a value of a newer version into a row."""
    spoiled = update(table).where(*(table.c[name] == value for name, value in key.items()))
    spoiled = spoiled.values({column: '{"version":99,"what":"of a newer Council"}'})
    await database.write(lambda connection: connection.execute(spoiled))


@pytest.fixture(
    params=[
        (tables.runs, "question", "id"),
        (tables.runs, "settings", "id"),
        (tables.runs, "verdict", "id"),
        (tables.outcomes, "body", "run_id"),
        (tables.ballots, "choice", "run_id"),
    ],
    ids=lambda value: f"{value[0].name}.{value[1]}",
)
async def book(request: pytest.FixtureRequest, database: Database) -> Book:
    """Return the runs; one part of the first cannot be read."""
    runs = SqlRunStore(database)
    for number, run_id in enumerate((BROKEN, WELL)):
        sitting = await a_sitting().hold()
        run = replace(sitting, id=run_id, asked_at=NOON + number * timedelta(hours=1))
        await runs.add(replace(run, status="asked", finished_at=None, voting_closed_at=None))
        await runs.save(replace(run, status="voting", finished_at=None, voting_closed_at=None))
        await runs.cast(run_id, Ballot(voter=PersonId("U7"), order=((Alias("A"),),), cast_at=NOON))
        await runs.save(run)
    table, column, key = request.param
    await spoil(database, table, column, **{key: BROKEN})
    return Book(database, runs)


def ids(runs: Sequence[Run]) -> list[RunId]:
    return [run.id for run in runs]


async def test_a_run_that_cannot_be_read_is_missing_from_lists_and_nothing_else_is(book: Book) -> None:
    words = phrases_in("tabs")

    assert ids(await book.runs.latest(limit=9, place=HERE)) == [WELL]
    assert ids(await book.runs.asked_by(QUESTION.asker.id, HERE, limit=9)) == [WELL]
    assert BROKEN not in ids(await book.runs.search(words, limit=9, place=HERE))
    assert WELL in ids(await book.runs.voted_runs(HERE, limit=9))
    with pytest.raises(StoreIncompatible):
        await book.runs.get(BROKEN)


async def test_a_page_is_as_long_as_without_it(database: Database) -> None:
    runs = SqlRunStore(database)
    numbered = [RunId(f"r{number:012d}") for number in range(5)]
    for hours, run_id in enumerate(numbered):
        await runs.add(a_run(run_id, asked_at=NOON + hours * timedelta(hours=1)))
    for run_id in (numbered[4], numbered[2]):
        await spoil(database, tables.runs, "question", id=run_id)

    pages = [ids(await runs.latest(limit=limit, place=HERE)) for limit in (1, 2, 3, 4)]

    readable = [numbered[3], numbered[1], numbered[0]]
    assert pages == [readable[:1], readable[:2], readable, readable]


@pytest.mark.parametrize("searches", ["runs", "history", "newest of a channel"])
async def test_a_page_of_a_search_is_as_long_as_without_it(database: Database, searches: str) -> None:
    runs, history, words = SqlRunStore(database), SqlHistory(database), phrases_in("tabs")
    numbered = [RunId(f"r{number:012d}") for number in range(5)]
    for hours, run_id in enumerate(numbered):
        await runs.add(a_run(run_id, asked_at=NOON + hours * timedelta(hours=1)))
    for run_id in (numbered[4], numbered[2]):
        await spoil(database, tables.runs, "question", id=run_id)

    async def page(limit: int, wanted: Wanted = EVERYTHING) -> list[RunId]:
        if searches == "runs":
            return ids(await runs.search(words, limit=limit, place=HERE, wanted=wanted))
        if searches == "history":
            return ids(await history.search(words, [HERE], limit=limit, wanted=wanted))
        return ids(await history.newest([HERE], limit=limit, wanted=wanted))

    readable = [numbered[3], numbered[1], numbered[0]]
    pages = [await page(limit) for limit in (1, 2, 3, 4)]
    assert pages == [readable[:1], readable[:2], readable, readable]
    assert await page(2, Wanted(newer_than=numbered[0])) == [numbered[3], numbered[1]]
    assert await page(2, Wanted(older_than=numbered[3])) == [numbered[1], numbered[0]]


async def test_new_runs_of_its_channel_learn_from_the_others(book: Book) -> None:
    members = len((await book.runs.get(WELL)).settings.roster.answering)

    await book.runs.voted_runs(HERE, limit=9)
    await book.runs.ranked_runs(HERE, limit=9)
    await SqlAnswerTimes(book.database).latest(HERE, members=members, is_demo=False, fewest=1)
    earlier = SqlEarlierQuestions(book.database)
    found = await earlier.sharing(QUESTION.text.lower().split(), HERE, before=LATER, limit=9)

    assert WELL in [each.run_id for each in found] or not found


async def test_the_unreadable_run_is_deleted_all_the_same(book: Book) -> None:
    gone = await SqlRetention(book.database).delete(BROKEN, LATER, from_chat=True)

    assert gone.run_id == BROKEN
    assert ids(await book.runs.latest(limit=9, place=HERE)) == [WELL]


async def test_other_votings_close_beside_one_whose_settings_cannot_be_read(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    runs, broken = SqlRunStore(database), RunId(f"r-{database.url.get_backend_name()}")
    for run_id in (broken, WELL):
        open_run = a_run(run_id, settings=replace(SETTINGS, votes_needed=1))
        await runs.add(open_run)
        await runs.save(replace(open_run, status="voting", voting_opened_at=NOON))
        await runs.cast(run_id, Ballot(voter=PersonId("U7"), order=((Alias("A"),),), cast_at=NOON))
    await spoil(database, tables.runs, "settings", id=broken)

    found = [await runs.votings_to_close(platforms=["slack"]) for _ in range(3)]

    assert found == [(WELL,)] * 3
    (line,) = [message for message in caplog.messages if "left out" in message]
    assert line.startswith(f"run {broken} is left out until its row is mended or deleted: ")


async def test_other_deletions_end_beside_one_whose_posts_cannot_be_read(database: Database) -> None:
    runs, retention = SqlRunStore(database), SqlRetention(database)
    for run_id in (BROKEN, WELL):
        await runs.add(a_run(run_id))
        await retention.delete(run_id, NOON, from_chat=True)
    await spoil(database, tables.forgotten, "posts", run_id=BROKEN)

    assert [each.run_id for each in await retention.unsettled()] == [WELL]


async def test_a_run_is_deleted_with_the_posts_whose_receipts_can_be_read(database: Database) -> None:
    runs, receipts = SqlRunStore(database), SqlReceipts(database, SteppingClock())
    await runs.add(a_run(WELL))
    keys = [f"{WELL}/card", f"{WELL}/verdict"]
    await receipts.claim(keys)
    await receipts.settle({key: Message(place=HERE, id=key) for key in keys})
    await spoil(database, tables.receipts, "message", key=keys[0])

    gone = await SqlRetention(database).delete(WELL, NOON, from_chat=True)

    assert [post.key for post in gone.posts] == [keys[1]]


async def test_other_schedules_ask_beside_one_that_cannot_be_read(database: Database) -> None:
    schedules = SqlSchedules(database)
    for name in ("s1", "s2"):
        await schedules.add(a_schedule(name))
    await spoil(database, tables.schedules, "recurrence", id="s1")

    due = await schedules.due(LATER, platforms=["slack"])
    listed = await schedules.kept(HERE)

    assert [each.id for each in due] == ["s2"] == [each.id for each in listed]


async def test_other_templates_can_be_used_beside_one_that_cannot_be_read(database: Database) -> None:
    own = SqlOwnTemplates(database, SteppingClock())
    for name in ("minutes", "notes"):
        template = Template(name=name, title=name, summary="", instructions="Be brief.")
        await own.save(HERE, template, before="", by=PersonId("U1"))
    await spoil(database, tables.own_templates, "template", name="minutes")

    assert [each.name for each in await own.of(HERE)] == ["notes"]


def a_schedule(name: str) -> Schedule:
    return Schedule(
        id=ScheduleId(name),
        place=HERE,
        owner=PersonId("U1"),
        owner_name="Alice",
        locale="en",
        text="What broke?",
        recurrence=Recurrence(weekdays=(0,), hour=9, minute=0, zone="Europe/Berlin"),
        created_at=NOON,
        next_at=NOON + timedelta(days=1),
    )
