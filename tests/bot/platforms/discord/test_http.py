"""Tests of interactions over signed HTTP, without a gateway: the same requests and answers, and no forgery."""

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace

import aiohttp
import pytest

from bot.platforms.discord.connection.http import MOST_BYTES, PATH
from bot.platforms.discord.connection.settings import read_settings
from bot.platforms.discord.platform import DiscordPlatform
from bot.post import Suggestions
from bot.presentation.words import discord_words
from bot.requests.asking import Ask
from bot.requests.voting import CastVote
from bot.web import serve_http
from council_core.errors import Problem
from tests.bot.platforms.discord.wire import CARD, QUESTION, RUN, VOTING, Council, ballot, settings_for
from tests.samples import in_english
from tests.testbed.discord import LocalDiscord
from tests.testbed.discord.endpoint import PING, Forgery

COMMANDS = ("PUT", "/applications/{application_id}/commands")


@pytest.fixture
async def platform(server: LocalDiscord, council: Council) -> AsyncIterator[DiscordPlatform]:
    """Yield the platform behind the one HTTP server; its address is saved on the portal."""
    with server.library_points_here():
        settings = replace(settings_for(server), public_key=server.endpoint.public_key, gateway=False)
        platform = DiscordPlatform(settings, words=discord_words)
        port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        routes = platform.routes(council)
        tasks = [
            asyncio.create_task(serve_http(routes, port=0, listening=port.set_result)),
            asyncio.create_task(platform.serve(council)),
        ]
        try:
            await server.wait_for_calls(*COMMANDS)
            await server.endpoint.set(f"http://127.0.0.1:{await port}{PATH}")
            yield platform
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.wait(tasks, timeout=30)
            await platform.aclose()


async def test_commands_buttons_forms_and_what_is_typed_need_no_gateway(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    ann, channel = server.person("ann"), server.channel()
    asked = await ann.slash("council ask", {"question": QUESTION}, channel)
    await server.wait_for(lambda: council.asked)
    thread = await platform.open_thread(council.asked[0].place, CARD, key=f"{RUN}/card", again=False)
    await platform.post(thread.place, VOTING, key=f"{RUN}/voting", again=False)
    await (await ann.click(await ballot(server, platform), "Response B")).private_reply()
    inside = await ann.click(
        await server.wait_for_message(server.threads()[0], "Which response"), "Response C"
    )
    reply = await inside.private_reply()
    council.answers = lambda _: Suggestions(members=("demo:ada",), rubrics=(), presets=())
    typing = await ann.autocomplete("council ask", {"members": "a"}, channel, focused="members")

    votes = [request for request in council.requests if isinstance(request, CastVote)]
    assert (asked.acknowledged_after or 9) < 3
    assert thread.place.thread == thread.card.id
    assert [(vote.alias, vote.place.channel, vote.place.thread) for vote in votes] == [
        ("B", str(channel.id), None),
        ("C", str(channel.id), thread.place.thread),
    ]
    assert reply.text == "Noted."
    assert [choice["value"] for choice in typing.choices or []] == ["demo:ada"]
    assert server.identifies == 0


FORGERIES: list[Forgery] = ["another_key", "another_body", "another_time", "no_signature", "no_hexadecimal"]


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_what_discord_did_not_sign_is_refused_and_does_nothing(
    forgery: Forgery, server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    server.endpoint.url, url = "", server.endpoint.url
    command = await server.person("ann").slash("council ask", {"question": QUESTION}, server.channel())

    told = await server.endpoint.send(command.payload, url=url, forgery=forgery)

    assert told.status == 401
    assert council.requests == []


@pytest.mark.parametrize("age", [301.0, 86_400.0, -400.0], ids=["old", "of yesterday", "of tomorrow"])
async def test_a_request_of_another_time_is_refused(
    age: float, server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    assert (await server.endpoint.send(PING, age=age)).status == 401


async def test_a_signed_request_that_somebody_repeats_does_nothing_more(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    await server.person("ann").slash("council ask", {"question": QUESTION}, server.channel())
    await server.wait_for(lambda: council.asked and len(server.endpoint.told) == 3)
    first = server.endpoint.told[-1]

    again = await server.endpoint.send_bytes(first.body, first.headers)
    await (await server.person("ann").slash("council help", {}, server.channel())).private_reply()

    assert again.status == 202
    assert len(council.asked) == 1


async def test_what_is_no_interaction_is_refused(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    huge = await server.endpoint.send({"type": 2, "padding": "x" * MOST_BYTES})
    async with aiohttp.ClientSession() as session, session.get(server.endpoint.url) as response:
        read = response.status

    assert (huge.status, read) == (401, 405)
    assert council.requests == []


async def test_while_discord_cannot_be_reached_it_is_said_that_nothing_works(
    server: LocalDiscord, council: Council
) -> None:
    settings = replace(settings_for(server), public_key=server.endpoint.public_key, gateway=False)
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    with server.library_points_here():
        nowhere = replace(settings, token="wrong")
        platform = DiscordPlatform(nowhere, words=discord_words)
        web = asyncio.create_task(serve_http(platform.routes(council), port=0, listening=port.set_result))
        told = await server.endpoint.send({"type": 2, "id": "1"}, url=f"http://127.0.0.1:{await port}{PATH}")
        web.cancel()
        await asyncio.wait({web}, timeout=30)

    assert told.status == 503


WRONG = [
    ("no such way", {"DISCORD_RECEIVES": "pigeon"}, "expected one of gateway, http, both"),
    ("no key", {"DISCORD_RECEIVES": "http"}, "DISCORD_PUBLIC_KEY"),
    ("no key of Discord's", {"DISCORD_PUBLIC_KEY": "xyz"}, "64 hexadecimal digits"),
]


@pytest.mark.parametrize(("variables", "said"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_a_wrong_setting_is_named(variables: dict[str, str], said: str) -> None:
    problems: list[Problem] = []
    read_settings(variables, problems, [])

    (problem,) = in_english(problems)
    assert said in problem


def test_it_is_off_unless_asked_for(server: LocalDiscord, council: Council) -> None:
    settings = read_settings({"DISCORD_PUBLIC_KEY": "ab" * 32}, [], [])

    assert (settings.gateway, settings.public_key) == (True, None)
    assert DiscordPlatform(settings_for(server), words=discord_words).routes(council) == []
    assert not any(isinstance(request, Ask) for request in council.requests)
