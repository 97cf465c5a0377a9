"""REST calls about threads."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.testbed.discord.answer import Answer
from tests.testbed.discord.errors import FormErrors, RefusedError
from tests.testbed.discord.gateway import GUILDS
from tests.testbed.discord.guild import Channel, ChannelKind, Permission, User
from tests.testbed.discord.journal import Call
from tests.testbed.discord.limits import check_thread
from tests.testbed.discord.message import HAS_THREAD, THREAD_CREATED, THREAD_STARTER, Message

if TYPE_CHECKING:
    from tests.testbed.discord.world import World


def start_on_message(world: World, call: Call) -> Answer:
    """POST /channels/{channel_id}/messages/{message_id}/threads; the thread's id is the message's."""
    channel = _parent(world, call)
    message = world.message_of(channel, call.id("message_id"))
    world.need(channel, Permission.CREATE_PUBLIC_THREADS)
    check_thread(call.form())
    if message.thread is not None:
        raise RefusedError(160004)
    _check_room(world)
    kind = ChannelKind.NEWS_THREAD if channel.kind is ChannelKind.NEWS else ChannelKind.PUBLIC_THREAD
    thread = _open(world, call, channel, message.id, kind)
    message.thread = thread
    message.flags |= HAS_THREAD
    world.update_message(message)
    starter = Message(
        id=world.ids.next(), channel=thread, author=world.bot, kind=THREAD_STARTER, referenced=message
    )
    starter.reference = {"type": 0, "message_id": str(message.id), "channel_id": str(channel.id)}
    if channel.guild is not None:
        starter.reference["guild_id"] = str(channel.guild.id)
    world.add_message(starter)
    return Answer(body=thread.to_json(world.bot), status=201)


def start(world: World, call: Call) -> Answer:
    """POST /channels/{channel_id}/threads"""
    channel = _parent(world, call)
    body = call.form()
    kind = ChannelKind(body.get("type", ChannelKind.PRIVATE_THREAD))
    private = kind is ChannelKind.PRIVATE_THREAD
    world.need(channel, Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS)
    check_thread(body)
    _check_room(world)
    thread = _open(world, call, channel, world.ids.next(), kind)
    if not private:
        notice = Message(id=world.ids.next(), channel=channel, author=world.bot, kind=THREAD_CREATED)
        notice.content, notice.thread = thread.name, thread
        notice.reference = {"type": 0, "channel_id": str(thread.id)}
        world.add_message(notice)
    return Answer(body=thread.to_json(world.bot), status=201)


def _parent(world: World, call: Call) -> Channel:
    channel = world.channel_of(call.id("channel_id"))
    if channel.kind not in (ChannelKind.TEXT, ChannelKind.NEWS):
        raise RefusedError(50024)
    return channel


def _check_room(world: World) -> None:
    if sum(1 for thread in world.threads() if not thread.archived) >= world.active_thread_limit:
        raise RefusedError(160006)


def _open(world: World, call: Call, channel: Channel, number: int, kind: ChannelKind) -> Channel:
    body = call.form()
    thread = Channel(
        id=number, name=body["name"], kind=kind, guild=channel.guild, parent=channel, owner_id=world.bot.id
    )
    thread.auto_archive_duration = body.get("auto_archive_duration") or 1440
    thread.members.add(world.bot.id)
    world.channels[number] = thread
    data = thread.to_json(world.bot) | {"newly_created": True}
    world.gateway.tell("THREAD_CREATE", data, channel=thread, intent=GUILDS)
    world.changed()
    return thread


def unarchive(world: World, thread: Channel, *, by: User | None = None) -> None:
    """Unarchive a thread because a person writes into it; raises `RefusedError(160005)` if locked."""
    if thread.locked and (by is not None or Permission.MANAGE_THREADS not in world.permissions(thread)):
        raise RefusedError(160005)
    if thread.archived:
        thread.archived = False
        tell_update(world, thread)


def tell_update(world: World, channel: Channel) -> None:
    """Send THREAD_UPDATE or CHANNEL_UPDATE."""
    event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
    world.gateway.tell(event, channel.to_json(world.bot), channel=channel, intent=GUILDS)
    world.changed()


def read_channel(world: World, call: Call) -> Answer:
    """GET /channels/{channel_id}"""
    return Answer(body=world.channel_of(call.id("channel_id")).to_json(world.bot))


def edit_channel(world: World, call: Call) -> Answer:
    """PATCH /channels/{channel_id}: name, and for threads archived, locked and the archive duration."""
    channel = world.channel_of(call.id("channel_id"))
    body = call.form()
    if not channel.is_thread:
        world.need(channel, Permission.MANAGE_CHANNELS)
    elif body == {"archived": False} and not channel.locked:
        # docs: resources/channel#modify-channel, thread: this needs no more than the right to write.
        world.need(channel, Permission.SEND_MESSAGES_IN_THREADS)
    elif channel.owner_id != world.bot.id or channel.locked or "locked" in body:
        world.need(channel, Permission.MANAGE_THREADS)
    if channel.archived and body.get("archived") is not False:
        raise RefusedError(50083)
    check_thread({"name": channel.name} | body)
    channel.name = body.get("name", channel.name)
    channel.archived = body.get("archived", channel.archived)
    channel.locked = body.get("locked", channel.locked)
    channel.auto_archive_duration = body.get("auto_archive_duration", channel.auto_archive_duration)
    tell_update(world, channel)
    return Answer(body=channel.to_json(world.bot))


def delete_channel(world: World, call: Call) -> Answer:
    """DELETE /channels/{channel_id}, for threads."""
    thread = world.channel_of(call.id("channel_id"))
    if not thread.is_thread:
        raise RefusedError(50024)
    world.need(thread, Permission.MANAGE_THREADS)
    assert thread.parent is not None
    data = thread.to_json(world.bot)
    gone = {
        "id": data["id"],
        "guild_id": data["guild_id"],
        "parent_id": data["parent_id"],
        "type": data["type"],
    }
    world.gateway.tell("THREAD_DELETE", gone, channel=thread, intent=GUILDS)
    del world.channels[thread.id]
    starter = thread.parent.messages.get(thread.id)
    if starter is not None:
        starter.thread, starter.flags = None, starter.flags & ~HAS_THREAD
    world.changed()
    return Answer(body=data)


def members(world: World, call: Call) -> Answer:
    """GET /channels/{channel_id}/thread-members"""
    thread = _thread(world, call)
    return Answer(body=[thread.thread_member_json(member) for member in sorted(thread.members)])


def member(world: World, call: Call) -> Answer:
    """GET /channels/{channel_id}/thread-members/{user_id}; 10007 for a person who is not in it."""
    thread, number = _thread(world, call), _member(world, call)
    if number not in thread.members:
        raise RefusedError(10007)
    return Answer(body=thread.thread_member_json(number))


def join(world: World, call: Call) -> Answer:
    """PUT /channels/{channel_id}/thread-members/{user_id}; `@me` is the bot."""
    thread = _thread(world, call)
    if thread.archived:
        raise RefusedError(50083)
    thread.members.add(_member(world, call))
    world.changed()
    return Answer(status=204)


def leave(world: World, call: Call) -> Answer:
    """DELETE /channels/{channel_id}/thread-members/{user_id}"""
    thread = _thread(world, call)
    thread.members.discard(_member(world, call))
    world.changed()
    return Answer(status=204)


def _thread(world: World, call: Call) -> Channel:
    channel = world.channel_of(call.id("channel_id"))
    if not channel.is_thread:
        raise RefusedError(50024)
    return channel


def _member(world: World, call: Call) -> int:
    number = world.bot.id if call.params["user_id"] == "@me" else call.id("user_id")
    if number not in world.users:
        raise RefusedError(10013)
    return number


def active(world: World, call: Call) -> Answer:
    """GET /guilds/{guild_id}/threads/active"""
    here = [t for t in world.threads() if t.guild and t.guild.id == call.id("guild_id") and not t.archived]
    seen = [thread for thread in here if world.sees(thread)]
    return Answer(
        body={
            "threads": [thread.to_json(world.bot) for thread in seen],
            "members": [t.thread_member_json(world.bot.id) for t in seen if world.bot.id in t.members],
        }
    )


def archived(world: World, call: Call) -> Answer:
    """GET /channels/{channel_id}/threads/archived/public"""
    channel = world.channel_of(call.id("channel_id"))
    limit = int(call.query.get("limit", 50))
    if not 2 <= limit <= 100:
        form = FormErrors()
        form.add("limit", "NUMBER_TYPE_MAX", "int value should be between 2 and 100.")
        form.refuse_if_any()
    found = [t for t in reversed(world.threads()) if t.parent is channel and t.archived]
    threads = [thread.to_json(world.bot) for thread in found[:limit]]
    return Answer(body={"threads": threads, "members": [], "has_more": len(found) > limit})
