"""Posts keep to their line and their pace, and a shutdown loses no edit."""

import asyncio

from bot.platforms.slack.pace import Bucket, Lanes, Pace
from bot.post import Post, line
from council_core.domain.place import Place
from tests.bot.platforms.slack.talk import talking

SLOWLY = Pace(seconds_between_edits=3_600.0)


def said(text: str) -> Post:
    return Post(blocks=(line(text),), summary=text)


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
