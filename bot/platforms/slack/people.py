"""User ids -> names, channels -> who made them, asked once and remembered for an hour; and who the bot itself is."""

import asyncio
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import aiohttp
from slack_sdk.errors import SlackApiError

from bot.platforms.slack.clients import Web
from bot.platforms.slack.refusals import our_errors
from bot.platforms.slack.shapes import Json, inner, text
from council_core.errors import PlatformError

REMEMBERED_SECONDS = 3_600
PATIENCE = 1.0
"""Seconds: a name is not worth the second in which the card should be there."""

MOST_REMEMBERED = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """Somebody in the workspace."""

    name: str
    is_admin: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Self:
    """The bot, as auth.test tells it."""

    user_id: str
    bot_id: str
    team_id: str
    enterprise_id: str | None
    address: str = ""
    """Where the workspace lives on the web."""


@dataclass(slots=True)
class People:
    """Looks people up."""

    client: Web
    _known: dict[str, tuple[float, Profile]] = field(default_factory=dict[str, tuple[float, Profile]])
    _creators: dict[str, tuple[float, str]] = field(default_factory=dict[str, tuple[float, str]])
    _self: Self | None = None

    async def profile(self, user_id: str, fallback: str = "") -> Profile:
        """How somebody is called; `fallback`, or else the id, when Slack does not say in time."""
        known = self._known.get(user_id)
        if known and known[0] > time.monotonic():
            return known[1]
        try:
            async with asyncio.timeout(PATIENCE):
                answer = await self.client("users_info", user=user_id)
        except (SlackApiError, aiohttp.ClientError, TimeoutError, OSError):
            return known[1] if known else Profile(name=fallback or user_id)
        profile = _profile(answer["user"], fallback or user_id)
        if len(self._known) >= MOST_REMEMBERED:
            self._known.clear()
        self._known[user_id] = time.monotonic() + REMEMBERED_SECONDS, profile
        return profile

    async def names(self, user_ids: Iterable[str]) -> dict[str, str]:
        """The names of several people, asked for at the same time."""
        async with asyncio.TaskGroup() as group:
            asked = {one: group.create_task(self.profile(one)) for one in dict.fromkeys(user_ids)}
        return {one: task.result().name for one, task in asked.items()}

    async def created(self, user_id: str, channel: str) -> bool:
        """Whether somebody made this channel; False too when Slack does not say in time, or not at all."""
        known = self._creators.get(channel)
        if known is None or known[0] < time.monotonic():
            try:
                async with asyncio.timeout(PATIENCE):
                    answer = await self.client("conversations_info", channel=channel)
            except (SlackApiError, aiohttp.ClientError, TimeoutError, OSError):
                return False
            if len(self._creators) >= MOST_REMEMBERED:
                self._creators.clear()
            creator = text(inner(answer, "channel"), "creator")
            known = self._creators[channel] = time.monotonic() + REMEMBERED_SECONDS, creator
        return known[1] == user_id

    async def direct_channel(self, user_id: str) -> str:
        """The direct message between somebody and the bot. Raises PlatformError."""
        with our_errors("open a direct message"):
            answer = await self.client("conversations_open", users=user_id)
        return str(answer["channel"]["id"])

    async def address(self) -> str:
        """Where the workspace lives on the web; empty when Slack does not say, for nothing depends on a link."""
        try:
            return (await self.me()).address
        except PlatformError:
            return ""

    async def me(self) -> Self:
        """Who the bot is. Raises PlatformError."""
        if self._self is None:
            with our_errors("ask who the bot is"):
                answer = await self.client("auth_test")
            self._self = Self(
                user_id=str(answer["user_id"]),
                bot_id=str(answer.get("bot_id") or ""),
                team_id=str(answer.get("team_id") or ""),
                enterprise_id=answer.get("enterprise_id"),
                address=str(answer.get("url") or ""),
            )
        return self._self


def _profile(user: Json, fallback: str) -> Profile:
    shown = inner(user, "profile")
    names = (
        text(shown, "display_name"),
        text(shown, "real_name"),
        text(user, "real_name"),
        text(user, "name"),
    )
    name = next((name for name in names if name), fallback)
    is_admin = any(user.get(flag) for flag in ("is_admin", "is_owner", "is_primary_owner"))
    return Profile(name=name, is_admin=is_admin)
