"""Tests of the most posts that a run of four models leaves in its thread."""

from dataclasses import replace
from typing import Any

import pytest

from bot.announcing.announcer import ThreadAnnouncer
from bot.testing import MemoryPlatform
from council_core.domain.answer import Answer, Reply
from council_core.domain.member import Member
from council_core.domain.question import Turn
from council_core.errors import OutcomeUnknown, PostRefused
from council_core.ports import LateAnswer, Prompt
from council_core.storage.receipts import SqlReceipts
from council_core.testing import Script, fails, says
from tests.bot.telling import PLACE, an_announcer, standing, words
from tests.core.sitting import DOWN, VERDICT, Sitting
from tests.samples import MEMBERS, QUESTION

LATE = MEMBERS[3].id
SPLIT: dict[Any, Script] = {
    **{
        (member.id, "answer"): says(f"By my count.\n\nPOSITION: {at // 2}")
        for at, member in enumerate(MEMBERS)
    },
    "reconsider": says("KEEP\nREASON: I counted twice.\nPOSITION: 0"),
}
FOLLOW_UP = replace(
    QUESTION,
    place=replace(PLACE, thread="17"),
    earlier=(Turn(question="Tabs or spaces?", verdict="A formatter."),),
)
RESPONSES = [f"slate/round-2/{letter}/1" for letter in "ABCD"]
REMINDED = "Nobody has voted yet"


@pytest.fixture
def worst(announcer: ThreadAnnouncer, sitting: Sitting) -> Sitting:
    """Return a run whose models disagree, are asked again, and nobody votes until half time."""
    settings = replace(sitting.run.settings, vote_reminder=True, vote_seconds=3600, rounds="on_split")
    sitting.run = replace(sitting.run, settings=settings)
    sitting.models.scripts.update(SPLIT)
    return sitting


def thread(platform: MemoryPlatform) -> list[str]:
    """Return the keys of the posts below the card."""
    return [key for key in platform.keys if key != "card"]


async def test_after_a_split_and_a_reminder_there_are_four_responses_one_board_and_one_verdict(
    worst: Sitting, platform: MemoryPlatform
) -> None:
    await worst.hold()

    assert thread(platform) == [*RESPONSES, "verdict/1", "reminder"]
    assert [each.key.partition("/")[2] for each in platform.removed] == ["voting"]
    board = standing(platform, "reminder")
    assert REMINDED in words(board.earlier[0])
    assert not board.earlier[0].silent, "a new post that notifies the thread"
    assert "c1:vote:" in words(board.earlier[0]), "one votes in the reminder itself"
    assert REMINDED not in words(board.post)
    assert "Before the models were asked once more" in words(board.post)


async def test_a_late_answer_takes_the_place_of_the_response_that_was_missing(
    worst: Sitting, platform: MemoryPlatform
) -> None:
    async def comes_late(member: Member, prompt: Prompt) -> Reply:
        late = Answer(member=LATE, reply=Reply(text="At last.", latency=9.0), position="")
        await worst.store.add_late(worst.run.id, late)
        return Reply(text=VERDICT, latency=1.0)

    worst.models.scripts |= {(LATE, "answer"): fails(DOWN), "synthesize": comes_late}
    worst.signals = (LateAnswer(member=LATE),)

    await worst.hold()

    posts = thread(platform)
    assert len([key for key in posts if key.startswith(("slate/", "late/"))]) == 4
    assert [key for key in posts if not key.startswith(("slate/", "late/"))] == ["verdict/1", "reminder"]


@pytest.mark.parametrize("show_ranking", ["at_once", "after_vote"])
async def test_a_follow_up_with_both_has_its_responses_and_one_post_more(
    show_ranking: str, worst: Sitting, platform: MemoryPlatform
) -> None:
    settings = replace(worst.run.settings, show_ranking=show_ranking)
    worst.run = replace(worst.run, question=FOLLOW_UP, settings=settings)

    await worst.hold()

    last = "reminder" if show_ranking == "at_once" else "verdict/1"
    assert platform.keys == [*RESPONSES, last]
    assert VERDICT in words(standing(platform, last).post)
    first = {
        each.key.partition("/")[2]: [*each.earlier, each.post][0]
        for each in (*platform.standing, *platform.removed)
    }
    assert {key for key, post in first.items() if not post.silent} == {"verdict/1", "reminder"}
    assert [key for key, post in first.items() if "rings=True" in words(post)] == ["verdict/1"]
    assert REMINDED in first["reminder"].summary


async def test_a_restart_after_the_reminder_keeps_one_board(
    worst: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    platform.refuse_to_remove = [OutcomeUnknown("The connection was cut.")] * 100
    await worst.hold()
    assert thread(platform) == [*RESPONSES, "voting", "verdict/1", "reminder"]
    platform.refuse_to_remove = []
    worst.speaker = an_announcer(worst, platform, receipts)
    for step in [each for each in worst.journal.results if each.name.startswith("tell:")]:
        del worst.journal.results[step]  # As if the process had died right after each post.

    await worst.hold()

    assert thread(platform) == [*RESPONSES, "verdict/1", "reminder"]


async def test_a_reminder_that_the_platform_refuses_leaves_the_board_where_it_is(
    worst: Sitting, platform: MemoryPlatform
) -> None:
    platform.refuse = {"reminder": [PostRefused("Not now.")]}

    await worst.hold()

    assert thread(platform) == [*RESPONSES, "voting", "verdict/1"]
    assert "Ranking and names" in words(standing(platform, "voting").post)


async def test_a_run_that_breaks_after_its_responses_names_them_and_posts_none_again(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    async def breaks(member: Member, prompt: Prompt) -> Reply:
        await platform.wait_for("/voting")
        raise RuntimeError("a fault of our own")

    sitting.models.scripts["review"] = breaks

    run = await sitting.hold()

    assert run.status == "failed"
    assert run.key is not None
    assert thread(platform) == ["slate/A/1", "slate/B/1", "slate/C/1", "slate/D/1", "voting", "failure"]
    named = {seal.alias: run.settings.roster.named(seal.member).name for seal in run.key.seals}
    for letter, name in named.items():
        assert name in words(standing(platform, f"slate/{letter}/1").post)
