"""Contract of `Changes`: the double in memory, SQLite and Postgres alike."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import psycopg
import pytest

from bot.announcing.growing_verdicts import VerdictDrafts
from council_core.domain.ballot import Ballot, Feedback
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.slate import Alias, AliasKey, Response, Slate
from council_core.engine.supervisor import Supervisor
from council_core.errors import RunDeleted, StoreUnavailable, UnknownRun, VotingClosed
from council_core.ports import Changes, RunStore
from council_core.retention import RetentionStore
from council_core.storage.changes import SqlChanges
from council_core.storage.database import Database
from council_core.storage.notices import CHANGES
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.testing import MemoryChanges, MemoryRunStore
from tests.contracts.conftest import emptied
from tests.samples import NOON, STOPPED, a_run
from tests.testbed.patience import PATIENCE

SLATE = Slate(
    responses=(Response(alias=Alias("A"), text="Tabs."), Response(alias=Alias("B"), text="Spaces."))
)
BALLOT = Ballot(voter=PersonId("U1"), order=((Alias("A"),),), cast_at=NOON)


@dataclass(frozen=True, kw_only=True)
class Around:
    """A store that changes runs, and a follower of them; on Postgres each uses an engine of its own."""

    store: RunStore
    retention: RetentionStore
    changes: Changes


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def around(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Around]:
    """Yield both, of each kind."""
    if request.param == "memory":
        memory = MemoryRunStore()
        yield Around(store=memory, retention=memory, changes=MemoryChanges(memory))
        return
    is_shared = request.param == "postgres"
    url = request.getfixturevalue("postgres") if is_shared else f"sqlite:///{tmp_path / 'council.db'}"
    here = await emptied(url)
    there = Database(url) if is_shared else here
    changes = SqlChanges(there, Supervisor().keep)
    yield Around(store=SqlRunStore(here), retention=SqlRetention(here), changes=changes)
    await changes.aclose()
    await here.aclose()
    if is_shared:
        await there.aclose()


async def following(around: Around, run: Run) -> tuple[Any, str]:
    """Return an iteration that has begun, and its first value."""
    followed = around.changes.follow(run.id)
    return followed, await _next(followed)


async def _next(followed: Any) -> str:
    async with asyncio.timeout(PATIENCE):
        return str(await anext(followed))


async def rest_of(followed: Any) -> list[str]:
    """Return the changes until the iteration ends by itself."""
    async with asyncio.timeout(PATIENCE):
        return [status async for status in followed]


async def test_a_follower_hears_how_the_run_stands_and_then_of_each_stage_to_its_end(around: Around) -> None:
    run = a_run()
    await around.store.add(run)
    followed, first = await following(around, run)
    heard = [first]

    for status in ("answering", "reviewing", "synthesizing", "voting"):
        await around.store.save(replace(run, status=status))  # type: ignore[arg-type]
        heard.append(await _next(followed))
    await around.store.save(replace(run, status="revealed", finished_at=NOON))

    assert heard == ["asked", "answering", "reviewing", "synthesizing", "voting"]
    assert await rest_of(followed) == ["revealed"]


async def test_a_follower_hears_of_votes_late_answers_the_thread_and_feedback(around: Around) -> None:
    run = a_run(status="voting", slate=SLATE, key=AliasKey(seals=()), voting_opened_at=NOON)
    await around.store.add(run)
    async with aclosing(around.changes.follow(run.id)) as followed:
        await _next(followed)

        await around.store.cast(run.id, BALLOT)
        await _next(followed)
        await around.store.withdraw(run.id, BALLOT.voter)
        await _next(followed)
        await around.store.settle_thread(run.id, replace(run.question.place, thread="1.1"))
        await _next(followed)
        await around.store.close_voting(run.id, NOON)
        await _next(followed)
        await around.store.give_feedback(run.id, Feedback(person=PersonId("U1"), good=True, given_at=NOON))
        assert await _next(followed) == "voting"


async def test_what_happens_while_a_follower_is_busy_is_one_change_and_the_newest_counts(
    around: Around,
) -> None:
    run = a_run(status="reviewing", slate=SLATE, key=AliasKey(seals=()), voting_opened_at=NOON)
    await around.store.add(run)
    followed, _ = await following(around, run)

    for number in range(50):
        await around.store.cast(run.id, replace(BALLOT, voter=PersonId(f"U{number}")))
    await around.store.save(replace(run, status="synthesizing"))
    heard = [await _next(followed)]
    while heard[-1] != "synthesizing":
        heard.append(await _next(followed))
    await around.store.cancel(run.id, NOON, STOPPED)

    assert len(heard) <= 3
    assert await rest_of(followed) == ["cancelled"]


async def test_a_run_that_is_deleted_ends_the_iteration(around: Around) -> None:
    run = a_run()
    await around.store.add(run)
    followed, _ = await following(around, run)

    await around.retention.delete(run.id, NOON, from_chat=False)

    assert await rest_of(followed) == []
    with pytest.raises(RunDeleted):
        await rest_of(around.changes.follow(run.id))


async def test_a_run_that_has_ended_is_told_once(around: Around) -> None:
    run = a_run()
    await around.store.add(run)
    await around.store.save(replace(run, status="failed", finished_at=NOON))

    assert await rest_of(around.changes.follow(run.id)) == ["failed"]


async def test_nobody_follows_a_run_that_there_never_was(around: Around) -> None:
    with pytest.raises(UnknownRun):
        await rest_of(around.changes.follow(RunId("r0")))


async def test_of_two_who_follow_a_run_and_one_who_follows_another_each_hears_their_own(
    around: Around,
) -> None:
    run, other = a_run(), a_run(id=RunId("r000000000002"), asked_at=NOON + timedelta(seconds=1))
    await around.store.add(run)
    await around.store.add(other)
    (one, _), (two, _), (third, _) = [await following(around, each) for each in (run, run, other)]

    await around.store.cancel(run.id, NOON, STOPPED)

    assert [await rest_of(one), await rest_of(two)] == [["cancelled"], ["cancelled"]]
    await around.store.save(replace(other, status="failed", finished_at=NOON))
    assert await rest_of(third) == ["failed"]


async def test_a_change_that_was_refused_is_told_to_nobody(around: Around) -> None:
    run = a_run()
    await around.store.add(run)
    followed, _ = await following(around, run)

    with pytest.raises(VotingClosed):
        await around.store.cast(run.id, BALLOT)
    await around.store.save(replace(run, status="answering"))
    assert await _next(followed) == "answering"
    await around.store.cancel(run.id, NOON, STOPPED)

    assert await rest_of(followed) == ["cancelled"]


LISTENING = (
    "FROM pg_stat_activity WHERE datname = current_database() "
    "AND pid <> pg_backend_pid() AND (query LIKE 'LISTEN %' OR query = 'SELECT 1')"
)


async def test_a_follower_whose_session_is_cut_hears_what_was_kept_meanwhile(postgres: str) -> None:
    here, there = await emptied(postgres), Database(postgres)
    store, changes = SqlRunStore(here), SqlChanges(there, Supervisor().keep)
    run = a_run()
    await store.add(run)
    followed = changes.follow(run.id)
    await _next(followed)

    async with await psycopg.AsyncConnection.connect(postgres, autocommit=True) as admin:
        cut = await (await admin.execute(f"SELECT pg_terminate_backend(pid) {LISTENING}")).fetchall()
        await store.cancel(run.id, NOON, STOPPED)

        assert await rest_of(followed) == ["cancelled"]
        assert cut != []
        await changes.aclose()
        async with asyncio.timeout(PATIENCE):
            while await (await admin.execute(f"SELECT 1 {LISTENING}")).fetchall():  # noqa: ASYNC110 - the database tells nobody
                await asyncio.sleep(0.05)
    await here.aclose()
    await there.aclose()


async def test_a_verdict_that_one_process_writes_grows_in_another(postgres: str) -> None:
    here, there = await emptied(postgres), Database(postgres)
    store, run = SqlRunStore(here), a_run(status="synthesizing")
    await store.add(run)
    writes, follows = SqlChanges(here, Supervisor().keep), SqlChanges(there, Supervisor().keep)
    written, read = VerdictDrafts(writes.send_draft, seconds=0), VerdictDrafts(seconds=0)
    follows.on_draft = read.heard
    news, long = asyncio.Event(), "Größe zählt.\n" * 2_000

    async with asyncio.timeout(PATIENCE), aclosing(follows.follow(run.id)) as followed:
        await anext(followed)
        follows.on_draft(run.id, "Nobody follows its draft yet.")
        assert read.of(run.id) == ""
        with read.following(run.id, news):
            for text in ("Not yet.\0", f"Not yet.\n{long}"):
                written.grows(run.id, text)
                await news.wait()
                news.clear()
            while len(read.of(run.id)) < 5_000:
                await news.wait()
                news.clear()
            assert read.of(run.id).startswith("Not yet.\nGröße zählt.")
            assert len(read.of(run.id).encode()) <= 7_000
        assert read.of(run.id) == ""
    written.ends(run.id)
    assert written.of(run.id) == ""
    await written.aclose()
    for changes in (writes, follows):
        await changes.aclose()
    await here.aclose()
    await there.aclose()


async def test_a_follower_who_comes_while_a_verdict_is_written_is_sent_what_there_is_of_it(
    postgres: str,
) -> None:
    database = await emptied(postgres)
    run = a_run(status="synthesizing")
    await SqlRunStore(database).add(run)
    changes, carried = SqlChanges(database, Supervisor().keep), asyncio.Queue[str]()

    async def send_draft(run_id: RunId, text: str) -> None:
        carried.put_nowait(text)

    written = VerdictDrafts(send_draft, seconds=PATIENCE)
    async with (
        asyncio.timeout(PATIENCE),
        aclosing(changes.follow(run.id)) as followed,
        await psycopg.AsyncConnection.connect(postgres, autocommit=True) as session,
    ):
        await session.execute(f"LISTEN {CHANGES}")
        written.send_again(run.id)
        written.grows(run.id, "Spaces.")
        assert await carried.get() == "Spaces."
        await anext(followed)
        notice = await anext(session.notifies())
        assert notice.payload == f"{run.id} followed {run.question.place.platform}"
        written.send_again(run.id)
        assert await carried.get() == "Spaces."
    written.ends(run.id)
    written.send_again(run.id)
    await written.aclose()
    assert carried.empty()
    await changes.aclose()
    await database.aclose()


async def test_drafts_that_grow_fast_are_sent_calmly_and_a_store_that_is_away_ends_nothing() -> None:
    sent = asyncio.Queue[str]()

    async def send_draft(run_id: RunId, text: str) -> None:
        sent.put_nowait(text)
        if text == "The end.":
            raise StoreUnavailable("unusable", database="it", cause="away")

    drafts, run_id = VerdictDrafts(send_draft, seconds=0), RunId("r000000000001")
    for number in range(100):
        drafts.grows(run_id, "word " * number)
    async with asyncio.timeout(PATIENCE):
        assert await sent.get() == "word " * 99
        drafts.grows(run_id, "The end.")
        assert await sent.get() == "The end."
    drafts.ends(run_id)
    await drafts.aclose()

    assert sent.empty()
