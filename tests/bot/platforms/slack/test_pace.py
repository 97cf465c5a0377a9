"""Tests that posts keep their order and their rate, and that a shutdown loses no edit."""

import asyncio
import logging

import pytest

from bot.platforms.slack.connection.people import People
from bot.platforms.slack.connection.rate import Bucket, Lanes, Pace
from bot.platforms.slack.connection.settings import SlackSettings
from bot.platforms.slack.connection.web_api import SharedSession, build_clients
from bot.post import Post, line
from council_core.domain.place import Place
from tests.bot.platforms.slack.talk import talking
from tests.testbed.patience import PATIENCE
from tests.testbed.slack import LocalSlack, RateLimited

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


async def heard_of_it(caplog: pytest.LogCaptureFixture) -> None:
    """Wait until the bot has received a rate limit."""
    async with asyncio.timeout(PATIENCE):
        while "Slack takes no more" not in caplog.text:  # noqa: ASYNC110 - a log has no event
            await asyncio.sleep(0.01)


async def test_a_pause_that_slack_asks_one_call_for_holds_for_all_calls_of_the_method(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "bot.platforms.slack.connection.web_api")
    async with LocalSlack() as slack:
        session = SharedSession()
        clients = build_clients(SlackSettings(bot_token="xoxb-local", api_url=slack.api_url), session)
        alice = slack.person("alice").id
        slack.fail("users.info", RateLimited(1))
        async with asyncio.TaskGroup() as group:
            group.create_task(clients.freely("users_info", user=alice))
            await heard_of_it(caplog)
            for web in (clients.freely, clients.once) * 5:
                group.create_task(web("users_info", user=alice))
            await clients.freely("auth_test")
        await session.aclose()

    refused, *others = [call for call in slack.calls if call.method == "users.info"]
    assert len(others) == 11
    assert min(call.at for call in others) >= refused.at + 1
    assert next(call for call in slack.calls if call.method == "auth.test").at < others[0].at


async def test_after_a_pause_one_call_goes_first_and_the_others_wait_for_what_becomes_of_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO, "bot.platforms.slack.connection.web_api")
    async with LocalSlack() as slack:
        session = SharedSession()
        clients = build_clients(SlackSettings(bot_token="xoxb-local", api_url=slack.api_url), session)
        alice, closed_until = slack.person("alice").id, [0.0]

        def is_closed(_: object) -> bool:
            """Return whether Slack refuses this call: one call starts a second in which it accepts none, twice."""
            if len([call for call in slack.calls if call.status == 429]) >= 20:
                return False
            if slack.now() >= closed_until[0] and len(closed_until) < 3:
                closed_until.append(0.0)
                closed_until[0] = slack.now() + 1
            return slack.now() < closed_until[0]

        slack.fail("users.info", RateLimited(1), times=1_000, when=is_closed)
        first = asyncio.create_task(clients.freely("users_info", user=alice))
        await heard_of_it(caplog)
        await asyncio.gather(first, *(clients.freely("users_info", user=alice) for _ in range(20)))
        await session.aclose()

    assert len([call for call in slack.calls if call.status == 429]) <= 4


async def test_two_hundred_who_ask_for_twenty_five_names_at_once_look_each_up_once() -> None:
    async with LocalSlack() as slack:
        session = SharedSession()
        people = People(
            build_clients(SlackSettings(bot_token="xoxb-local", api_url=slack.api_url), session).freely
        )
        ids = [slack.person(f"person{number % 25}").id for number in range(200)]
        slack.latency = 0.05
        found = await asyncio.gather(*(people.profile(one) for one in ids))
        await session.aclose()

    assert len([call for call in slack.calls if call.method == "users.info"]) == 25
    assert len({profile.name for profile in found}) == 25


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
