"""Tests of posts that a platform refused or could not be given: they follow as soon as they can."""

import logging

import pytest

from bot.announcing.announcer import ThreadAnnouncer
from bot.post import Post
from bot.testing import MemoryPlatform
from council_core.domain.place import Message, Place
from council_core.errors import OutcomeUnknown, PlaceClosed
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
