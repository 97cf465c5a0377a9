"""Builds messages, and changes of messages, from the bodies of REST calls."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

from tests.testbed.discord import components as parts
from tests.testbed.discord.guild import Channel, User
from tests.testbed.discord.journal import Call
from tests.testbed.discord.limits import check_message, living_mass_mentions
from tests.testbed.discord.message import COMPONENTS_V2, DEFAULT, EPHEMERAL, LOADING, Attachment, Message
from tests.testbed.discord.wire import Json, many

if TYPE_CHECKING:
    from tests.testbed.discord.world import World

SETTABLE_FLAGS = (1 << 2) | EPHEMERAL | (1 << 12) | COMPONENTS_V2


def compose(
    world: World,
    call: Call,
    channel: Channel,
    body: Json,
    *,
    kind: int = DEFAULT,
    seen_by: User | None = None,
    at: str = "",
) -> Message:
    """Build a message of the bot that is not yet in its channel. Raises `RefusedError` if the body breaks a rule."""
    check_message(body, call.uploads, at=at, limit=world.attachment_limit)
    complain_about_mentions(world, call, body)
    message = Message(id=world.ids.next(), channel=channel, author=world.bot, kind=kind, seen_by=seen_by)
    message.flags = (body.get("flags") or 0) & SETTABLE_FLAGS & ~EPHEMERAL | (EPHEMERAL if seen_by else 0)
    message.nonce = body.get("nonce")
    _fill_in(world, call, message, body)
    return message


def amend(world: World, call: Call, message: Message, body: Json, *, at: str = "") -> Message:
    """Change a message of the bot and send the event. Raises `RefusedError` if the body breaks a rule."""
    check_message(body, call.uploads, before=message, at=at, limit=world.attachment_limit)
    complain_about_mentions(world, call, body)
    if not message.is_loading:
        message.edited_at = datetime.now(UTC).isoformat()
    message.flags = message.flags & ~LOADING | ((body.get("flags") or 0) & COMPONENTS_V2)
    _fill_in(world, call, message, body)
    world.update_message(message)
    return message


def complain_about_mentions(world: World, call: Call, body: Json) -> None:
    """Complain about a mass mention that would notify the channel."""
    for mention in living_mass_mentions(body):
        world.complain(
            f"{call.method} {call.path} lets {mention} through: set allowed_mentions to parse nothing."
        )


def mentioned(world: World, text: str) -> list[User]:
    """Return the people named in a text."""
    numbers = dict.fromkeys(int(number) for number in re.findall(r"<@!?(\d+)>", text))
    return [world.users[number] for number in numbers if number in world.users]


def _fill_in(world: World, call: Call, message: Message, body: Json) -> None:
    if "content" in body:
        message.content = body["content"] or ""
    if "embeds" in body:
        message.embeds = [{"type": "rich", **embed} for embed in many(body, "embeds")]
    message.attachments = _attachments(world, call, message, body)
    if "components" in body:
        message.components = [
            _with_links(part, message.attachments) for part in parts.numbered(body["components"] or [])
        ]
    text = message.text
    message.mentions = mentioned(world, text)
    message.mention_everyone = any(mention.startswith("@") for mention in living_mass_mentions(body))


def _attachments(world: World, call: Call, message: Message, body: Json) -> list[Attachment]:
    listed = many(body, "attachments")
    staying = {str(item["id"]) for item in listed}
    everything = body.get("attachments") is None
    kept = [item for item in message.attachments if everything or str(item.id) in staying]
    new = world.attach(call.uploads, message.channel, ephemeral=message.seen_by is not None)
    described = {f"files[{item['id']}]": item.get("description") for item in listed}
    for item in new:
        item.description = described.get(item.upload.field)
    return kept + new


def _with_links(part: Json, attachments: list[Attachment]) -> Json:
    """Replace `attachment://name` by the address of the file."""
    by_name = {item.upload.name: item for item in attachments}

    def linked(media: Json) -> Json:
        item = by_name.get(media["url"].removeprefix("attachment://"))
        if item is None or not media["url"].startswith("attachment://"):
            return media
        return {**media, "url": item.url, "proxy_url": item.url, "attachment_id": str(item.id)}

    result = {**part}
    if part.get("file"):
        result["file"] = linked(part["file"])
        name = part["file"]["url"].removeprefix("attachment://")
        if name in by_name:
            result |= {"name": name, "size": by_name[name].upload.size}
    if part.get("media"):
        result["media"] = linked(part["media"])
    if part.get("items"):
        result["items"] = [{**item, "media": linked(item["media"])} for item in part["items"]]
    if part.get("components"):
        result["components"] = [_with_links(child, attachments) for child in part["components"]]
    if part.get("accessory"):
        result["accessory"] = _with_links(part["accessory"], attachments)
    return result
