"""The local Discord keeps the rules about threads, files, tokens and commands; asked directly over HTTP."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.testbed.discord import LocalDiscord, NotOfferedError, OpenApi, Permission, Status, Upload
from tests.testbed.discord.openapi import DESCRIPTION, load
from tests.testbed.discord_client import NOBODY, V2, Rest, button, row, select, text


@pytest.fixture
async def rest(server: LocalDiscord) -> AsyncIterator[Rest]:
    async with aiohttp.ClientSession() as session:
        yield Rest(server, session)


async def test_an_unknown_route_is_loud(server: LocalDiscord, rest: Rest) -> None:
    status, _ = await rest("POST", "/channels/1/polls/2/expire")

    assert status == 404
    assert server.complaints == ["No such route: POST /channels/1/polls/2/expire"]
    with pytest.raises(ValueError, match="No route GET /nowhere"):
        server.fail("GET", "/nowhere", Status(status=500))


async def test_a_call_without_the_token_is_unauthorized(rest: Rest) -> None:
    rest.token = "wrong"

    assert (await rest("GET", "/users/@me"))[0] == 401


async def test_a_message_has_one_thread_and_guilds_have_a_cap(server: LocalDiscord, rest: Rest) -> None:
    channel = server.channel()
    server.active_thread_limit = 1
    ids = [(await rest.send(channel, {"content": "x", "allowed_mentions": NOBODY}))[1]["id"] for _ in "ab"]

    codes = [
        (await rest("POST", f"/channels/{channel.id}/messages/{number}/threads", {"name": "t"}))[1].get(
            "code"
        )
        for number in (ids[0], ids[0], ids[1])
    ]

    assert codes == [None, 160004, 160006]


async def test_history_pages_newest_first(server: LocalDiscord, rest: Rest) -> None:
    alice, channel = server.person("alice"), server.channel()
    said = [await alice.say(channel, str(number)) for number in range(6)]

    async def page(query: str) -> list[str]:
        _, found = await rest("GET", f"/channels/{channel.id}/messages?{query}")
        return [message["content"] for message in found]

    assert await page("limit=2") == ["5", "4"]
    assert await page(f"limit=2&before={said[4].id}") == ["3", "2"]
    assert await page(f"limit=2&after={said[1].id}") == ["3", "2"]
    assert await page(f"limit=3&around={said[2].id}") == ["3", "2", "1"]


async def test_a_locked_thread_and_missing_permissions_in_threads(server: LocalDiscord, rest: Rest) -> None:
    channel = server.channel()
    _, message = await rest.send(channel, {"content": "x", "allowed_mentions": NOBODY})
    _, started = await rest("POST", f"/channels/{channel.id}/messages/{message['id']}/threads", {"name": "t"})
    thread = server.channels[int(started["id"])]
    server.deny(channel, Permission.SEND_MESSAGES)
    allowed = await rest.send(
        thread, {"content": "SEND_MESSAGES has no effect in threads", "allowed_mentions": NOBODY}
    )
    server.deny(channel, Permission.SEND_MESSAGES_IN_THREADS)
    denied = await rest.send(thread, {"content": "x"})
    server.allow(channel, Permission.SEND_MESSAGES_IN_THREADS)
    server.archive(thread, locked=True)

    locked = await rest.send(thread, {"content": "x"})

    assert [allowed[0], denied[1]["code"], locked[1]["code"]] == [200, 50013, 160005]


async def test_files_have_limits_and_can_be_fetched_until_they_expire(
    rest: Rest, server: LocalDiscord
) -> None:
    server.attachment_limit = 10
    channel = server.channel()

    async def upload(count: int, size: int) -> tuple[int, Any]:
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps({"allowed_mentions": NOBODY}))
        for index in range(count):
            form.add_field(f"files[{index}]", b"x" * size, filename=f"{index}.md")
        headers = {"Authorization": f"Bot {server.token}"}
        url = f"{server.rest_url}/channels/{channel.id}/messages"
        async with rest.session.post(url, data=form, headers=headers) as response:
            return response.status, await response.json()

    async def fetch(url: str) -> tuple[int, bytes]:
        async with rest.session.get(url) as response:
            return response.status, await response.read()

    sent = await upload(10, 10)
    url = sent[1]["attachments"][3]["url"]

    assert [(await upload(1, 11))[1]["code"], (await upload(11, 1))[1]["code"]] == [40005, 50035]
    assert await fetch(url) == (200, b"x" * 10)
    server.expire_attachments()
    assert (await fetch(url))[0] == 404


async def test_an_interaction_has_one_first_response_and_a_token_for_15_minutes(
    server: LocalDiscord, rest: Rest
) -> None:
    channel = server.channel()
    await rest.send(channel, {"content": "x", "components": [row(button("v"))], "allowed_mentions": NOBODY})
    clicked = await server.person("alice").click(server.messages(channel)[0], "v")
    hook = f"/webhooks/{server.bot.id}/{clicked.token}"

    early = await rest("POST", hook, {"content": "too early"})
    deferred = await rest.callback(clicked, {"type": 5, "data": {"flags": 64}})
    twice = await rest.callback(clicked, {"type": 6})
    filled = await rest("POST", hook, {"content": "fills the loading message"})
    extra = await rest("POST", hook, {"content": "a second message", "flags": 64})
    server.advance(15 * 60 + 1)
    late = await rest("PATCH", f"{hook}/messages/@original", {"content": "late"})

    assert early[1]["code"] == 10015
    assert deferred[1]["interaction"]["response_message_loading"] is True
    assert twice[1]["code"] == 40060
    assert filled[1]["id"] == deferred[1]["interaction"]["response_message_id"]
    assert extra[1]["id"] != filled[1]["id"]
    assert (late[0], late[1]["code"]) == (401, 50027)
    assert [message.text for message in clicked.ephemerals] == [
        "fills the loading message",
        "a second message",
    ]


async def test_a_command_in_a_foreign_guild_has_five_follow_ups(server: LocalDiscord, rest: Rest) -> None:
    commands = [{"name": "ask", "description": "d", "integration_types": [0, 1], "contexts": [0, 1, 2]}]
    await rest("PUT", f"/applications/{server.bot.id}/commands", commands)
    asked = await server.person("alice").slash("ask", {}, server.foreign_channel())
    await rest.callback(asked, {"type": 4, "data": {"content": "in place"}})
    hook = f"/webhooks/{server.bot.id}/{asked.token}"

    codes = [(await rest("POST", hook, {"content": str(number)}))[1].get("code") for number in range(6)]

    assert codes == [None] * 5 + [40094]
    assert asked.payload["authorizing_integration_owners"] == {"1": str(server.person("alice").id)}


async def test_commands_hide_from_those_who_may_not_use_them(server: LocalDiscord, rest: Rest) -> None:
    guarded = {"name": "settings", "description": "d", "default_member_permissions": str(1 << 4)}
    await rest("PUT", f"/applications/{server.bot.id}/commands", [guarded])
    moderator = server.person("mo", permissions=Permission.MANAGE_CHANNELS | Permission.VIEW_CHANNEL)

    await moderator.slash("settings", {}, server.channel())

    with pytest.raises(NotOfferedError, match="MANAGE_CHANNELS"):
        await server.person("alice").slash("settings", {}, server.channel())


async def test_a_transcript_names_people_channels_and_files(server: LocalDiscord, rest: Rest) -> None:
    alice, channel = server.person("alice"), server.channel()
    said = await alice.say(channel, "look", files=[Upload(name="a.txt", content=b"abc")])
    link = f"https://discord.com/channels/{server.guild.id}/{channel.id}/{said.id}"
    words = f"{alice.mention} in {channel.mention}: {link} <t:1700000000:R>"
    off = button("b", "Closed") | {"disabled": True}
    card = {
        "type": 17,
        "components": [text(words), {"type": 14}, row(button("a", "Go"), off), row(select(2))],
    }

    await rest.send(channel, {"flags": V2, "components": [card], "allowed_mentions": NOBODY})

    assert server.transcript(channel) == (
        "#council\n"
        "    alice:\n"
        "        look\n"
        "        file a.txt (3 bytes)\n"
        "    Council:\n"
        "        | @alice in #council: (link to a message in council) (time)\n"
        "        | ---\n"
        "        | [Go] [Closed, disabled]\n"
        "        | <choose: 0 | 1>\n"
    )


@pytest.fixture
def openapi() -> OpenApi:
    if not DESCRIPTION.exists():
        pytest.skip("Discord's OpenAPI description does not lie beside the repository.")
    return load()


@pytest.mark.parametrize(
    ("body", "complaints"),
    [
        ({"content": "x", "attachments": [], "message_reference": {"message_id": "1", "guild_id": 1}}, 0),
        ({"content": "x", "tts": "yes"}, 1),
        ({"content": "x", "components": [row(button("a", "l" * 81))]}, 1),
    ],
)
async def test_discords_own_description_judges_bodies(openapi: OpenApi, body: Any, complaints: int) -> None:
    async with LocalDiscord(openapi=openapi) as server, aiohttp.ClientSession() as session:
        await Rest(server, session).send(server.channel(), {"allowed_mentions": NOBODY} | body)

        assert len(server.complaints) == complaints
