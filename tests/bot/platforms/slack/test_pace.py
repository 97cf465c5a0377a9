"""Edits are put off and put together, and none that counts is lost; posts keep to their line."""

import asyncio
from collections.abc import Callable

from bot.platforms.slack.writer import Bucket, Edits, Lanes, Pace
from bot.post import Post, line
from council_core.domain.place import Message, Place
from council_core.errors import OutcomeUnknown, PostRefused
from tests.bot.platforms.slack.talk import talking

CARD = Message(place=Place(platform="slack", channel="C1"), id="1.1")
SLOWLY = Pace(seconds_between_edits=3_600.0)
QUICKLY = Pace(seconds_between_edits=0.05, edits_per_minute=6_000)


def said(text: str) -> Post:
    return Post(blocks=(line(text),), summary=text)


class Screen:
    """Where edits arrive; `troubles` happen first."""

    def __init__(self, *troubles: Exception) -> None:
        self.shown: list[str] = []
        self.troubles = list(troubles)
        self.changed = asyncio.Event()

    async def apply(self, message: Message, post: Post) -> None:
        await asyncio.sleep(0)
        self.changed.set()
        if self.troubles:
            raise self.troubles.pop(0)
        self.shown.append(post.summary)

    async def until(self, happened: Callable[[], bool]) -> None:
        async with asyncio.timeout(5):
            while not happened():
                self.changed.clear()
                await self.changed.wait()

    async def shows(self, text: str) -> None:
        await self.until(lambda: text in self.shown)


async def test_the_first_edit_is_done_at_once_and_of_the_next_ones_only_the_last() -> None:
    screen = Screen()
    edits = Edits(screen.apply, SLOWLY)

    for at in range(5):
        await edits.edit(CARD, said(f"{at}"))
    await edits.drain(5)

    assert screen.shown == ["0", "4"]


async def test_an_edit_that_was_put_off_comes_by_itself() -> None:
    screen = Screen()
    edits = Edits(screen.apply, QUICKLY)
    for at in range(5):
        await edits.edit(CARD, said(f"{at}"))

    await screen.shows("4")

    assert screen.shown == ["0", "4"]


async def test_an_edit_that_was_put_off_is_tried_again_when_its_outcome_is_unknown() -> None:
    screen = Screen()
    edits = Edits(screen.apply, QUICKLY)
    await edits.edit(CARD, said("first"))
    screen.troubles += [OutcomeUnknown("reset"), OutcomeUnknown("reset")]

    await edits.edit(CARD, said("last"))
    await screen.shows("last")

    assert screen.shown == ["first", "last"]


async def test_the_last_edit_of_all_is_never_put_off_and_nothing_older_covers_it() -> None:
    screen = Screen()
    edits = Edits(screen.apply, SLOWLY)
    await edits.edit(CARD, said("first"))
    await edits.edit(CARD, said("put off"))

    await edits.edit(CARD, said("last"), surely=True)
    shown = list(screen.shown)
    await edits.drain(5)

    assert shown == screen.shown == ["first", "last"]


async def test_a_refused_edit_does_not_stop_the_next_one() -> None:
    screen = Screen()
    edits = Edits(screen.apply, QUICKLY)
    await edits.edit(CARD, said("first"))
    screen.troubles += [PostRefused("no")]
    await edits.edit(CARD, said("refused"))
    await screen.until(lambda: not screen.troubles)

    await edits.edit(CARD, said("last"))
    await screen.shows("last")

    assert screen.shown == ["first", "last"]


async def test_messages_do_not_wait_for_each_other() -> None:
    screen = Screen()
    edits = Edits(screen.apply, SLOWLY)
    other = Message(place=CARD.place, id="2.2")

    await edits.edit(CARD, said("one"))
    await edits.edit(other, said("two"))

    assert screen.shown == ["one", "two"]


async def test_edits_beyond_the_budget_of_a_workspace_are_put_off() -> None:
    screen = Screen()
    edits = Edits(screen.apply, Pace(seconds_between_edits=0.0, edits_per_minute=3))

    for at in range(4):
        await edits.edit(Message(place=CARD.place, id=f"{at}.0"), said(f"{at}"))
    at_once = list(screen.shown)
    await edits.drain(5)

    assert at_once == ["0"]
    assert sorted(screen.shown) == ["0", "1", "2", "3"]


async def test_a_shutdown_sends_the_edit_that_was_put_off() -> None:
    async with talking(pace=SLOWLY) as talk:
        place = Place(platform="slack", channel="C1", workspace="T1")
        card = (await talk.platform.open_thread(place, said("Asked"), key="r/card", again=False)).card
        await talk.platform.edit(card, said("At work"))
        await talk.platform.edit(card, said("Still at work"))
        await talk.platform.edit(card, said("Done"))

        await talk.platform.drain()

        message = talk.slack.messages("general")[0]
        assert talk.slack.words(message) == "Done"
        assert len(message.versions) == 2


async def test_a_bucket_gives_its_burst_and_then_asks_for_patience() -> None:
    bucket = Bucket(per_second=1.0, size=4)

    waits = [bucket.wait() for _ in range(6)]

    assert waits[:4] == [0.0] * 4
    assert all(0 < wait <= 1 for wait in waits[4:])


async def test_a_lane_is_held_by_one_and_others_come_in_turn() -> None:
    lanes, order = Lanes(None), list[str]()

    async def write(name: str) -> None:
        async with lanes.lane("C1") as turn:
            await turn()
            order.append(f"{name} begins")
            await asyncio.sleep(0)
            order.append(f"{name} ends")

    async with asyncio.TaskGroup() as group:
        for name in ("a", "b"):
            group.create_task(write(name))

    assert order == ["a begins", "a ends", "b begins", "b ends"]
