"""Tests of a follow-up in its thread: the responses and one more post, despite any fault."""

import asyncio
from dataclasses import replace

import pytest

from bot.announcing.announcer import ThreadAnnouncer
from bot.testing import MemoryPlatform
from council_core.domain.answer import Reply
from council_core.domain.claim import CheckedClaim
from council_core.domain.member import Member
from council_core.domain.question import Turn
from council_core.errors import OutcomeUnknown, PostRefused
from council_core.ports import CloseVoting, Prompt
from council_core.stages.report import concluded
from council_core.storage.receipts import SqlReceipts
from council_core.testing import says
from tests.bot.telling import PLACE, an_announcer, standing, words
from tests.core.sitting import VERDICT, Sitting
from tests.samples import QUESTION
from tests.testbed.patience import PATIENCE

FOLLOW_UP = replace(
    QUESTION,
    place=replace(PLACE, thread="17"),
    earlier=(Turn(question="Tabs or spaces?", verdict="A formatter."),),
)
RESPONSES = [f"slate/{letter}/1" for letter in "ABCD"]
KEYS = [*RESPONSES, "verdict/1"]


@pytest.fixture
def following(announcer: ThreadAnnouncer, sitting: Sitting) -> Sitting:
    """Return a follow-up in its conversation's thread, whose vote a person ends."""
    sitting.run = replace(sitting.run, question=FOLLOW_UP)
    sitting.signals = (CloseVoting(by="Alice"),)
    return sitting


async def test_it_posts_its_responses_and_one_post_with_verdict_and_board(
    following: Sitting, platform: MemoryPlatform
) -> None:
    await following.hold()

    assert platform.keys == KEYS
    said = words(standing(platform, "verdict/1").post)
    assert VERDICT in said
    assert QUESTION.text in said
    assert "Ranking and names" in said
    assert "Alice revealed the names" in said
    assert [each.key.partition("/")[2] for each in platform.removed] == ["card"]


async def test_its_checked_claims_stand_in_its_post_and_in_no_other(
    announcer: ThreadAnnouncer, following: Sitting, platform: MemoryPlatform
) -> None:
    run = await following.hold()
    claim = CheckedClaim(claim="It is fast.", supported=1)

    await announcer.announce(run.id, replace(concluded(run), claims=(claim,)))

    assert platform.keys == KEYS


async def test_people_vote_on_its_card_before_ranking_and_verdict_are_there(
    following: Sitting, platform: MemoryPlatform
) -> None:
    seen: list[str] = []

    async def looks(member: Member, prompt: Prompt) -> Reply:
        async with asyncio.timeout(PATIENCE), platform.posted:
            await platform.posted.wait_for(lambda: "c1:vote:" in words(standing(platform, "card").post))
        seen.append(words(standing(platform, "card").post))
        return Reply(text=VERDICT, latency=1.0)

    following.models.scripts["synthesize"] = looks

    await following.hold()

    assert VERDICT not in seen[0]
    assert "Cancel" in seen[0]


async def test_its_verdict_rings_for_the_asker_and_stands_below_the_responses(
    following: Sitting, platform: MemoryPlatform
) -> None:
    await following.hold()

    assert not standing(platform, "verdict/1").earlier[0].silent
    assert all(each.post.silent for each in platform.standing[:-1])


async def test_its_verdict_stays_hidden_on_the_card_until_the_vote_is_over(
    following: Sitting, platform: MemoryPlatform
) -> None:
    following.run = replace(
        following.run, settings=replace(following.run.settings, show_ranking="after_vote")
    )

    await following.hold()

    (card,) = platform.removed
    assert platform.keys == KEYS
    assert not any(VERDICT in words(post) for post in (card.post, *card.earlier))
    assert VERDICT in words(standing(platform, "verdict/1").post)


async def test_a_restart_posts_nothing_twice_and_deletes_the_card_that_was_left(
    following: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    platform.refuse_to_remove = [OutcomeUnknown("The connection was cut.")] * 100
    await following.hold()
    assert platform.keys == ["card", *KEYS]
    platform.refuse_to_remove = []
    following.speaker = an_announcer(following, platform, receipts)
    for step in [each for each in following.journal.results if each.name.startswith("tell:")]:
        del following.journal.results[step]  # # As if the process had died right after each post.

    await following.hold()

    assert platform.keys == KEYS


async def test_a_card_that_may_not_be_deleted_stays_and_the_run_goes_on(
    following: Sitting, platform: MemoryPlatform
) -> None:
    platform.refuse_to_remove = [PostRefused("Not yours.")]

    await following.hold()

    assert platform.keys == ["card", *KEYS]
    assert "Ranking and names" in words(standing(platform, "verdict/1").post)


@pytest.mark.parametrize("key", ["card", "slate/B/1", "verdict/1"])
async def test_a_post_whose_reply_was_lost_is_looked_for_and_not_sent_again(
    key: str, following: Sitting, platform: MemoryPlatform
) -> None:
    platform.lose = {key: 1}

    await following.hold()

    assert platform.keys == KEYS


async def test_the_first_question_of_a_thread_keeps_its_card_board_and_verdict(
    following: Sitting, platform: MemoryPlatform
) -> None:
    following.run = replace(following.run, question=replace(FOLLOW_UP, earlier=()))
    following.models.scripts["synthesize"] = says(VERDICT)

    await following.hold()

    assert platform.keys == ["card", *RESPONSES, "voting", "verdict/1"]
