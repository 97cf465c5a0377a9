"""The local Discord refuses what is too long, too much or malformed; asked directly over HTTP."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from tests.testbed.discord import LocalDiscord
from tests.testbed.discord_client import NOBODY, V2, Rest, button, labelled, row, select, text

ONE_OPTION = {"label": "a", "value": "a"}


@pytest.fixture
async def rest(server: LocalDiscord) -> AsyncIterator[Rest]:
    async with aiohttp.ClientSession() as session:
        yield Rest(server, session)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"content": "x" * 2001}, "content"),
        ({"content": "x", "nonce": "n" * 26}, "nonce"),
        ({"embeds": [{"title": "t" * 257}]}, "embeds.0.title"),
        ({"embeds": [{"description": "d" * 4000}, {"description": "d" * 2001}]}, "embeds"),
        ({"content": "x", "components": [row(button("a"), button("a"))]}, "components"),
        ({"content": "x", "components": [row(button(""))]}, "components.0.components.0.custom_id"),
        ({"content": "x", "components": [row(button("c" * 101))]}, "components.0.components.0.custom_id"),
        ({"content": "x", "components": [row(button("a", "l" * 81))]}, "components.0.components.0.label"),
        ({"content": "x", "components": [row(*map(button, "abcdef"))]}, "components.0.components"),
        ({"content": "x", "components": [row(select(26))]}, "components.0.components.0.options"),
        ({"content": "x", "components": [row(select(2), button("a"))]}, "components.0.components"),
        ({"content": "x", "components": [text("needs the flag")]}, "components.0.type"),
        ({"flags": V2, "content": "x", "components": [text("a")]}, "content"),
        ({"flags": V2, "components": [text("a")] * 41}, "components"),
        ({"flags": V2, "components": [{"type": 17, "components": [text("a")] * 40}]}, "components"),
        ({"flags": V2, "components": [text("a" * 2001), text("b" * 2000)]}, "components"),
        ({"flags": V2, "components": [{"type": 9, "components": [text("a")]}]}, "components.0.accessory"),
        (
            {"flags": V2, "components": [{"type": 13, "file": {"url": "attachment://a.md"}}]},
            "components.0.file.url",
        ),
        ({"content": "x", "attachments": [{"id": 0, "filename": "a"}]}, "attachments.0.id"),
        ({"content": "x", "message_reference": {"message_id": "1"}}, "message_reference"),
    ],
)
async def test_a_body_beyond_a_limit_is_an_invalid_form(
    server: LocalDiscord, rest: Rest, body: dict[str, Any], where: str
) -> None:
    status, answer = await rest.send(server.channel(), {"allowed_mentions": NOBODY} | body)

    assert (status, answer["code"], answer["message"]) == (400, 50035, "Invalid Form Body")
    node = answer["errors"]
    for step in where.split("."):
        node = node[step]
    assert set(node["_errors"][0]) == {"code", "message"}
    assert not server.messages(server.channel())


@pytest.mark.parametrize(
    "body",
    [
        {"content": "x" * 2000, "nonce": "n" * 25},
        {"content": "x", "components": [row(*map(button, "abcde")), row(select(25))]},
        {"flags": V2, "components": [{"type": 17, "components": [text("a" * 100)] * 39}]},
        {"flags": V2, "components": [{"type": 9, "components": [text("a")], "accessory": button("v")}]},
    ],
)
async def test_a_body_at_the_limit_is_taken(server: LocalDiscord, rest: Rest, body: dict[str, Any]) -> None:
    status, answer = await rest.send(server.channel(), {"allowed_mentions": NOBODY} | body)

    assert status == 200
    assert all(part["id"] for part in answer["components"])


@pytest.mark.parametrize(
    ("method", "path", "body", "expected"),
    [
        ("POST", "/channels/{channel}/messages", {"content": ""}, (400, 50006)),
        ("POST", "/channels/1/messages", {"content": "x"}, (404, 10003)),
        ("GET", "/channels/{channel}/messages/1", None, (404, 10008)),
        ("PATCH", "/channels/{channel}/messages/{said}", {"content": "x"}, (403, 50005)),
        ("DELETE", "/channels/{channel}/messages/{said}", None, (403, 50013)),
        ("POST", "/channels/{channel}/messages/{said}/threads", {"name": "n" * 101}, (400, 50035)),
        ("POST", "/channels/{channel}/messages/{said}/threads", {"name": ""}, (400, 50035)),
        ("POST", "/channels/{dm}/threads", {"name": "n", "type": 11}, (400, 50024)),
        ("PATCH", "/channels/{channel}", {"name": "n"}, (403, 50013)),
        ("GET", "/channels/{foreign}", None, (403, 50001)),
        ("GET", "/channels/none", None, (400, 50035)),
        ("POST", "/interactions/1/no-such-token/callback", {"type": 5}, (404, 10062)),
        ("PATCH", "/webhooks/{bot}/no-such-token/messages/@original", {"content": "x"}, (404, 10015)),
        ("GET", "/users/1", None, (404, 10013)),
    ],
)
async def test_each_refusal_has_its_code(
    server: LocalDiscord, rest: Rest, method: str, path: str, body: Any, expected: tuple[int, int]
) -> None:
    alice = server.person("alice")
    said = await alice.say(server.channel(), "hello")
    names = {"channel": server.channel().id, "said": said.id, "bot": server.bot.id}
    names |= {"dm": server.dm(alice).id, "foreign": server.foreign_channel().id}

    status, answer = await rest(method, path.format(**names), body)

    assert (status, answer["code"]) == expected
    assert not server.complaints


@pytest.mark.parametrize(
    ("modal", "where"),
    [
        ({"title": "t" * 46}, "title"),
        ({"custom_id": ""}, "custom_id"),
        ({"components": [text("a")] * 6}, "components"),
        ({"components": [labelled({"type": 4}, "l" * 46)]}, "components.0.label"),
        ({"components": [labelled({"type": 4, "max_length": 4001})]}, "components.0.component.max_length"),
        ({"components": [labelled({"type": 21, "options": [ONE_OPTION]})]}, "components.0.component.options"),
    ],
)
async def test_a_modal_beyond_a_limit_of_discord_is_refused(
    server: LocalDiscord, rest: Rest, modal: dict[str, Any], where: str
) -> None:
    channel = server.channel()
    await rest.send(channel, {"content": "x", "components": [row(button("v"))], "allowed_mentions": NOBODY})
    clicked = await server.person("alice").click(server.messages(channel)[0], "v")

    whole = {"title": "t", "custom_id": "c", "components": [text("a")]} | modal
    status, answer = await rest.callback(clicked, {"type": 9, "data": whole})

    assert (status, answer["code"]) == (400, 50035)
    node = answer["errors"]["data"]
    for step in where.split("."):
        node = node[step]
    assert clicked.modal is None


@pytest.mark.parametrize(
    ("command", "where"),
    [
        ({"name": "Has Spaces", "description": "d"}, "name"),
        ({"name": "a", "description": ""}, "description"),
        ({"name": "a", "description": "d" * 101}, "description"),
        (
            {"name": "a", "description": "d", "options": [{"type": 3, "name": "o", "description": "d"}] * 2},
            "options",
        ),
    ],
)
async def test_a_command_beyond_a_limit_of_discord_is_refused(
    server: LocalDiscord, rest: Rest, command: dict[str, Any], where: str
) -> None:
    status, answer = await rest("PUT", f"/applications/{server.bot.id}/commands", [command])

    assert status == 400
    assert where in answer["errors"]["0"]
