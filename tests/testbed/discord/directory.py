"""REST calls about the bot itself, guilds, people, direct messages and commands."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.testbed.discord.answer import Answer
from tests.testbed.discord.command_limits import check_commands
from tests.testbed.discord.errors import RefusedError
from tests.testbed.discord.guild import Channel, ChannelKind, Guild, User
from tests.testbed.discord.journal import Call
from tests.testbed.discord.wire import Json

if TYPE_CHECKING:
    from tests.testbed.discord.world import World


def me(world: World, _: Call) -> Answer:
    """GET /users/@me"""
    return Answer(body=world.bot.to_json() | {"verified": True, "mfa_enabled": True, "flags": 0})


def my_guilds(world: World, call: Call) -> Answer:
    """GET /users/@me/guilds, in pages; `permissions` are those on the whole guild."""
    limit, after = int(call.query.get("limit", 200)), int(call.query.get("after", 0))
    mine = sorted(one.id for one in world.guilds.values() if one.installed and one.id > after)
    permissions = str(int(world.bot_permissions))
    shown = [{"id": str(number), "name": world.guilds[number].name} for number in mine[:limit]]
    facts: Json = {"icon": None, "owner": False, "features": [], "permissions": permissions}
    return Answer(body=[one | facts for one in shown])


def application(world: World, _: Call) -> Answer:
    """GET /oauth2/applications/@me and /applications/@me"""
    owner = next((user for user in world.users.values() if not user.bot), world.bot)
    return Answer(
        body={
            "id": str(world.bot.id),
            "name": world.bot.name,
            "icon": None,
            "description": "",
            "bot_public": False,
            "bot_require_code_grant": False,
            "verify_key": world.endpoint.public_key,
            "owner": owner.to_json(),
            "team": None,
            # GATEWAY_MESSAGE_CONTENT_LIMITED (docs: resources/application, application flags).
            "flags": 1 << 19 if world.message_content else 0,
            "integration_types_config": {"0": {}} | ({"1": {}} if world.people_install else {}),
        }
    )


def gateway(world: World, call: Call) -> Answer:
    """GET /gateway and /gateway/bot"""
    url = world.origin.replace("http", "ws", 1) + "/gateway"
    if call.route == "/gateway":
        return Answer(body={"url": url})
    limit = {
        "total": 1000,
        "remaining": 1000 - world.gateway.identifies,
        "reset_after": 0,
        "max_concurrency": 1,
    }
    return Answer(body={"url": url, "shards": 1, "session_start_limit": limit})


def user(world: World, call: Call) -> Answer:
    """GET /users/{user_id}"""
    return Answer(body=_user(world, call.id("user_id")).to_json())


def _user(world: World, number: int) -> User:
    if number not in world.users:
        raise RefusedError(10013)
    return world.users[number]


def _guild(world: World, call: Call) -> Guild:
    found = world.guilds.get(call.id("guild_id"))
    if found is None:
        raise RefusedError(10004)
    if not found.installed:
        raise RefusedError(50001)
    return found


def guild(world: World, call: Call) -> Answer:
    """GET /guilds/{guild_id}"""
    return Answer(body=_guild(world, call).to_json())


def channels(world: World, call: Call) -> Answer:
    """GET /guilds/{guild_id}/channels, without threads."""
    where = _guild(world, call)
    here = [c for c in world.channels.values() if c.guild is where and not c.is_thread]
    return Answer(body=[channel.to_json(world.bot) for channel in here])


def member(world: World, call: Call) -> Answer:
    """GET /guilds/{guild_id}/members/{user_id}"""
    _guild(world, call)
    number = call.id("user_id")
    if number not in world.users or number in world.gone:
        raise RefusedError(10007)
    return Answer(body=world.users[number].member_json())


def open_dm(world: World, call: Call) -> Answer:
    """POST /users/@me/channels"""
    recipient = _user(world, int(call.form().get("recipient_id") or 0))
    return Answer(body=dm_with(world, recipient).to_json(world.bot))


def dm_with(world: World, recipient: User) -> Channel:
    """Return the direct conversation of the bot with a person; there is one per person."""
    for channel in world.channels.values():
        if channel.recipient is recipient:
            return channel
    channel = Channel(
        id=world.ids.next(), name=f"dm-{recipient.name}", kind=ChannelKind.DM, recipient=recipient
    )
    world.channels[channel.id] = channel
    return channel


def _scope(world: World, call: Call) -> int | None:
    if call.id("application_id") != world.bot.id:
        raise RefusedError(50001)
    return _guild(world, call).id if "guild_id" in call.params else None


def read_commands(world: World, call: Call) -> Answer:
    """GET /applications/{application_id}/commands, also of one guild; translations only where they are asked for."""
    commands = world.commands.get(_scope(world, call), [])
    if call.query.get("with_localizations") == "true":
        return Answer(body=commands)
    return Answer(body=json.loads(json.dumps(commands), object_hook=_without_translations))


def _without_translations(found: Json) -> Json:
    return {key: value for key, value in found.items() if not key.endswith("_localizations")}


def write_commands(world: World, call: Call) -> Answer:
    """PUT /applications/{application_id}/commands, also of one guild: replaces them all."""
    scope = _scope(world, call)
    sent = call.rows()
    check_commands(sent)
    before = {(one["type"], one["name"]): one["id"] for one in world.commands.get(scope, [])}
    commands: list[Json] = []
    for command in sent:
        kind = command.get("type", 1)
        about: Json = {
            "id": before.get((kind, command["name"])) or str(world.ids.next()),
            "application_id": str(world.bot.id),
            "version": str(world.ids.next()),
            "type": kind,
        }
        if scope is not None:
            about["guild_id"] = str(scope)
        defaults = {"description": "", "default_member_permissions": None, "nsfw": False}
        commands.append(defaults | command | about)
    world.commands[scope] = commands
    world.changed()
    return Answer(body=commands)
