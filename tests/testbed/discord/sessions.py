"""Sessions of a gateway, and the events that each of them is told."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from aiohttp import web

from tests.testbed.discord.guild import BORN, Channel, Guild
from tests.testbed.discord.message import Message, without_content
from tests.testbed.discord.session import Session
from tests.testbed.discord.wire import Json

if TYPE_CHECKING:
    from tests.testbed.discord.world import World

GUILD_MESSAGES, DIRECT_MESSAGES, MESSAGE_CONTENT = 1 << 9, 1 << 12, 1 << 15


class Sessions:
    """Sessions of a gateway, and the events that each of them is told."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.sessions: dict[str, Session] = {}
        self.identifies: int = 0
        self.resumes: int = 0
        self.heartbeats = 0
        self._up = asyncio.Event()
        self._refuses = False
        self._up.set()
        self._sockets: dict[web.WebSocketResponse, web.Request] = {}

    @property
    def connected(self) -> list[Session]:
        """Sessions with a living socket."""
        return [session for session in self.sessions.values() if session.socket is not None]

    def _guild_create(self, guild: Guild) -> Json:
        world = self._world
        here = [channel for channel in world.channels.values() if channel.guild is guild]
        visible = [channel for channel in here if world.sees(channel)]
        empty = (
            "voice_states",
            "presences",
            "stage_instances",
            "guild_scheduled_events",
            "soundboard_sounds",
        )
        return guild.to_json() | {
            "joined_at": BORN,
            "large": False,
            "unavailable": False,
            "member_count": len(world.users),
            "members": [world.bot.member_json()],
            # Bots are told of channels that they cannot see too (github.com/discord/discord-api-docs/issues/867).
            "channels": [c.to_json(world.bot) for c in here if not c.is_thread],
            "threads": [c.to_json(world.bot) for c in visible if c.is_thread and not c.archived],
            **{name: [] for name in empty},
        }

    def tell(self, event: str, data: Json, *, channel: Channel, intent: int = 0) -> None:
        """Send a channel's event to every session that subscribed to its intent; store it for disconnected ones. Events
        about a channel itself reach bots that cannot see it, those about its content and threads do not."""
        if not (event.startswith("CHANNEL_") or self._world.sees(channel)):
            return
        for session in self._listeners(channel, intent):
            session.put(event, data)

    def tell_of(self, guild: Guild, event: str, data: Json) -> None:
        """Send an event of a whole guild."""
        for session in self.sessions.values():
            session.put(event, data | {"guild_id": str(guild.id)})
        self._world.changed()

    def tell_guild(self, guild: Guild) -> None:
        """Send GUILD_CREATE: the bot joined the guild."""
        data = self._guild_create(guild)
        del data["unavailable"]  # Only a guild that comes back after an outage has it.
        self.tell_of(guild, "GUILD_CREATE", data)

    def tell_guild_gone(self, guild: Guild) -> None:
        """Send GUILD_DELETE: the bot was removed from the guild."""
        self.tell_of(guild, "GUILD_DELETE", {"id": str(guild.id)})

    def tell_message(self, event: str, message: Message) -> None:
        """Send a message event; its content only to bots that may read it."""
        data = message.event_json(self._world.bot)
        readable = message.readable_without_intent(self._world.bot)
        if not self._world.sees(message.channel):
            return
        for session in self._listeners(message.channel, self._message_intent(message.channel)):
            plain = readable or session.intents & MESSAGE_CONTENT
            session.put(event, data if plain else without_content(data))

    def tell_message_gone(self, message: Message) -> None:
        """Send MESSAGE_DELETE."""
        channel = message.channel
        data = {"id": str(message.id), "channel_id": str(channel.id)}
        if channel.guild is not None:
            data["guild_id"] = str(channel.guild.id)
        self.tell("MESSAGE_DELETE", data, channel=channel, intent=self._message_intent(channel))

    def tell_interaction(self, data: Json, channel: Channel) -> None:
        """Send INTERACTION_CREATE, which needs neither an intent nor access to the channel."""
        for session in self.sessions.values():
            if self._is_for(session, channel):
                session.put("INTERACTION_CREATE", data)

    def _message_intent(self, channel: Channel) -> int:
        return DIRECT_MESSAGES if channel.guild is None else GUILD_MESSAGES

    def _listeners(self, channel: Channel, intent: int) -> list[Session]:
        sessions = self.sessions.values()
        return [s for s in sessions if (not intent or s.intents & intent) and self._is_for(s, channel)]

    def _is_for(self, session: Session, channel: Channel) -> bool:
        number = 0 if channel.guild is None else self._shard(channel.guild, session.shard[1])
        return session.shard[0] == number

    def _shard(self, guild: Guild, count: int) -> int:
        return (guild.id >> 22) % count
