"""Contract of every store for deletion: the double in memory, SQLite and Postgres alike."""

import asyncio
from collections.abc import AsyncIterator, Collection
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, func, select, text, update

from council_core.domain.ballot import Ballot, Feedback
from council_core.domain.observations import StoreUsed
from council_core.domain.place import Message, PersonId, Place, Scope
from council_core.domain.question import RunId, Turn
from council_core.domain.run import Run
from council_core.domain.slate import Alias
from council_core.errors import RunDeleted, StoreUnavailable, UnknownRun
from council_core.ports import RunStore
from council_core.redaction import redact
from council_core.retention import Retention, RetentionStore
from council_core.storage import tables
from council_core.storage.database import Database
from council_core.storage.places import SqlPlaceSettings
from council_core.storage.receipts import SqlReceipts
from council_core.storage.retention import SqlRetention, receipts_of
from council_core.storage.runs import SqlRunStore
from council_core.testing import MemoryRunStore, SteppingClock
from tests.contracts.conftest import emptied
from tests.samples import HERE, MEMBERS, NOON, QUESTION, SETTINGS, STOPPED, a_run, an_answer

RUN = RunId("r000000000001")
LATER = NOON + timedelta(days=2)
THREAD = replace(HERE, thread="17")


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def kept(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[tuple[RunStore, RetentionStore]]:
    """Yield an empty store of each kind, and the retention that deletes from it."""
    if request.param == "memory":
        both = MemoryRunStore()
        yield both, both
        return
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres")
    opened = await emptied(url)
    yield SqlRunStore(opened), SqlRetention(opened)
    await opened.aclose()


@pytest.fixture
def store(kept: tuple[RunStore, RetentionStore]) -> RunStore:
    """Return the store."""
    return kept[0]


@pytest.fixture
def retention(kept: tuple[RunStore, RetentionStore]) -> RetentionStore:
    """Return the retention over this store."""
    return kept[1]


async def a_whole_run(store: RunStore, run_id: RunId = RUN) -> None:
    """Store a run with every kind of data."""
    asked = a_run(run_id, settings=replace(SETTINGS, language="de"))
    await store.add(asked)
    await store.save(
        replace(asked, status="voting", outcomes=(an_answer(MEMBERS[0]),), voting_opened_at=NOON)
    )
    await store.cast(run_id, Ballot(voter=PersonId("U1"), order=((Alias("A"),),), cast_at=NOON))
    await store.add_late(run_id, an_answer(MEMBERS[3]))
    await store.give_feedback(run_id, Feedback(person=PersonId("U1"), good=True, given_at=NOON))


async def test_a_deleted_run_is_gone_and_its_id_says_so_ever_after(
    store: RunStore, retention: RetentionStore
) -> None:
    await a_whole_run(store)

    gone = await retention.delete(RUN, LATER, from_chat=True)

    with pytest.raises(RunDeleted, match="run_id=r000000000001 at=2026-11-22") as caught:
        await store.get(RUN)
    assert caught.value.where == ("slack", "T1", "C1")
    assert caught.value.language == gone.language == "de"
    assert [one.language for one in await retention.unsettled()] == ["de"]
    assert (gone.run_id, gone.place, gone.at, gone.had_ended) == (RUN, HERE, LATER, False)
    assert await store.latest(limit=5) == ()


async def test_what_was_never_there_cannot_be_deleted_and_nothing_is_deleted_twice(
    store: RunStore, retention: RetentionStore
) -> None:
    with pytest.raises(UnknownRun) as unknown:
        await retention.delete(RUN, LATER, from_chat=True)
    await store.add(a_run())
    await retention.delete(RUN, LATER, from_chat=True)

    with pytest.raises(RunDeleted):
        await retention.delete(RUN, LATER, from_chat=True)

    assert not isinstance(unknown.value, RunDeleted)


async def test_a_delivery_that_comes_once_more_does_not_bring_a_deleted_run_back(
    store: RunStore, retention: RetentionStore
) -> None:
    await store.add(a_run())
    await retention.delete(RUN, LATER, from_chat=False)

    with pytest.raises(RunDeleted):
        await store.add(a_run())

    assert await store.latest(limit=5) == ()


async def test_a_story_that_goes_on_for_a_moment_brings_nothing_back(
    store: RunStore, retention: RetentionStore
) -> None:
    await a_whole_run(store)
    await retention.delete(RUN, LATER, from_chat=False)

    await store.save(a_run(status="reviewing", outcomes=(an_answer(MEMBERS[0]),)))

    with pytest.raises(RunDeleted):
        await store.add_late(RUN, an_answer(MEMBERS[3]))
    with pytest.raises(RunDeleted):
        await store.cast(RUN, Ballot(voter=PersonId("U1"), order=((Alias("A"),),), cast_at=NOON))
    assert await store.latest(limit=5) == ()
    assert await store.cancel(RUN, LATER, STOPPED) is False


async def test_other_runs_stay_as_they_are(store: RunStore, retention: RetentionStore) -> None:
    other = RunId("r000000000002")
    await a_whole_run(store)
    await a_whole_run(store, other)
    before = await store.get(other)

    await retention.delete(RUN, LATER, from_chat=False)

    assert await store.get(other) == before


async def test_later_questions_of_the_thread_no_longer_carry_what_was_deleted(
    store: RunStore, retention: RetentionStore
) -> None:
    about = Turn(question=QUESTION.text, verdict="Use spaces.")
    between = Turn(question="And in Makefiles?", verdict="Tabs.")
    later = replace(QUESTION, text="In Go?", place=THREAD, earlier=(about, between), follows=RUN)
    await store.add(a_run())
    await store.settle_thread(RUN, THREAD)
    await store.add(a_run("r000000000002", question=later, asked_at=LATER))
    under_way = await store.get(RunId("r000000000002"))

    await retention.delete(RUN, LATER, from_chat=False)
    # # The story of the later question holds it in the form in which it was asked.
    await store.save(replace(under_way, status="reviewing"))

    kept = (await store.get(RunId("r000000000002"))).question
    assert (kept.text, kept.earlier, kept.follows) == ("In Go?", (between,), RUN)


async def test_a_later_question_without_a_thread_loses_what_was_deleted_whatever_its_words_are(
    store: RunStore, retention: RetentionStore
) -> None:
    about = Turn(question=QUESTION.text, verdict="Use spaces.", run=RUN)
    looks_empty = """Why does {"earlier":[]} stay empty?"""
    later = replace(QUESTION, text=looks_empty, earlier=(about,), follows=RUN)
    await store.add(a_run())
    await store.add(a_run("r000000000002", question=later, asked_at=LATER))
    await store.add(a_run("r000000000003", question=replace(QUESTION, text=looks_empty), asked_at=LATER))

    await retention.delete(RUN, LATER, from_chat=False)

    questions = [run.question for run in await store.latest(limit=5)]
    assert [(one.text, one.earlier) for one in questions] == [(looks_empty, ())] * 2


async def test_a_question_that_was_masked_in_a_later_one_is_found_by_its_run(
    store: RunStore, retention: RetentionStore
) -> None:
    secret = f"Why is sk-ant-{'a1' * 20} refused?"
    masked = redact(secret).text
    other = Turn(question=secret, verdict="Of another run.", run=RunId("r000000000009"))
    about = Turn(question=masked, verdict="It is old.", run=RUN)
    of_an_earlier_version = Turn(question=masked, verdict="It is old.")
    earlier = (about, other, of_an_earlier_version)
    later = replace(QUESTION, text="And now?", place=THREAD, earlier=earlier, follows=RUN)
    await store.add(a_run(question=replace(QUESTION, text=secret)))
    await store.settle_thread(RUN, THREAD)
    await store.add(a_run("r000000000002", question=later, asked_at=LATER))

    await retention.delete(RUN, LATER, from_chat=False)

    assert (await store.get(RunId("r000000000002"))).question.earlier == (other,)


async def test_what_is_left_to_do_is_known_until_it_is_settled(
    store: RunStore, retention: RetentionStore
) -> None:
    await store.add(a_run())
    gone = await retention.delete(RUN, LATER, from_chat=True)
    before = await retention.unsettled()

    await retention.settle([RUN])

    assert before == (gone,)
    assert await retention.unsettled() == ()
    with pytest.raises(RunDeleted):
        await store.get(RUN)


async def test_age_counts_from_the_end_or_else_from_the_vote_or_else_from_the_question(
    store: RunStore, retention: RetentionStore
) -> None:
    def at(run_id: str, **changes: object) -> Run:
        return a_run(run_id, asked_at=NOON, **changes)

    ended = {"status": "revealed", "finished_at": NOON + timedelta(days=1)}
    votes = {"status": "voting", "voting_opened_at": NOON, "voting_closes_at": NOON + timedelta(days=7)}
    for run_id, changes in (("r1", ended), ("r2", votes), ("r3", {})):
        await store.add(at(run_id))
        await store.save(at(run_id, **changes))
    elsewhere = replace(QUESTION, place=replace(HERE, channel="C2"))
    await store.add(a_run("r4", question=elsewhere))

    days = {day: await retention.older(HERE, NOON + timedelta(days=day)) for day in (0, 1, 2, 8)}

    assert days == {0: (), 1: ("r3",), 2: ("r1", "r3"), 8: ("r1", "r2", "r3")}
    assert {place.channel for place in await retention.channels()} == {"C1", "C2"}


async def test_receipts_go_with_their_run_and_no_post_of_it_is_claimed_or_settled_any_more(
    database: Database,
) -> None:
    store, retention = SqlRunStore(database), SqlRetention(database)
    receipts = SqlReceipts(database, SteppingClock())
    message = Message(place=THREAD, id="18")
    await store.add(a_run())
    await receipts.claim(["r000000000001/card"])
    await receipts.settle({"r000000000001/card": message}, THREAD)
    await receipts.claim(["r000000000001/slate/A/1"])
    await receipts.claim(["r000000000002/card"])

    gone = await retention.delete(RUN, LATER, from_chat=True)

    assert {(one.key, one.message, one.thread) for one in gone.posts} == {
        ("r000000000001/card", message, THREAD),
        ("r000000000001/slate/A/1", None, None),
    }
    assert await receipts.find("r000000000001/card") is None
    assert await receipts.find("r000000000002/card") is not None
    with pytest.raises(RunDeleted):
        await receipts.claim(["r000000000001/verdict/1"])
    with pytest.raises(RunDeleted):
        await receipts.settle({"r000000000001/slate/A/1": message})


async def test_only_one_process_cleans_up_at_a_time(database: Database) -> None:
    retention = SqlRetention(database)

    async with retention.alone() as first, retention.alone() as second:
        held = (first, second)

    async with retention.alone() as again:
        assert again
    assert held == ((True, False) if database.engine.dialect.name == "postgresql" else (True, True))


async def test_the_receipts_of_a_run_are_found_by_an_index_among_those_of_all_others(
    database: Database,
) -> None:
    is_postgres = database.engine.dialect.name == "postgresql"

    def plan(connection: Connection) -> str:
        query = select(tables.receipts).where(receipts_of(connection, RUN))
        if is_postgres:
            # # A database reads a table of a few rows whole otherwise.
            connection.execute(text("SET LOCAL enable_seqscan = off"))
        bound = query.compile(connection.engine, compile_kwargs={"literal_binds": True})
        explain = "EXPLAIN " if is_postgres else "EXPLAIN QUERY PLAN "
        return " ".join(str(row) for row in connection.execute(text(explain + str(bound))))

    said = await database.read(plan)

    assert "Index Cond: (((key)::text ~>=~" in said if is_postgres else "SEARCH receipts USING INDEX" in said


async def test_cleaning_up_may_take_longer_than_a_transaction_may_be_idle(
    postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("council_core.storage.database.IDLE_SECONDS", 0.2)
    opened = await emptied(postgres)
    retention = SqlRetention(opened)

    async with retention.alone() as first:
        with pytest.raises(StoreUnavailable):
            await idle_until_it_is_ended(opened)
        async with retention.alone() as second:
            held = (first, second)

    async with retention.alone() as again:
        assert again
    assert held == (True, False)
    await opened.aclose()


async def idle_until_it_is_ended(database: Database) -> None:
    """Keep a transaction idle until Postgres has ended its session."""
    async with database.reading() as idle:
        mine = await idle.scalar(text("SELECT pg_backend_pid()"))
        alive = select(func.count()).select_from(text("pg_stat_activity")).where(text(f"pid = {mine}"))
        while await database.read(lambda connection: connection.scalar(alive)):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        await idle.execute(text("SELECT 1"))


class NoRecords:
    """An engine that stores nothing."""

    async def delete(self, run_ids: object) -> None:
        """Do nothing: there is nothing to delete."""


class ListedRecords:
    """An engine that notes whose records are deleted."""

    def __init__(self) -> None:
        self.deleted: list[RunId] = []

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """Note these runs."""
        self.deleted += run_ids


class NoPosts:
    """A chat without posts."""

    async def erase(self, deleted: object) -> bool:
        return True


class CountedSweeps(SqlRetention):
    """Counts how often the whole file is swept."""

    sweeps = 0
    is_done = True

    async def sweep(self, *, rewrites_all: bool = False) -> bool:
        self.sweeps += 1
        return await super().sweep(rewrites_all=rewrites_all) and self.is_done


def a_retention(store: RetentionStore, *, at: datetime = LATER) -> Retention:
    """Return a retention without an engine or a chat."""
    return Retention(store=store, engine=NoRecords(), eraser=NoPosts(), clock=SteppingClock(at))


async def ended_runs(database: Database, count: int) -> list[RunId]:
    """Store this many revealed runs and return their ids."""
    store, run_ids = SqlRunStore(database), [RunId(f"r{number:012d}") for number in range(count)]
    for run_id in run_ids:
        await store.add(a_run(run_id))
        await store.save(a_run(run_id, status="revealed", finished_at=NOON))
    return run_ids


async def test_a_run_that_was_under_way_is_swept_when_it_is_deleted_and_once_more_at_its_end(
    database: Database,
) -> None:
    store, clock = CountedSweeps(database), SteppingClock(LATER, step=timedelta(minutes=2.5))
    retention = Retention(store=store, engine=NoRecords(), eraser=NoPosts(), clock=clock)
    await SqlRunStore(database).add(a_run())
    await retention.delete(RUN, from_chat=True)

    for _ in range(4):
        await retention.finish_deletions()
    early = store.sweeps
    await retention.finish_deletions()

    assert (early, store.sweeps, await store.unsettled()) == (1, 2, ())


async def test_settings_that_nobody_can_read_keep_the_runs_of_their_channel_only_and_the_log_names_the_row(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    store, places = SqlRunStore(database), SqlPlaceSettings(database, SteppingClock())
    for number, channel in enumerate(("C1", "C2", "C3")):
        question = replace(QUESTION, place=replace(HERE, channel=channel))
        await store.add(a_run(f"r{number}", question=question))
    await places.save(Scope.around(replace(HERE, channel="C2"), "channel"), {}, version=0, by=PersonId("U1"))
    broken = update(tables.place_settings).values(settings="[7]")
    await database.write(lambda connection: connection.execute(broken))

    async def kept_for(place: Place) -> timedelta:
        await places.find(Scope.around(place, "channel"))
        return timedelta(0)

    with caplog.at_level("ERROR"):
        gone = await a_retention(SqlRetention(database)).delete_old(kept_for)

    (line,) = [record.message for record in caplog.records]
    assert gone == 2
    assert [run.question.place.channel for run in await store.latest(limit=9)] == ["C2"]
    assert "settings_unreadable place=slack/T1/C2" in line


async def test_a_run_that_nobody_can_read_is_deleted_all_the_same(database: Database) -> None:
    await ended_runs(database, 2)
    unreadable = update(tables.runs).values(question="[7]")
    await database.write(lambda connection: connection.execute(unreadable))

    gone = await a_retention(SqlRetention(database)).delete_old(a_day)

    assert gone == 2


async def test_old_runs_are_deleted_in_batches_and_an_interrupted_deletion_goes_on(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[int, int]] = []
    writes: list[StoreUsed] = []
    ids, engine = await ended_runs(database, 30), ListedRecords()
    # A process that was killed here never told the engine.
    await SqlRetention(database).delete_some(ids[:3], LATER)
    retention = Retention(
        store=SqlRetention(database), engine=engine, eraser=NoPosts(), clock=SteppingClock(LATER)
    )

    def observe(used: StoreUsed) -> None:
        if used.writes:
            writes.append(used)

    monkeypatch.setattr(database, "_observe", observe)

    gone = await retention.delete_old(a_day, lambda done, of: told.append((done, of)))

    assert (gone, told) == (27, [(0, 27), (25, 27), (27, 27)])
    assert sorted(engine.deleted) == ids
    assert len(writes) == 2 + 1  # Two batches, and one note that nothing is left of them.
    assert await SqlRetention(database).unsettled() == ()


async def test_a_deletion_tells_that_another_process_cleans_up(postgres: str) -> None:
    opened = await emptied(postgres)
    await ended_runs(opened, 1)

    async with SqlRetention(opened).alone():
        refused = await a_retention(SqlRetention(opened)).delete_old(a_day)
    gone = await a_retention(SqlRetention(opened)).delete_old(a_day)

    assert (refused, gone) == (None, 1)
    await opened.aclose()


async def a_day(place: Place) -> timedelta:
    """Return one day for every place."""
    return timedelta(days=1)
