"""Tests that a process keeps a limited number of runs in memory, and only votes that were looked up."""

import asyncio
from dataclasses import replace

import pytest

from bot.announcing.announced_run import LiveRun, digest_of
from bot.announcing.announcer import ThreadAnnouncer
from bot.announcing.growing_verdicts import ShownDraft, VerdictDrafts
from bot.post import Limits, Post, Prose
from bot.testing import MemoryPlatform
from council_core.domain.ballot import Ballot
from council_core.domain.events import RunStarted, StageProgressed
from council_core.domain.place import Message, PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.slate import Alias
from council_core.domain.waiting import VerdictGrows
from council_core.storage.receipts import SqlReceipts
from council_core.testing import MemoryRunStore
from tests.samples import NOON, QUESTION, a_run
from tests.testbed.patience import PATIENCE

VOTE = Ballot(voter=PersonId("U1"), order=((Alias("A"),),), cast_at=NOON)


class CountedLooks(MemoryRunStore):
    """A store that counts how often a run is read."""

    looks = 0

    async def get(self, run_id: RunId) -> Run:
        self.looks += 1
        return await super().get(run_id)


async def test_a_card_follows_what_was_kept_without_another_look_at_the_store(receipts: SqlReceipts) -> None:
    platform, store = MemoryPlatform(), CountedLooks()
    run = a_run(question=replace(QUESTION, place=Place(platform="memory", channel="C1")))
    await store.add(run)
    announcer = ThreadAnnouncer(
        platforms={"memory": platform}, receipts=receipts, store=store, refresh_seconds=0.0
    )
    with announcer.executing(run):
        await announcer.announce(run.id, RunStarted(run_id=run.id))
        before = store.looks

        announcer.kept(replace(run, status="reviewing"))
        announcer.progress(run.id, StageProgressed(run_id=run.id, stage="review", done=1, of=4, failed=0))
        async with asyncio.timeout(PATIENCE), platform.posted:
            await platform.posted.wait_for(lambda: "1 of 4" in repr(platform.standing[0].post))

        assert store.looks == before
    await announcer.aclose()


def test_votes_that_were_looked_up_stay_when_the_run_is_kept_without_them() -> None:
    run = a_run(status="reviewing", ballots=(VOTE,))
    live = LiveRun(run_id=run.id)
    live.take_stored(run)

    live.take_from_worker(a_run(status="synthesizing"))

    assert live.summary is not None
    assert (live.summary.status, live.summary.votes) == ("synthesizing", 1)


def test_a_name_that_came_later_stays_when_the_run_is_kept_under_its_provisional_one() -> None:
    run = a_run()
    live = LiveRun(run_id=run.id)
    live.take_stored(
        replace(run, question=replace(QUESTION, asker=replace(QUESTION.asker, name="Alice Arden")))
    )

    live.take_from_worker(a_run(status="reviewing"))

    assert live.summary is not None
    assert live.summary.asker_name == "Alice Arden"


def test_what_is_kept_while_somebody_looks_is_looked_at_again() -> None:
    live = LiveRun(run_id=a_run().id)

    live.take_from_worker(a_run(status="synthesizing"))

    assert live.outdated
    assert live.summary is None


async def taken_up(store: MemoryRunStore, receipts: SqlReceipts, platform: MemoryPlatform) -> int:
    """Draw the stored run in a process that has just resumed it, and return the number of edits that it sends."""
    run = await store.get(a_run().id)
    announcer = ThreadAnnouncer(
        platforms={"memory": platform}, receipts=receipts, store=store, refresh_seconds=0.0
    )
    before = sum(len(each.earlier) for each in platform.standing)
    with announcer.executing(run):
        announcer.refresh(run.id)
        for task in [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]:
            await asyncio.wait({task}, timeout=30)
    await announcer.aclose()
    return sum(len(each.earlier) for each in platform.standing) - before


async def test_a_process_that_takes_up_a_resting_run_sends_only_what_does_not_stand_there(
    receipts: SqlReceipts,
) -> None:
    platform, store = MemoryPlatform(), CountedLooks()
    run = a_run(question=replace(QUESTION, place=Place(platform="memory", channel="C1")))
    await store.add(run)
    announcer = ThreadAnnouncer(platforms={"memory": platform}, receipts=receipts, store=store)
    with announcer.executing(run):
        await announcer.announce(run.id, RunStarted(run_id=run.id))
    await announcer.aclose()
    await store.save(replace(run, status="voting", voting_opened_at=NOON))

    edits = [await taken_up(store, receipts, platform) for _ in range(2)]

    assert edits == [1, 0]


async def test_a_card_that_is_drawn_as_it_was_two_states_ago_is_drawn_again(receipts: SqlReceipts) -> None:
    """A process that dies between two states leaves no digest of the first."""
    platform, store = MemoryPlatform(), CountedLooks()
    run = a_run(question=replace(QUESTION, place=Place(platform="memory", channel="C1")))
    await store.add(run)
    announcer = ThreadAnnouncer(
        platforms={"memory": platform}, receipts=receipts, store=store, refresh_seconds=0.0
    )
    with announcer.executing(run):
        await announcer.announce(run.id, RunStarted(run_id=run.id))
        first = await receipts.find(f"{run.id}/card")
        announcer.kept(replace(run, status="reviewing"))
        announcer.progress(run.id, StageProgressed(run_id=run.id, stage="review", done=1, of=4, failed=0))
        async with asyncio.timeout(PATIENCE), platform.posted:
            await platform.posted.wait_for(lambda: "1 of 4" in repr(platform.standing[0].post))
    await announcer.aclose()
    second = await receipts.find(f"{run.id}/card")

    assert first is not None
    assert first.drawn
    assert second is not None
    assert second.drawn == ""


async def test_a_post_that_this_process_has_changed_does_not_stand_already() -> None:
    first, second = Post(blocks=(), summary="One vote"), Post(blocks=(), summary="Two votes")
    message = Message(id="17", place=Place(platform="memory", channel="C1"))
    live = LiveRun(run_id=RunId("r1"), stored={message.id: digest_of(first)})
    assert live.is_shown_already(message, first)

    live.confirm(message, second)

    assert not live.is_shown_already(message, first)


@pytest.mark.parametrize("drafts", [True, False])
async def test_the_card_shows_the_verdict_while_it_is_written_where_the_platform_wants_that(
    drafts: bool, receipts: SqlReceipts
) -> None:
    limits = Limits(prose=3000, parts=3, drafts=drafts)
    platform, store = MemoryPlatform(limits=limits), MemoryRunStore()
    run = a_run(question=replace(QUESTION, place=Place(platform="memory", channel="C1")))
    await store.add(run)
    announcer = ThreadAnnouncer(
        platforms={"memory": platform}, receipts=receipts, store=store, refresh_seconds=0.0
    )
    with announcer.executing(run):
        await announcer.announce(run.id, RunStarted(run_id=run.id))
        announcer.kept(replace(run, status="synthesizing"))
        announcer.progress(run.id, VerdictGrows(run_id=run.id, text="Run a formatter.\n\n" + "word " * 300))
        announcer.progress(run.id, StageProgressed(run_id=run.id, stage="synthesize", done=0, of=1, failed=0))
        async with asyncio.timeout(PATIENCE), platform.posted:
            await platform.posted.wait_for(
                lambda: "'Verdict', state='running'" in repr(platform.standing[0].post)
            )
        card = platform.standing[0].post

        announcer.kept(replace(run, status="voting"))
        announcer.refresh(run.id)
        async with asyncio.timeout(PATIENCE), platform.posted:
            await platform.posted.wait_for(lambda: platform.standing[0].post != card)
        later = platform.standing[0].post
    await announcer.aclose()

    texts = [block.text for block in card.blocks if isinstance(block, Prose)][1:]
    assert [len(text) <= 905 and text.rstrip().endswith("word") for text in texts] == [True] * drafts
    assert "word word" not in repr(later)


async def test_a_card_that_moves_calmly_shows_the_verdict_only_after_a_while_and_others_at_once(
    receipts: SqlReceipts,
) -> None:
    calm = Limits(prose=3000, parts=3, drafts=True, draft_seconds=3600.0)
    platform, store, drafts, news = (
        MemoryPlatform(limits=calm),
        MemoryRunStore(),
        VerdictDrafts(),
        asyncio.Event(),
    )
    run = a_run(question=replace(QUESTION, place=Place(platform="memory", channel="C1")))
    await store.add(run)
    announcer = ThreadAnnouncer(
        platforms={"memory": platform}, receipts=receipts, store=store, refresh_seconds=0.0, drafts=drafts
    )
    with announcer.executing(run), drafts.following(run.id, news):
        await announcer.announce(run.id, RunStarted(run_id=run.id))
        announcer.kept(replace(run, status="synthesizing"))
        announcer.progress(run.id, VerdictGrows(run_id=run.id, text="Run a formatter."))
        announcer.progress(run.id, VerdictGrows(run_id=run.id, text="Run a formatter.\n\nSoon."))
        announcer.progress(run.id, StageProgressed(run_id=run.id, stage="synthesize", done=0, of=1, failed=0))
        async with asyncio.timeout(PATIENCE), platform.posted:
            await platform.posted.wait_for(
                lambda: "'Verdict', state='running'" in repr(platform.standing[0].post)
            )
        card, draft = platform.standing[0].post, drafts.of(run.id)
    await announcer.aclose()

    assert "Run a formatter." not in repr(card)
    assert news.is_set()
    assert draft == "Run a formatter.\n\nSoon."
    assert drafts.of(run.id) == "", "nobody writes it here any more"


def test_a_draft_is_shown_once_in_so_many_seconds_the_first_time_too() -> None:
    draft = ShownDraft()

    shown = [now for now in (100.0, 101.0, 104.9, 105.0, 107.0, 110.5) if draft.grows(f"at {now}", now, 5.0)]

    assert shown == [105.0, 110.5]
    assert draft.text == "at 110.5"
    assert ShownDraft().grows("at once", 100.0, 0.0)
