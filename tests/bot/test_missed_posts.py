"""Tests of posts that a platform refused or could not be given: they follow as soon as they can."""

import logging

import pytest

from bot.announcing.announcer import ThreadAnnouncer
from bot.post import Post
from bot.testing import MemoryPlatform
from council_core.domain.place import Message, Place
from council_core.domain.receipt import ASKER
from council_core.errors import OutcomeUnknown, PlaceClosed, PlaceGone
from council_core.stages.retell import events_of
from council_core.storage.receipts import SqlReceipts
from tests.bot.telling import KEYS, an_announcer, standing, words
from tests.core.sitting import Sitting


class Unreachable(MemoryPlatform):
    """A platform that accepts everything but the verdict, for which no reply ever arrives."""

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        if key.endswith("verdict/1"):
            self.tries = getattr(self, "tries", 0) + 1
            raise OutcomeUnknown("The connection was cut.")
        return await super().post(place, post, key=key, again=again)


async def test_a_platform_that_stays_away_is_given_up_and_the_run_goes_on(
    sitting: Sitting, receipts: SqlReceipts, caplog: pytest.LogCaptureFixture
) -> None:
    platform = Unreachable()
    sitting.speaker = an_announcer(sitting, platform, receipts)

    with caplog.at_level(logging.WARNING):
        run = await sitting.hold()

    assert (run.status, platform.tries) == ("revealed", 8), "four tries, and four more with the names"
    assert platform.keys == [key for key in KEYS if key != "verdict/1"]
    assert "verdict_reached could not be told: The connection was cut." in caplog.text


async def test_what_an_outage_swallowed_is_posted_before_the_next_event(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    platform.refuse = {"slate/B/1": [OutcomeUnknown("The connection was cut.")] * 4}

    run = await sitting.hold()

    assert (run.status, platform.keys) == ("revealed", KEYS)
    assert "could not be posted" not in words(standing(platform, "card").post)


async def test_what_a_place_refused_is_tried_once_more_when_the_run_ends(
    announcer: ThreadAnnouncer, sitting: Sitting, platform: MemoryPlatform
) -> None:
    platform.refuse = {"verdict/1": [PlaceClosed("Thread is locked", code="160005")]}

    run = await sitting.hold()

    assert (run.status, platform.keys, platform.whispered) == ("revealed", KEYS, [])
    assert "could not be posted" not in words(standing(platform, "card").post)


class Archived(MemoryPlatform):
    """A platform whose channel is archived once the verdict stands, so that the names cannot be shown."""

    is_archived = False

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        sent = await super().post(place, post, key=key, again=again)
        self.is_archived = key.endswith("verdict/1")
        return sent

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        if self.is_archived:
            raise PlaceGone("The channel is archived.", code="is_archived")
        await super().edit(message, post, final=final)


async def test_names_that_a_place_refused_are_shown_once_it_takes_posts_again(
    sitting: Sitting, receipts: SqlReceipts
) -> None:
    platform = Archived()
    sitting.speaker = an_announcer(sitting, platform, receipts)
    run = await sitting.hold()
    refused, ((_, told),) = words(standing(platform, "voting").post), platform.whispered
    is_sought = await receipts.find(f"{run.id}/{ASKER}") is not None

    platform.is_archived = False
    for event in await events_of(run, sitting.blobs):
        await sitting.speaker.announce(run.id, event)

    assert (run.status, len(platform.whispered)) == ("revealed", 1)
    assert told.summary.startswith("The vote on your question has ended, and the names could not be shown")
    assert "Ranking and names" not in refused
    assert "Ranking and names" in words(standing(platform, "voting").post)
    assert platform.keys == KEYS
    assert is_sought
    assert await receipts.find(f"{run.id}/{ASKER}") is None
