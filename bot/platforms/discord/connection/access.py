"""People's rights to read channels, read from Discord and cached for a short while.

The bot has no intent for members, and without a gateway it knows no server either, so everything is read over REST.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

import discord
from discord.http import HTTPClient

from bot.platforms.discord.connection.errors import our_errors
from bot.platforms.discord.connection.permissions import allowed_in
from council_core.domain.place import Place
from council_core.errors import OutcomeUnknown

SECONDS = 20.0
"""The longest time that a person keeps access after they lose the right to read a channel."""

PATIENCE = 1.5
"""Time limit in seconds for Discord's answer: a person waits, and Discord allows three seconds in all."""

ABSENT_SECONDS = 60.0
"""Seconds between two questions about a server without us. Each of its overdue schedules asks every ten seconds, and
Discord counts the refusals."""

MOST_REMEMBERED = 5_000

GONE = frozenset({10003, 10004, 10007, 10013, 50001})
"""Codes for a channel, server, member or user that does not exist or is invisible to us (docs:
topics/opcodes-and-status-codes)."""

ABSENT = "10004"
"""Code for a server without us, as Discord has it for an unknown one."""

WHAT = "say who may read the channel"
PRIVATE = discord.ChannelType.private_thread.value
VOICE = frozenset({discord.ChannelType.voice.value, discord.ChannelType.stage_voice.value})
THREADS = frozenset({PRIVATE, discord.ChannelType.public_thread.value, discord.ChannelType.news_thread.value})

Found = Mapping[str, Any]


@dataclass(slots=True, kw_only=True)
class Access:
    """Looks rights up. Concurrent callers for the same thing share one call."""

    ready: Callable[[], Awaitable[discord.Client]]
    patience: float = PATIENCE
    _asked: dict[tuple[str, ...], tuple[float, asyncio.Task[Found | None]]] = field(
        default_factory=dict[tuple[str, ...], tuple[float, asyncio.Task["Found | None"]]]
    )

    async def may_read(self, person: str, place: Place) -> bool:
        """Tell whether a person may read a channel, a private thread or their direct message with the bot.

        Raises PlatformError if Discord does not answer.
        """
        if not (person.isdecimal() and place.channel.isdecimal()):
            return False
        http = (await self.ready()).http
        with our_errors(WHAT):
            async with asyncio.timeout(self.patience):
                if not place.workspace:
                    direct = await self._once(("dm", person), lambda: http.start_private_message(int(person)))
                    return direct is not None and direct["id"] == place.channel
                return await self._on_server(http, person, place)

    async def name(self, place: Place) -> str:
        """Return the name of a channel; empty if it has none, or does not exist. Raises PlatformError if Discord does
        not answer."""
        if not place.channel.isdecimal():
            return ""
        http = (await self.ready()).http
        with our_errors(WHAT):
            async with asyncio.timeout(self.patience):
                return str((await self._channel(http, place.channel) or {}).get("name") or "")

    async def _on_server(self, http: HTTPClient, person: str, place: Place) -> bool:
        server, number, who = place.workspace, int(place.workspace), int(person)
        guild = await self._once(
            ("guild", server), lambda: http.get_guild(number, with_counts=False), absent_for=ABSENT_SECONDS
        )
        if guild is None:
            # The server may invite the bot again, so this closes nobody's schedules.
            raise OutcomeUnknown("Council is not on this server.", code=ABSENT)
        member, here = await asyncio.gather(
            self._once(("member", server, person), lambda: http.get_member(number, who)),
            self._channel(http, place.channel),
        )
        if member is None or here is None or here.get("guild_id") != server:
            return False
        around = await self._channel(http, str(here["parent_id"])) if here["type"] in THREADS else here
        allowed = None if around is None else _allowed(guild, member, around, person)
        if around is None or allowed is None or not allowed.view_channel:
            return False
        if around["type"] in VOICE and not allowed.connect:
            return False  # Without that right the app of Discord opens no chat of a voice channel.
        if here["type"] != PRIVATE or allowed.manage_threads:
            return True
        thread = int(place.channel)
        inside = lambda: http.get_thread_member(thread, who)  # noqa: E731
        return await self._once(("thread", place.channel, person), inside) is not None

    async def _channel(self, http: HTTPClient, channel: str) -> Found | None:
        return await self._once(("channel", channel), lambda: http.get_channel(int(channel)))

    async def _once(
        self, key: tuple[str, ...], call: Callable[[], Awaitable[object]], *, absent_for: float = 0.0
    ) -> Found | None:
        """Return Discord's answer to this call, which may be some seconds old; None if the thing does not exist.

        Args:
            key: Name of the call among all.
            call: Asks Discord.
            absent_for: Seconds for which a missing thing counts as missing without asking again.
        """
        asked_at, asking = self._asked.get(key, (float("-inf"), None))
        age = time.monotonic() - asked_at
        longest = absent_for if asking is not None and _is_absent(asking) else SECONDS
        if asking is None or age > longest or _has_failed(asking):
            asking = asyncio.create_task(_found(call))
            # Reads the error, so that asyncio logs none when every caller has stopped waiting.
            asking.add_done_callback(_has_failed)
            if len(self._asked) > MOST_REMEMBERED:
                self._asked.clear()
            self._asked[key] = time.monotonic(), asking
        return await asyncio.shield(asking)


def _has_failed(asking: "asyncio.Task[Found | None]") -> bool:
    """Tell whether this call gave no answer, so that it is made again."""
    return asking.done() and (asking.cancelled() or asking.exception() is not None)


def _is_absent(asking: "asyncio.Task[Found | None]") -> bool:
    """Tell whether the thing did not exist, which may change at any time."""
    return asking.done() and not _has_failed(asking) and asking.result() is None


async def _found(call: Callable[[], Awaitable[object]]) -> Found | None:
    try:
        return cast("Found", await call())
    except discord.HTTPException as error:
        if error.code in GONE:
            return None
        raise


def _allowed(guild: Found, member: Found, channel: Found, person: str) -> discord.Permissions:
    """Combine the rights of everybody and of the member's roles, then the channel's overwrites (docs:
    topics/permissions)."""
    everyone = str(guild["id"])
    theirs = {everyone, *(str(role) for role in member["roles"])}
    value = 0
    for role in guild["roles"]:
        value |= int(role["permissions"]) if str(role["id"]) in theirs else 0
    base = discord.Permissions.all() if str(guild["owner_id"]) == person else discord.Permissions(value)
    return allowed_in(
        base, channel.get("permission_overwrites", ()), everyone=everyone, ours={person, *theirs}
    )
