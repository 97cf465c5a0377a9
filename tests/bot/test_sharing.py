"""Tests of sharing a verdict into its channel: once, whoever presses, with a notice to a person who is refused."""

import asyncio
from contextlib import suppress
from dataclasses import replace

from bot.ports import Thread
from bot.post import Actions, LinkButton, Post
from bot.presentation.words import ENGLISH
from bot.testing import MemoryPlatform
from council_core.domain.events import VerdictShared
from council_core.domain.place import Message, Place
from council_core.domain.question import RunId
from council_core.errors import PlaceClosed, PlatformError, PostRefused
from council_core.storage.receipts import SqlReceipts
from tests.bot.presentation.drawing import draw
from tests.bot.telling import KEYS, PLACE, an_announcer, standing, words
from tests.core.sitting import VERDICT, Sitting
from tests.golden_files import assert_golden
from tests.samples import QUESTION, a_run


class SlowPlatform(MemoryPlatform):
    """A platform on which sharing takes long enough for a second request to arrive meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.coming, self.both = 0, asyncio.Event()

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        if again and (there := [each.message for each in self.standing if each.key == key]):
            return there[0]
        if key.endswith("/share"):
            self.coming += 1
            if self.coming == 2:
                self.both.set()
            with suppress(TimeoutError):
                await asyncio.wait_for(self.both.wait(), 0.1)
        return await super().post(place, post, key=key, again=False)


class Threadless(MemoryPlatform):
    """A platform without threads, as a direct message on Discord: everything stands in one place."""

    async def open_thread(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        opened = await super().open_thread(place, post, key=key, again=again)
        return Thread(card=opened.card, place=place, missing="direct_message")


async def test_only_a_run_in_a_thread_offers_to_share_its_verdict(receipts: SqlReceipts) -> None:
    offers: list[bool] = []
    for platform in (MemoryPlatform(), Threadless()):
        sitting = Sitting(
            run=a_run(id=RunId(f"r{len(offers):012d}"), question=replace(QUESTION, place=PLACE))
        )
        sitting.speaker = an_announcer(sitting, platform, receipts)
        await sitting.hold()
        offers.append("c1:share:" in words(standing(platform, "card").post))

    assert offers == [True, False]


def shared(sitting: Sitting, person: str) -> VerdictShared:
    """Return a person's request to share the verdict."""
    return VerdictShared(run_id=sitting.run.id, person=person, by=person.title(), demo=False)


async def test_two_people_who_share_at_once_post_once_and_the_second_one_is_told(
    sitting: Sitting, receipts: SqlReceipts
) -> None:
    platform = SlowPlatform()
    announcer = sitting.speaker = an_announcer(sitting, platform, receipts)
    await sitting.hold()

    async with asyncio.TaskGroup() as group:
        for person in ("alice", "bob"):
            group.create_task(announcer.announce(sitting.run.id, shared(sitting, person)))
    await an_announcer(sitting, platform, receipts).announce(sitting.run.id, shared(sitting, "carol"))

    assert platform.keys == [*KEYS, "share"]
    post = standing(platform, "share")
    assert post.message.place.thread is None
    assert VERDICT in words(post.post)
    assert [person for person, _ in platform.whispered] == ["bob", "carol"]
    assert all("in the channel already" in words(told) for _, told in platform.whispered)


async def test_what_is_shared_has_the_verdict_and_leads_to_it_in_its_thread(
    sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    announcer = sitting.speaker = an_announcer(sitting, platform, receipts)
    await sitting.hold()
    verdict = standing(platform, "verdict/1").message

    await announcer.announce(sitting.run.id, shared(sitting, "alice"))

    post = standing(platform, "share").post
    buttons = [each for block in post.blocks if isinstance(block, Actions) for each in block.buttons]
    assert verdict.place.thread is not None
    assert buttons == [LinkButton(label=ENGLISH.buttons.read_verdict, url=await platform.address(verdict))]
    assert_golden("posts/shared.txt", draw(post))


async def test_two_processes_that_share_at_once_post_once(sitting: Sitting, receipts: SqlReceipts) -> None:
    platform = SlowPlatform()
    first = sitting.speaker = an_announcer(sitting, platform, receipts)
    await sitting.hold()
    second = an_announcer(sitting, platform, receipts)

    async with asyncio.TaskGroup() as group:
        for announcer in (first, second):
            group.create_task(announcer.announce(sitting.run.id, shared(sitting, "alice")))

    assert platform.keys == [*KEYS, "share"]
    assert [(person, told.summary) for person, told in platform.whispered] == [
        (
            "alice",
            "Somebody else is sharing the verdict now. If it is not in the channel in ten minutes, share it again.",
        )
    ]


async def test_where_the_channel_takes_no_posts_the_person_is_told_and_may_try_again(
    sitting: Sitting, platform: MemoryPlatform, receipts: SqlReceipts
) -> None:
    announcer = sitting.speaker = an_announcer(sitting, platform, receipts)
    await sitting.hold()
    refusals: list[PlatformError] = [
        PlaceClosed("forbidden"),
        PostRefused("No room.", code="storage_limit_reached"),
    ]
    platform.refuse = {"share": refusals}

    for _ in range(3):
        await announcer.announce(sitting.run.id, shared(sitting, "alice"))

    assert platform.keys == [*KEYS, "share"]
    assert [person for person, _ in platform.whispered] == ["alice", "alice"]
    for (_, told), why in zip(
        platform.whispered,
        ("Council may not write here.", "This workspace does not accept files"),
        strict=True,
    ):
        assert f"could not share the verdict: {why}" in words(told)
        assert "Once I may write there, press [Share to channel] again." in words(told), "the way on"
