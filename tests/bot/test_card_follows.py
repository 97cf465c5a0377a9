"""Tests that the card and the count of votes show the newest state while a run proceeds and people vote."""

import asyncio
from dataclasses import replace

from bot.announcing.announcer import ThreadAnnouncer
from bot.post import Post
from bot.testing import MemoryPlatform
from council_core.domain.answer import Failure, Reply
from council_core.domain.ballot import Ballot
from council_core.domain.events import RunCancelled, RunStarted, StageProgressed
from council_core.domain.member import Member
from council_core.domain.place import Message, PersonId
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.slate import Alias
from council_core.domain.waiting import RunWaits
from council_core.errors import OutcomeUnknown
from council_core.ports import CloseVoting, Prompt
from council_core.storage.receipts import SqlReceipts
from council_core.testing import MemoryRunStore, Script, says
from tests.bot.telling import PLACE, an_announcer, standing, words
from tests.core.sitting import VERDICT, Sitting
from tests.samples import NOON, QUESTION, STOPPED, a_run
from tests.testbed.patience import PATIENCE


async def edited_to(platform: MemoryPlatform, key: str, text: str) -> None:
    """Wait until the post with this key has this text."""
    async with asyncio.timeout(PATIENCE), platform.posted:
        await platform.posted.wait_for(lambda: text in words(standing(platform, key).post))


def voters(sitting: Sitting, platform: MemoryPlatform, announcer: ThreadAnnouncer, *people: str) -> Script:
    """Return a chairman's script during which these people vote."""

    async def script(member: Member, prompt: Prompt) -> Reply | Failure:
        await platform.wait_for("/voting")
        for count, person in enumerate(people, start=1):
            ballot = Ballot(voter=PersonId(person), order=((Alias("A"),),), cast_at=NOON)
            await sitting.store.cast(sitting.run.id, ballot)
            announcer.refresh(sitting.run.id)
            await edited_to(platform, "voting", f"{count} vote")
        return await says(VERDICT)(member, prompt)

    return script


async def test_the_vote_counts_up_as_people_vote_and_closes_with_the_name_of_who_asked_for_it(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    sitting.models.scripts["synthesize"] = voters(sitting, platform, announcer, "U1", "U2")
    sitting.signals = (CloseVoting(by="Alice"),)

    await sitting.hold()

    vote = standing(platform, "voting")
    assert "No votes so far." in words(vote.earlier[0])
    assert "Alice revealed the names. 2 people voted." in words(vote.post)
    assert "c1:vote:" not in words(vote.post)


async def test_a_refresh_that_was_due_when_the_names_came_changes_nothing_any_more(
    sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    speaker = an_announcer(sitting, platform, receipts)
    sitting.speaker = speaker
    sitting.signals = (CloseVoting(by="Alice"),)

    await sitting.hold()
    for _ in range(5):
        await asyncio.sleep(0.01)

    assert "Alice revealed the names" in words(standing(platform, "voting").post)
    assert "Answered" in words(standing(platform, "card").post)
    await speaker.aclose()


class SlowToEdit(MemoryPlatform):
    """A platform whose first edit lasts until the test lets it end."""

    def __init__(self) -> None:
        super().__init__()
        self.edits = asyncio.Event()
        self.may_edit = asyncio.Event()

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        if not self.edits.is_set():
            self.edits.set()
            await self.may_edit.wait()
        await super().edit(message, post)


async def test_an_edit_that_took_long_never_covers_a_newer_one(receipts: SqlReceipts) -> None:
    platform = SlowToEdit()
    sitting = Sitting(run=a_run(question=replace(QUESTION, place=PLACE)))
    speaker = an_announcer(sitting, platform, receipts)
    run = sitting.run
    await sitting.store.add(run)
    await platform.open_thread(PLACE, Post(blocks=(), summary="The card"), key=f"{run.id}/card", again=False)
    await receipts.claim([f"{run.id}/card"])
    await receipts.settle({f"{run.id}/card": platform.standing[0].message}, PLACE)

    with speaker.executing(run):
        speaker.refresh(run.id)
        await platform.edits.wait()
        await sitting.store.cancel(run.id, NOON, STOPPED)
        telling = asyncio.create_task(
            speaker.announce(run.id, RunCancelled(run_id=run.id, ending=STOPPED, demo=False))
        )
        await asyncio.sleep(0.01)
        platform.may_edit.set()
        await telling

    assert "Stopped" in words(standing(platform, "card").post)
    await speaker.aclose()


class Hiccups(MemoryPlatform):
    """A platform that never replies to the first two edits."""

    lost = 2

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        if self.lost:
            self.lost -= 1
            raise OutcomeUnknown("The connection was cut.")
        await super().edit(message, post)


async def test_progress_that_was_lost_on_its_way_is_shown_though_nothing_else_happens(
    sitting: Sitting, receipts: SqlReceipts
) -> None:
    platform = Hiccups()
    speaker = an_announcer(sitting, platform, receipts)
    run = sitting.run
    await sitting.store.add(run)
    with speaker.executing(run):
        await speaker.announce(run.id, RunStarted(run_id=run.id))

        speaker.progress(run.id, RunWaits(run_id=run.id, before=1, limit="process"))

        await edited_to(platform, "card", "1 question ahead of you")
    await speaker.aclose()


async def test_a_vote_that_comes_while_the_run_is_looked_at_shows_in_the_count(
    sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    class VotedOnMeanwhile(MemoryRunStore):
        """A store in which a vote is cast just after a run was read."""

        voter: str = ""

        async def get(self, run_id: RunId) -> Run:
            seen = await super().get(run_id)
            if self.voter:
                ballot = Ballot(voter=PersonId(self.voter), order=((Alias("A"),),), cast_at=NOON)
                self.voter = ""
                await self.cast(run_id, ballot)
                speaker.refresh(run_id)
            return seen

    shown: list[str] = []
    sitting.store = VotedOnMeanwhile()
    speaker = an_announcer(sitting, platform, receipts)
    voter = voters(sitting, platform, speaker, "U1")

    async def thinks(member: Member, prompt: Prompt) -> Reply | Failure:
        shown.append("asked")
        reply = await voter(member, prompt)
        sitting.store.voter = "U2"  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
        speaker.refresh(sitting.run.id)
        await edited_to(platform, "voting", "2 vote")
        shown.append("2 votes")
        return reply

    sitting.models.scripts["synthesize"] = thinks
    sitting.speaker = speaker

    await sitting.hold()

    assert shown == ["asked", "2 votes"], "else the chairman waited in vain, and the next in line was asked"
    await speaker.aclose()


async def test_progress_moves_the_card_to_the_newest_there_is(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    run: Run = sitting.run
    await sitting.store.add(run)
    with announcer.executing(run):
        await announcer.announce(run.id, RunStarted(run_id=run.id))

        for done in range(1, 4):
            progress = StageProgressed(run_id=run.id, stage="answer", done=done, of=4, failed=0)
            announcer.progress(run.id, progress)
        await edited_to(platform, "card", "3 of 4")

    edits = standing(platform, "card").earlier
    assert [post for post in edits if "1 of 4" in words(post) or "2 of 4" in words(post)] == []


async def test_a_run_that_is_told_elsewhere_leaves_nothing_to_draw_when_its_process_ends(
    sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    """`council ask --json` does this: its database closes right after the last event."""
    speaker = ThreadAnnouncer(
        platforms={"elsewhere": platform}, receipts=receipts, store=sitting.store, refresh_seconds=60.0
    )
    before = asyncio.all_tasks()
    run = sitting.run
    await sitting.store.add(run)
    with speaker.executing(run):
        speaker.progress(run.id, StageProgressed(run_id=run.id, stage="answer", done=1, of=4, failed=0))
        await speaker.announce(run.id, RunStarted(run_id=run.id))

        await speaker.aclose()

    await asyncio.sleep(0)
    assert asyncio.all_tasks() == before
