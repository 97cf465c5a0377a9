"""Renders a channel and its threads as text that is the same in every run: no ids, no times."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from tests.testbed.discord import components as parts
from tests.testbed.discord.guild import Channel
from tests.testbed.discord.message import THREAD_CREATED, THREAD_STARTER, Message
from tests.testbed.discord.wire import Json, inner, many

if TYPE_CHECKING:
    from tests.testbed.discord.world import World

INDENT = "    "


def transcript(world: World, channel: Channel, names: Mapping[str, str]) -> str:
    """Return everything that people see, oldest first; an ephemeral message says who sees it. `names`: pattern ->
    text."""
    text = "\n".join(_draw_channel(world, channel)) + "\n"
    for pattern, name in names.items():
        text = re.sub(pattern, name, text)
    return text


def drawn(world: World, message: Message) -> list[str]:
    """Return the lines of one message, without its author."""
    return list(_draw_body(world, message))


def _draw_channel(world: World, channel: Channel) -> Iterator[str]:
    sign = "@" if channel.recipient else "" if channel.is_thread else "#"
    state = " (archived)" if channel.archived else ""
    name = f'thread "{_named(world, channel.name)}"' if channel.is_thread else channel.name
    yield f"{sign}{name}{state}"
    shown = [message for message in channel.messages.values() if message.kind != THREAD_STARTER]
    for message in sorted(shown + channel.private_replies, key=lambda one: one.id):
        yield from _indented(_draw_message(world, message))
        if message.thread is not None:
            yield from _indented(_indented(_draw_channel(world, message.thread)))


def _indented(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        yield INDENT + line if line else ""


def _draw_message(world: World, message: Message) -> Iterator[str]:
    if message.kind == THREAD_CREATED:
        yield f"* {message.author.name} started a thread"
        return
    about: list[str] = []
    if message.asked:
        about.append(f"answering {message.asked}")
    elif message.referenced is not None:
        about.append(f"replying to {message.referenced.author.name}")
    if message.seen_by is not None:
        about.append(f"only {message.seen_by.name} sees this")
    yield "".join([message.author.name, f" ({'; '.join(about)})" if about else "", ":"])
    yield from _indented(_draw_body(world, message))


def _draw_body(world: World, message: Message) -> Iterator[str]:
    if message.is_loading:
        yield "is thinking..."
    if message.content:
        yield from _named(world, message.content).splitlines()
    for embed in message.embeds:
        texts = [embed.get("title"), embed.get("description")]
        texts += [f"{field['name']}: {field['value']}" for field in many(embed, "fields")]
        texts.append(inner(embed, "footer").get("text"))
        for line in _named(world, "\n".join(text for text in texts if text)).splitlines():
            yield f"> {line}"
    for part in message.components:
        yield from _draw_part(world, part)
    drawn = {part.get("name") for part in parts.walk(message.components) if part["type"] == parts.FILE}
    for name, upload in message.files.items():
        if name not in drawn:
            yield f"file {_named(world, name)} ({upload.size} bytes)"


def _draw_part(world: World, part: Json) -> Iterator[str]:
    match part["type"]:
        case parts.TEXT:
            yield from _named(world, part["content"]).splitlines()
        case parts.ROW:
            yield " ".join(_control(world, child) for child in part["components"])
        case parts.CONTAINER:
            for child in part["components"]:
                for line in _draw_part(world, child):
                    yield f"| {line}".rstrip()
        case parts.SECTION:
            for child in part["components"]:
                yield from _draw_part(world, child)
            yield f"  {_control(world, part['accessory'])}"
        case parts.SEPARATOR:
            yield "---" if part.get("divider", True) else ""
        case parts.FILE:
            yield f"file {_named(world, part.get('name') or '')} ({part.get('size')} bytes)"
        case parts.GALLERY:
            for item in part["items"]:
                name = item["media"]["url"].rpartition("/")[2].partition("?")[0]
                yield f"picture {item.get('description') or name}"
        case _:
            yield _control(world, part)


def _control(world: World, part: Json) -> str:
    off = ", disabled" if part.get("disabled") else ""
    if part["type"] == parts.BUTTON:
        emoji = inner(part, "emoji").get("name")
        label = " ".join(piece for piece in (emoji, part.get("label")) if piece)
        link = f" -> {part['url']}" if part.get("url") else ""
        return f"[{_named(world, label + link)}{off}]"
    if part["type"] in parts.SELECTS:
        options = [("*" if o.get("default") else "") + o["label"] for o in many(part, "options")]
        choice = " | ".join(options) or parts.ENTITY_SELECTS.get(part["type"], "")
        return f"<{part.get('placeholder') or 'choose'}: {_named(world, choice)}{off}>"
    return f"picture {part.get('description') or ''}".rstrip()


def _named(world: World, text: str) -> str:
    """Replace ids and times by the text that people see."""

    def message_name(match: re.Match[str]) -> str:
        channel = world.channels.get(int(match["channel"]))
        name = "?" if channel is None else channel.name
        return f"(link to {'a message in ' if match['message'] else ''}{name})"

    def known(match: re.Match[str]) -> str:
        number = int(match["id"])
        if number in world.users:
            return f"@{world.users[number].name}"
        return (
            f"#{world.channels[number].name}" if number in world.channels else f"(id of nobody: {match[0]})"
        )

    text = re.sub(
        r"https://discord\.com/channels/(?:\d+|@me)/(?P<channel>\d+)(?:/(?P<message>\d+))?",
        message_name,
        text,
    )
    text = re.sub(r"<(?:@!?|#)(?P<id>\d+)>", known, text)
    return re.sub(r"<t:\d+(?::\w)?>", "(time)", text)
