"""Tests that run events become posts in the right thread, each once despite faults, and that the card shows the newest
state."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from bot.announcing import announcer as announcer_module
from bot.announcing.announced_run import usual_seconds
from bot.announcing.announcer import ThreadAnnouncer
from bot.ports import Thread
from bot.post import Post
from bot.testing import MemoryPlatform
from council_core.domain.answer import Failure, Reply
from council_core.domain.ending import OUR_FAULT
from council_core.domain.member import Member
from council_core.domain.place import Message, Place
from council_core.domain.question import RunId
from council_core.domain.receipt import Receipt
from council_core.domain.summary import summarize
from council_core.errors import PlaceClosed, PlaceGone, PostRefused
from council_core.ports import Prompt
from council_core.stages.reveal import fail
from council_core.storage.receipts import SqlReceipts
from council_core.testing import SteppingClock, fails
from tests.bot.telling import KEYS, PLACE, an_announcer, standing, words
from tests.core.sitting import BEST_FIRST, DOWN, FORMATTER, TABS, VERDICT, Sitting, ranks
from tests.samples import MEMBERS, QUESTION, a_run
from tests.testbed.migrated import migrated


async def test_a_run_is_told_in_a_thread_under_its_card(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    await sitting.hold()

    assert platform.keys == KEYS
    card = standing(platform, "card").message
    assert card.place == PLACE
    assert {each.message.place for each in platform.standing[1:]} == {replace(PLACE, thread=card.id)}


async def test_a_question_from_a_thread_is_answered_in_that_thread(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    place = replace(PLACE, thread="17")
    sitting.run = replace(sitting.run, question=replace(QUESTION, place=place))

    await sitting.hold()

    assert {each.message.place for each in platform.standing} == {place}


async def test_the_card_goes_up_with_the_question_and_ends_with_what_came_out(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    async def answers_when_the_card_is_up(member: Member, prompt: Prompt) -> Reply:
        await platform.wait_for("/card")
        return Reply(text=TABS, latency=1.0)

    sitting.models.scripts[MEMBERS[0].id, "answer"] = answers_when_the_card_is_up

    await sitting.hold()

    card = standing(platform, "card")
    assert "Answered" not in words(card.earlier[0])
    assert "Answered" in words(card.post)
    assert "Cancel" not in words(card.post)


async def test_a_restart_with_the_same_receipts_says_nothing_twice(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    await sitting.hold()
    sitting.speaker = an_announcer(sitting, platform, receipts)
    for step in [each for each in sitting.journal.results if each.name.startswith("tell:")]:
        del sitting.journal.results[step]  # # As if the process had died right after each post.

    await sitting.hold()

    assert platform.keys == KEYS


async def test_with_the_vote_before_the_verdict_a_restart_reminds_once_mentions_once_and_tells_nothing_early(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    settings = replace(sitting.run.settings, show_ranking="after_vote", vote_reminder=True, vote_seconds=3600)
    sitting.run = replace(sitting.run, settings=settings)
    await sitting.hold()
    sitting.speaker = an_announcer(sitting, platform, receipts)
    for step in [each for each in sitting.journal.results if each.name.startswith("tell:")]:
        del sitting.journal.results[step]

    await sitting.hold()

    first = {
        key: [*standing(platform, key).earlier, standing(platform, key).post][0] for key in platform.keys
    }
    assert list(first) == [*KEYS[:-2], "reminder", "verdict/1"]
    assert [key for key, post in first.items() if "rings=True" in words(post)] == ["verdict/1"]
    (voting,), reminder = platform.removed, standing(platform, "reminder")
    shown = (first["card"], voting.post, *voting.earlier, *reminder.earlier)
    early = [post for post in shown if "Ranking and names" not in words(post)]
    assert len(early) > 1
    assert [told for post in early for told in (VERDICT, "How the models rank") if told in words(post)] == []


@pytest.mark.parametrize("key", ["card", "slate/B/1", "voting", "verdict/1"])
async def test_a_post_whose_reply_was_lost_is_looked_for_and_not_sent_again(
    key: str, announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    platform.lose = {key: 1}

    await sitting.hold()

    assert platform.keys == KEYS


@pytest.mark.parametrize("key", ["card", "slate/B/1", "voting", "verdict/1"])
async def test_a_post_that_was_claimed_and_never_sent_is_sent(
    key: str,
    announcer: ThreadAnnouncer,
    sitting: Sitting,
    platform: MemoryPlatform,
    receipts: SqlReceipts,
) -> None:
    await receipts.claim([f"{sitting.run.id}/{key}"])

    await sitting.hold()

    assert platform.keys == KEYS


async def test_a_post_that_stands_but_was_never_settled_is_found_and_not_sent_again(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    """The process died between the platform's reply and its receipt."""
    key = f"{sitting.run.id}/card"
    await receipts.claim([key])
    await platform.open_thread(PLACE, Post(blocks=(), summary="The card"), key=key, again=False)

    await sitting.hold()

    assert platform.keys == KEYS


class Stuck(MemoryPlatform):
    """A platform on which posting the second response fails until it is repaired."""

    def __init__(self) -> None:
        super().__init__()
        self.reached = asyncio.Event()
        self.looked_for: list[str] = []
        self.is_mended = False

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        if again:
            self.looked_for.append(key.partition("/")[2])
        if key.endswith("slate/B/1") and not self.is_mended:
            self.reached.set()
            await asyncio.Event().wait()
        return await super().post(place, post, key=key, again=again)


async def test_whoever_is_stopped_between_two_posts_looks_for_both_and_says_neither_twice(
    sitting: Sitting, receipts: SqlReceipts
) -> None:
    platform = Stuck()
    sitting.speaker = an_announcer(sitting, platform, receipts)
    holding = asyncio.create_task(sitting.hold())
    await platform.reached.wait()
    holding.cancel()
    await asyncio.gather(holding, return_exceptions=True)
    platform.is_mended = True
    sitting.speaker = an_announcer(sitting, platform, receipts)
    sitting.journal.results.clear()

    await sitting.hold()

    assert platform.keys == KEYS
    assert platform.looked_for[:2] == ["slate/A/1", "slate/B/1"]


async def test_one_post_that_is_refused_costs_no_other_post(
    announcer: ThreadAnnouncer,
    sitting: Sitting,
    platform: MemoryPlatform,
    caplog: pytest.LogCaptureFixture,
) -> None:
    platform.refuse = {"slate/B/1": [PostRefused("The text is not allowed.", code="restricted_action")]}

    with caplog.at_level(logging.WARNING):
        run = await sitting.hold()

    assert run.status == "revealed"
    assert platform.keys == [key for key in KEYS if key != "slate/B/1"]
    assert "slate/B/1 was refused: The text is not allowed." in caplog.text


async def test_when_the_board_was_refused_the_card_still_says_that_the_run_has_ended(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    platform.refuse = {"voting": [PostRefused("The text is not allowed.")] * 9}

    await sitting.hold()

    assert "Best: " in words(standing(platform, "card").post)
    assert "voting" not in platform.keys


async def test_a_run_that_an_earlier_version_began_goes_on_on_its_vote(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    """The earlier version posted the vote under this key, and the ranking in a post of its own."""
    vote, ranking = (f"{sitting.run.id}/{key}" for key in ("voting", "ranking"))
    for key in (vote, ranking):
        await receipts.claim([key])
        message = await platform.post(PLACE, Post(blocks=(), summary="Earlier"), key=key, again=False)
        await receipts.settle({key: message})

    await sitting.hold()

    assert sorted(platform.keys) == sorted([*KEYS, "ranking"])
    assert "Ranking and names" in words(standing(platform, "voting").post)
    assert standing(platform, "ranking").post.summary == "Earlier"


async def test_the_responses_name_their_authors_once_names_are_out(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    await sitting.hold()

    for letter in "ABCD":
        post = standing(platform, f"slate/{letter}/1")
        assert [words(each.blocks[0]) for each in post.earlier] == [
            f"Heading(kind='heading', text='Response {letter}')"
        ]
        assert any(
            f"Response {letter} · {member.name} · " in words(post.post.blocks[0]) for member in MEMBERS
        )


class CountedReceipts(SqlReceipts):
    """Receipts that note what is claimed, and whose are read."""

    claimed: list[str]
    read: list[RunId]

    async def claim(self, keys: Sequence[str]) -> Mapping[str, Receipt]:
        self.claimed += keys
        return await super().claim(keys)

    async def of_run(self, run_id: RunId) -> tuple[Receipt, ...]:
        self.read.append(run_id)
        return await super().of_run(run_id)


async def test_a_run_reads_its_posts_once_and_claims_each_once(
    sitting: Sitting, platform: MemoryPlatform, tmp_path: Path
) -> None:
    database = await migrated(f"sqlite:///{tmp_path / 'council.db'}")
    receipts = CountedReceipts(database, SteppingClock())
    receipts.claimed, receipts.read = [], []
    sitting.speaker = an_announcer(sitting, platform, receipts)

    await sitting.hold()
    await sitting.speaker.aclose()
    await database.aclose()

    assert [key.partition("/")[2] for key in receipts.claimed] == platform.keys
    assert receipts.read == [sitting.run.id]


class Times:
    """Durations of past runs of channel C1, and of its whole workspace."""

    def __init__(self, here: tuple[float, ...], workspace: tuple[float, ...] = ()) -> None:
        self._here, self._workspace = here, workspace

    async def latest(self, place: Place, *, members: int, is_demo: bool, fewest: int) -> tuple[float, ...]:
        if (place.channel, members, is_demo) != ("C1", len(MEMBERS), False):
            return ()
        return self._here if len(self._here) >= fewest else self._workspace


@pytest.mark.parametrize(
    ("times", "usual"),
    [
        (Times((41.0, 300.0, 30.0)), 41.0),
        (Times((41.0, 300.0)), None),
        (Times((41.0, 300.0), (41.0, 300.0, 30.0, 30.0)), 35.5),
        (None, None),
    ],
)
async def test_the_usual_time_is_the_middle_one_of_the_channel_or_else_of_its_workspace(
    times: Times | None, usual: float | None
) -> None:
    run = summarize(a_run())

    assert await usual_seconds(run, PLACE, times) == usual
    assert await usual_seconds(replace(run, status="voting"), PLACE, times) is None
    assert await usual_seconds(replace(run, members=2), PLACE, times) is None


async def test_the_card_leads_to_the_verdict(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    await sitting.hold()

    verdict = standing(platform, "verdict/1").message
    assert await platform.address(verdict) in words(standing(platform, "card").post)


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (PostRefused("Too long.", code="msg_too_long"), "The message is too long"),
        (PlaceClosed("Not in it.", code="not_in_channel"), "Council may not write here. In a channel,"),
        (PlaceGone("No such channel."), "The channel is not there any more"),
    ],
)
async def test_a_run_whose_card_is_refused_asks_no_member_and_tells_its_asker_once(
    error: PostRefused | PlaceGone,
    sentence: str,
    announcer: ThreadAnnouncer,
    sitting: Sitting,
    platform: MemoryPlatform,
    receipts: SqlReceipts,
) -> None:
    platform.refuse = {"card": [error] * len(KEYS)}

    run = await sitting.hold()
    sitting.speaker = an_announcer(sitting, platform, receipts)
    await sitting.speaker.announce(run.id, fail(run, run.ending or OUR_FAULT))

    assert (run.status, sitting.models.calls, platform.keys) == ("failed", [], [])
    assert run.ending is not None
    assert (run.ending.kind, run.ending.detail[: len(sentence)]) == ("unreadable", sentence)
    assert [person for person, _ in platform.whispered] == [run.question.asker.id]
    assert sentence in words(platform.whispered[0][1])


async def test_a_card_that_is_never_answered_holds_the_members_up_for_a_moment_only(
    sitting: Sitting, receipts: SqlReceipts, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(announcer_module, "CARD_SECONDS", 0.05)
    platform = Silent()
    sitting.speaker = an_announcer(sitting, platform, receipts)
    holding = asyncio.create_task(sitting.hold())

    await platform.asked.wait()
    while len(sitting.asked("synthesize")) < 1:  # noqa: ASYNC110 - the models have no event
        await asyncio.sleep(0.01)

    holding.cancel()
    await asyncio.gather(holding, return_exceptions=True)
    await sitting.speaker.aclose()
    assert len(sitting.asked("answer")) == len(MEMBERS)


class Silent(MemoryPlatform):
    """A platform that never answers."""

    def __init__(self) -> None:
        super().__init__()
        self.asked = asyncio.Event()

    async def open_thread(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        self.asked.set()
        await asyncio.Event().wait()
        raise AssertionError("It never answers.")


async def test_a_place_that_closes_while_members_review_ends_the_run_before_its_verdict(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    closed = PlaceClosed("Thread is locked", code="160005")
    keys = ("slate/A/1", "voting", "ranking", "verdict/1", "reveal", "failure")
    platform.refuse = {key: [closed] * 2 for key in keys}

    async def reviews_once_the_slate_was_refused(member: Member, prompt: Prompt) -> Reply | Failure:
        while len(platform.refuse["slate/A/1"]) == 2:  # noqa: ASYNC110 - nor has the platform
            await asyncio.sleep(0)
        return await ranks(*BEST_FIRST)(member, prompt)

    for member in MEMBERS:
        sitting.models.scripts[member.id, "review"] = reviews_once_the_slate_was_refused

    run = await sitting.hold()

    assert (run.status, sitting.asked("synthesize")) == ("failed", [])
    assert len(run.outcomes) == len(MEMBERS)
    assert "The thread is locked." in words(standing(platform, "card").post)
    assert "/council show" in words(platform.whispered[0][1])


async def test_a_run_of_a_platform_that_is_not_served_here_is_told_to_nobody(
    announcer: ThreadAnnouncer,
    sitting: Sitting,
    platform: MemoryPlatform,
    caplog: pytest.LogCaptureFixture,
) -> None:
    elsewhere = replace(QUESTION, place=Place(platform="elsewhere", channel="C1"))
    sitting.run = replace(sitting.run, question=elsewhere)

    with caplog.at_level(logging.INFO):
        run = await sitting.hold()

    assert (run.status, platform.keys) == ("revealed", [])
    assert "elsewhere is not served here; run_started is not told" in caplog.text


async def test_nobody_learns_a_name_from_any_post_before_the_reveal(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    sitting.models.scripts[MEMBERS[1].id, "answer"] = fails(DOWN)
    sitting.models.scripts[MEMBERS[0].id, "synthesize"] = fails(DOWN)

    await sitting.hold()

    names = [member.name for member in MEMBERS] + [member.id for member in MEMBERS]
    for each in platform.standing:
        for post in each.earlier:
            assert [name for name in names if name in words(post)] == [], each.key
    board = words(standing(platform, "voting").post)
    assert [name for name in ("Ada", "Carl", "Dorothy") if name not in board] == []


async def test_the_log_of_what_is_posted_holds_no_answer_and_no_question(
    announcer: ThreadAnnouncer,
    sitting: Sitting,
    platform: MemoryPlatform,
    caplog: pytest.LogCaptureFixture,
) -> None:
    platform.refuse = {key: [PostRefused("No.")] for key in KEYS[1:]}
    platform.lose = {"card": 1}

    with caplog.at_level(logging.INFO):
        await sitting.hold()

    assert caplog.text != ""
    assert [text for text in (TABS, FORMATTER, VERDICT, QUESTION.text, "Ada") if text in caplog.text] == []


async def test_the_card_of_a_run_that_broke_says_that_it_ended(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    sitting.run = replace(sitting.run, settings=replace(sitting.run.settings, aggregation="dice"))

    run = await sitting.hold()

    assert run.status == "failed"
    assert "Cancel" not in words(standing(platform, "card").post)


async def test_no_edit_of_a_whole_run_leaves_a_message_as_it_stands(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    await sitting.hold()

    said = {each.key: [*each.earlier, each.post] for each in platform.standing}
    idle = [key for key, posts in said.items() for one, next_one in pairwise(posts) if one == next_one]
    assert idle == []
    assert any(len(posts) > 1 for posts in said.values())


async def test_a_run_that_fails_before_its_verdict_tells_its_asker_once(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    for member in MEMBERS:
        sitting.models.scripts[member.id, "answer"] = fails(DOWN)

    run = await sitting.hold()
    await an_announcer(sitting, platform, receipts).announce(run.id, fail(run, run.ending or OUR_FAULT))

    assert platform.keys == ["card", "failure"]
    told = standing(platform, "failure").post
    assert not told.silent
    assert [key for key in platform.keys if "rings=True" in words(standing(platform, key).post)] == [
        "failure"
    ]


async def test_a_run_that_breaks_behind_its_verdict_does_not_ring_again(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    run = await sitting.hold()

    await announcer.announce(run.id, fail(run, OUR_FAULT))

    assert "rings=True" in words(standing(platform, "verdict/1").post)
    assert "rings=True" not in words(standing(platform, "failure").post)
