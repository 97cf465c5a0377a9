"""Tests of Socket Mode: refreshed, cut and redelivered connections lose no question, and a shutdown leaves none
open."""

import asyncio
from collections.abc import Callable
from functools import partial

import pytest

from bot.platforms.slack.connection.settings import SlackSettings
from bot.platforms.slack.connection.socket_mode import Connection, Liveness
from bot.platforms.slack.platform import SlackPlatform
from bot.presentation.words import slack_words
from bot.requests.asking import Ask
from council_core.errors import PostRefused
from tests.bot.platforms.slack.talk import Handler, talking
from tests.testbed.slack.server import LocalSlack


async def test_a_refreshed_connection_keeps_listening() -> None:
    async with talking("socket") as talk:
        await talk.slack.socket.disconnect("refresh_requested")

        await talk.slack.person("alice").command("general", "/council", "Tea now?")

        assert isinstance((await talk.handler.requests(1))[0], Ask)
        assert talk.slack.socket.opened == 2


async def test_a_shutdown_closes_the_connection_and_waits_for_what_was_acknowledged() -> None:
    async with LocalSlack(latency=lambda method: 0.2 if method == "users.info" else 0.0) as slack:
        platform, handler = _platform(slack), Handler()
        serving = asyncio.create_task(platform.serve(handler))
        await slack.socket.connected()
        await slack.person("alice").command("general", "/council", "Tea now?")

        serving.cancel()
        await asyncio.wait([serving])

        assert serving.cancelled()
        assert len(handler.asked) == 1
        await slack.wait_for(lambda: not slack.socket.connections)


async def test_a_platform_can_serve_again_after_it_was_stopped() -> None:
    async with LocalSlack() as slack:
        platform = _platform(slack)
        for _ in range(2):
            handler = Handler()
            serving = asyncio.create_task(platform.serve(handler))
            await slack.socket.connected()
            await slack.person("alice").command("general", "/council", "Tea now?")
            await handler.requests(1)
            assert (await platform.condition()).ok
            serving.cancel()
            await asyncio.wait([serving])
            await slack.wait_for(lambda: not slack.socket.connections)

        assert slack.socket.opened == 2


@pytest.mark.parametrize("tokens", [("xoxb-wrong", "xapp-local"), ("xoxb-local", "xapp-wrong")])
async def test_wrong_tokens_end_it_at_once(tokens: tuple[str, str]) -> None:
    async with LocalSlack() as slack:
        settings = SlackSettings(bot_token=tokens[0], app_token=tokens[1], api_url=slack.api_url)
        platform = SlackPlatform(settings, labels=slack_words, pace=None)

        with pytest.raises(PostRefused):
            await platform.serve(Handler())

        await platform.aclose()


async def test_a_connection_that_stays_silent_is_built_anew_without_leaving_the_old_one() -> None:
    async with LocalSlack() as slack:
        platform = _platform(slack)
        connection = Connection(platform._app, "xapp-local", look_every=0.05)  # pyright: ignore[reportPrivateUsage]
        serving = asyncio.create_task(connection.serve())
        async with asyncio.timeout(5):
            while not await connection.is_healthy():  # noqa: ASYNC110 - nobody else waits for it
                await asyncio.sleep(0.01)
        handler = connection._handler  # pyright: ignore[reportPrivateUsage]
        assert handler is not None
        # As after an idle reconnect that went wrong: nothing arrives, and the library does not notice.
        handler.client.stale = True
        handler.client.auto_reconnect_enabled = False

        await slack.wait_for(lambda: slack.socket.opened == 2 and len(slack.socket.connections) == 1)

        serving.cancel()
        await asyncio.wait([serving])


@pytest.mark.parametrize(
    ("way", "liveness"),
    [
        ("mute", partial(Liveness, most_silent=1.0)),
        ("unpinged", partial(Liveness, most_unpinged=1.0)),
    ],
    ids=["nothing comes any more", "only the pings of Slack end"],
)
async def test_a_connection_that_is_open_and_dead_is_replaced_and_leaves_no_zombie(
    way: str, liveness: Callable[[], Liveness]
) -> None:
    async with LocalSlack(ack_deadline=0.2) as slack:
        slack.socket.ping_every = 0.1
        platform, handler = _platform(slack), Handler()
        app = platform._app  # pyright: ignore[reportPrivateUsage]
        connection = Connection(app, "xapp-local", look_every=0.05, close_within=0.5, liveness=liveness)
        serving = asyncio.create_task(connection.serve())
        await slack.socket.connected()
        await slack.wait_for(lambda: all(one.pings for one in slack.socket.connections))
        for one in slack.socket.connections:
            setattr(one, way, True)
        before = {task for task in asyncio.all_tasks() if "slack_sdk" in repr(task)}

        await slack.wait_for(lambda: slack.socket.opened >= 2 and len(slack.socket.connections) == 1)

        slack.ack_deadline = 30.0
        platform._listener.handle = handler  # pyright: ignore[reportPrivateUsage]
        asked = await slack.person("alice").command("general", "/council", "Tea now?")
        assert asked.acknowledged
        assert len(await handler.requests(1)) == 1
        assert await connection.is_healthy()
        assert [task for task in before if not task.done()] == []
        serving.cancel()
        await asyncio.wait([serving])
        await slack.wait_for(lambda: not slack.socket.connections)


def _platform(slack: LocalSlack) -> SlackPlatform:
    settings = SlackSettings(bot_token="xoxb-local", app_token="xapp-local", api_url=slack.api_url)
    return SlackPlatform(settings, labels=slack_words, pace=None)
