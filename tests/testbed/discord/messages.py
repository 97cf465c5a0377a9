"""REST calls about messages in channels."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.testbed.discord.answer import Answer
from tests.testbed.discord.compose import amend, compose
from tests.testbed.discord.errors import FormErrors, RefusedError
from tests.testbed.discord.guild import Channel, Permission
from tests.testbed.discord.journal import Call
from tests.testbed.discord.message import REPLY, Message, without_content
from tests.testbed.discord.threads import unarchive
from tests.testbed.discord.wire import Json, inner

if TYPE_CHECKING:
    from tests.testbed.discord.world import World

# "unique in the past few minutes" (docs: resources/message); how many is not said.
NONCE_SECONDS = 180.0


def send(world: World, call: Call) -> Answer:
    """POST /channels/{channel_id}/messages"""
    channel = world.channel_of(call.id("channel_id"))
    body = call.form()
    world.need(
        channel, Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    )
    if call.uploads:
        world.need(channel, Permission.ATTACH_FILES)
    if body.get("embeds"):
        world.need(channel, Permission.EMBED_LINKS)
    if channel.recipient is not None and not channel.recipient.accepts_dms:
        raise RefusedError(50007)
    earlier = _same_nonce(world, channel, body)
    if earlier is not None:
        call.notes.append("deduplicated by nonce")
        return Answer(body=earlier.to_json(world.bot))
    message = compose(world, call, channel, body)
    if body.get("message_reference"):
        _refer(world, channel, message, body)
    unarchive(world, channel)
    world.add_message(message)
    if body.get("enforce_nonce") and body.get("nonce") is not None:
        world.nonces[channel.id, str(body["nonce"])] = (world.now(), message)
    return Answer(body=message.to_json(world.bot))


def _same_nonce(world: World, channel: Channel, body: Json) -> Message | None:
    if not body.get("enforce_nonce") or body.get("nonce") is None:
        return None
    sent_at, message = world.nonces.get((channel.id, str(body["nonce"])), (0.0, None))
    recent = world.now() - sent_at < NONCE_SECONDS
    return message if message is not None and recent and not message.deleted else None


def _refer(world: World, channel: Channel, message: Message, body: Json) -> None:
    reference = body["message_reference"]
    if Permission.READ_MESSAGE_HISTORY not in world.permissions(channel):
        raise RefusedError(160002)
    found = channel.messages.get(int(reference.get("message_id") or 0))
    if found is None and reference.get("fail_if_not_exists", True):
        form = FormErrors()
        form.add("message_reference", "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        form.refuse_if_any()
    if found is not None:
        refer(message, found)
        if inner(body, "allowed_mentions").get("replied_user", "allowed_mentions" not in body):
            message.mentions.append(found.author)


def refer(message: Message, found: Message) -> None:
    """Make one message the reply to another."""
    message.kind = REPLY
    message.referenced = found
    message.reference = {"type": 0, "message_id": str(found.id), "channel_id": str(found.channel.id)}
    if found.channel.guild is not None:
        message.reference["guild_id"] = str(found.channel.guild.id)


def refresh_urls(world: World, call: Call) -> Answer:
    """POST /attachments/refresh-urls: the same links with new signatures; null where the file does not exist."""
    urls: list[str] = call.form().get("attachment_urls") or []
    now = {one.url.partition("?")[0]: one.url for one in world.attachments.values()}
    signed = [{"original": url, "refreshed": now.get(url.partition("?")[0])} for url in urls]
    return Answer(body={"refreshed_urls": signed})


def history(world: World, call: Call) -> Answer:
    """GET /channels/{channel_id}/messages, newest first."""
    channel = world.channel_of(call.id("channel_id"))
    if Permission.READ_MESSAGE_HISTORY not in world.permissions(channel):
        return Answer(body=[])
    limit = int(call.query.get("limit", 50))
    if not 1 <= limit <= 100:
        form = FormErrors()
        form.add("limit", "NUMBER_TYPE_MAX", "int value should be between 1 and 100.")
        form.refuse_if_any()
    ids = sorted(channel.messages)
    if "after" in call.query:
        chosen = [number for number in ids if number > int(call.query["after"])][:limit]
    elif "around" in call.query:
        middle = int(call.query["around"])
        older = [number for number in ids if number <= middle][-(limit // 2 + 1) :]
        newer = [number for number in ids if number > middle][: limit - len(older)]
        chosen = older + newer
    else:
        before = int(call.query.get("before", ids[-1] + 1 if ids else 0))
        chosen = [number for number in ids if number < before][-limit:]
    return Answer(body=[_readable(world, channel.messages[number]) for number in reversed(chosen)])


def read(world: World, call: Call) -> Answer:
    """GET /channels/{channel_id}/messages/{message_id}"""
    channel = world.channel_of(call.id("channel_id"))
    if Permission.READ_MESSAGE_HISTORY not in world.permissions(channel):
        raise RefusedError(50001)
    return Answer(body=_readable(world, world.message_of(channel, call.id("message_id"))))


def _readable(world: World, message: Message) -> Json:
    data = message.to_json(world.bot)
    allowed = world.message_content or message.readable_without_intent(world.bot)
    return data if allowed else without_content(data)


def edit(world: World, call: Call) -> Answer:
    """PATCH /channels/{channel_id}/messages/{message_id}"""
    channel = world.channel_of(call.id("channel_id"))
    message = world.message_of(channel, call.id("message_id"))
    if message.author is not world.bot:
        raise RefusedError(50005)
    if channel.archived:
        raise RefusedError(50083)
    if call.uploads:
        world.need(channel, Permission.ATTACH_FILES)
    return Answer(body=amend(world, call, message, call.form()).to_json(world.bot))


def delete(world: World, call: Call) -> Answer:
    """DELETE /channels/{channel_id}/messages/{message_id}"""
    channel = world.channel_of(call.id("channel_id"))
    message = world.message_of(channel, call.id("message_id"))
    if message.author is not world.bot:
        world.need(channel, Permission.MANAGE_MESSAGES)
    world.remove_message(message)
    return Answer(status=204)


def typing(world: World, call: Call) -> Answer:
    """POST /channels/{channel_id}/typing"""
    channel = world.channel_of(call.id("channel_id"))
    world.need(
        channel, Permission.SEND_MESSAGES_IN_THREADS if channel.is_thread else Permission.SEND_MESSAGES
    )
    return Answer(status=204)
