"""What every store promises about deleting: the double in memory, SQLite and Postgres alike."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from council_core.domain.ballot import Ballot
from council_core.domain.feedback import Feedback
from council_core.domain.place import Message, PersonId
from council_core.domain.question import RunId, Turn
from council_core.domain.run import Run
from council_core.domain.slate import Alias
from council_core.errors import RunForgotten, UnknownRun
from council_core.ports import RunStore
from council_core.retention import RetentionStore
from council_core.storage.database import Database
from council_core.storage.receipts import SqlReceipts
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.testing import MemoryRunStore, SteppingClock
from tests.contracts.conftest import emptied
from tests.samples import HERE, MEMBERS, NOON, QUESTION, a_run, an_answer

RUN = RunId("r000000000001")
LATER = NOON + timedelta(days=2)
THREAD = replace(HERE, thread="17")


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def kept(
    request: pytest.FixtureRequest, tmp_path: Path
) -> AsyncIterator[tuple[RunStore, RetentionStore]]:
    """An empty store of each kind, and what deletes from it."""
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
    """The store."""
    return kept[0]


@pytest.fixture
def retention(kept: tuple[RunStore, RetentionStore]) -> RetentionStore:
    """What deletes from it."""
    return kept[1]


async def a_whole_run(store: RunStore, run_id: RunId = RUN) -> None:
    """A run with something of everything."""
    await store.add(a_run(run_id))
    await store.save(a_run(run_id, status="voting", outcomes=(an_answer(MEMBERS[0]),), voting_opened_at=NOON))
    await store.cast(run_id, Ballot(voter=PersonId("U1"), order=((Alias("A"),),), cast_at=NOON))
    await store.add_late(run_id, an_answer(MEMBERS[3]))
    await store.give_feedback(run_id, Feedback(person=PersonId("U1"), good=True, given_at=NOON))


async def test_a_deleted_run_is_gone_and_its_id_says_so_ever_after(
    store: RunStore, retention: RetentionStore
) -> None:
    await a_whole_run(store)

    gone = await retention.forget(RUN, LATER, from_chat=True)

    with pytest.raises(RunForgotten, match="'r000000000001' was deleted on 22 November 2026") as caught:
        await store.get(RUN)
    assert caught.value.where == ("slack", "T1", "C1")
    assert (gone.run_id, gone.place, gone.at, gone.had_ended) == (RUN, HERE, LATER, False)
    assert await store.latest(limit=5) == ()


async def test_what_was_never_there_cannot_be_deleted_and_nothing_is_deleted_twice(
    store: RunStore, retention: RetentionStore
) -> None:
    with pytest.raises(UnknownRun) as unknown:
        await retention.forget(RUN, LATER, from_chat=True)
    await store.add(a_run())
    await retention.forget(RUN, LATER, from_chat=True)

    with pytest.raises(RunForgotten):
        await retention.forget(RUN, LATER, from_chat=True)

    assert not isinstance(unknown.value, RunForgotten)


async def test_a_delivery_that_comes_once_more_does_not_bring_a_deleted_run_back(
    store: RunStore, retention: RetentionStore
) -> None:
    await store.add(a_run())
    await retention.forget(RUN, LATER, from_chat=False)

    with pytest.raises(RunForgotten):
        await store.add(a_run())

    assert await store.latest(limit=5) == ()


async def test_a_story_that_goes_on_for_a_moment_brings_nothing_back(
    store: RunStore, retention: RetentionStore
) -> None:
    await a_whole_run(store)
    await retention.forget(RUN, LATER, from_chat=False)

    await store.save(a_run(status="reviewing", outcomes=(an_answer(MEMBERS[0]),)))

    with pytest.raises(RunForgotten):
        await store.add_late(RUN, an_answer(MEMBERS[3]))
    with pytest.raises(RunForgotten):
        await store.cast(RUN, Ballot(voter=PersonId("U1"), order=((Alias("A"),),), cast_at=NOON))
    assert await store.latest(limit=5) == ()
    assert await store.cancel(RUN, LATER) is False


async def test_other_runs_stay_as_they_are(store: RunStore, retention: RetentionStore) -> None:
    other = RunId("r000000000002")
    await a_whole_run(store)
    await a_whole_run(store, other)
    before = await store.get(other)

    await retention.forget(RUN, LATER, from_chat=False)

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

    await retention.forget(RUN, LATER, from_chat=False)
    # The story of the later question has it in its hands as it was asked.
    await store.save(replace(under_way, status="reviewing"))

    kept = (await store.get(RunId("r000000000002"))).question
    assert (kept.text, kept.earlier, kept.follows) == ("In Go?", (between,), RUN)


async def test_what_is_left_to_do_is_known_until_it_is_settled(
    store: RunStore, retention: RetentionStore
) -> None:
    await store.add(a_run())
    gone = await retention.forget(RUN, LATER, from_chat=True)
    before = await retention.unsettled()

    await retention.settle([RUN])

    assert before == (gone,)
    assert await retention.unsettled() == ()
    with pytest.raises(RunForgotten):
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

    gone = await retention.forget(RUN, LATER, from_chat=True)

    assert {(one.key, one.message, one.thread) for one in gone.posts} == {
        ("r000000000001/card", message, THREAD),
        ("r000000000001/slate/A/1", None, None),
    }
    assert await receipts.find("r000000000001/card") is None
    assert await receipts.find("r000000000002/card") is not None
    with pytest.raises(RunForgotten):
        await receipts.claim(["r000000000001/verdict/1"])
    with pytest.raises(RunForgotten):
        await receipts.settle({"r000000000001/slate/A/1": message})


async def test_only_one_process_cleans_up_at_a_time(database: Database) -> None:
    retention = SqlRetention(database)

    async with retention.alone() as first, retention.alone() as second:
        held = (first, second)

    async with retention.alone() as again:
        assert again
    assert held == ((True, False) if database.engine.dialect.name == "postgresql" else (True, True))
