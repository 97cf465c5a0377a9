"""Names, rights and direct messages of people, looked up by user id and cached; also the bot's own identity."""

import asyncio
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import cast

from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.web_api import Answer, Web
from bot.platforms.slack.payloads.parse import Json, inner, text
from council_core.errors import PlatformError

REMEMBERED_SECONDS = 3_600
ADMIN_SECONDS = 60.0
"""Longest time in seconds until an admin has the rights of the role, or keeps them after losing it."""

PATIENCE = 1.0
"""Seconds to wait for a name, since the card should appear within a second."""

MOST_REMEMBERED = 10_000

ASSISTANT_SCOPE = "assistant:write"
"""Scope that Slack grants if the app was installed with the assistant surface."""


STRANGERS = frozenset({"user_not_found", "user_not_visible"})
"""Codes for people whom the bot may not see or who do not exist (docs.slack.dev, users.info)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Profile:
    """A person in the workspace."""

    name: str
    locale: str = ""
    """The language in which they use Slack, such as `de-DE`; empty if Slack names none."""

    zone: str = ""
    """Their time zone, such as `Europe/Berlin`; empty when Slack does not say."""

    team: str = ""
    """Their own workspace; empty when Slack does not say."""

    teams: frozenset[str] = frozenset()
    """All workspaces that they are in, including their own."""

    is_full_member: bool = False
    """Whether they are a full member. Guests and people of other companies see only the channels that they are in."""

    is_deactivated: bool = False
    """Whether their account is closed. They can then read nothing."""

    is_admin: bool = False
    """Whether they manage their own workspace."""

    manages_org: str = ""
    """The organisation that they manage, if any."""

    is_known: bool = True
    """Whether Slack has told of them. Otherwise it did not answer, and only a name is filled in."""

    def manages(self, workspace: str) -> bool:
        """Tell whether they manage the whole workspace. An installation for an organisation counts as one workspace,
        which an admin of one of the organisation's workspaces does not manage."""
        return (
            workspace == self.manages_org
            if workspace.startswith("E")
            else (self.is_admin and (workspace in self.teams or not self.teams))
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Self:
    """The bot's own identity, from auth.test."""

    user_id: str
    bot_id: str
    team_id: str
    enterprise_id: str | None
    address: str = ""
    """The workspace's web address."""

    has_assistant: bool = False
    """Whether the workspace turned Slack's assistant surface on for the app."""


@dataclass(slots=True)
class People:
    """Looks people up."""

    client: Web
    _known: dict[str, tuple[float, Profile]] = field(default_factory=dict[str, tuple[float, Profile]])
    _direct: dict[str, str] = field(default_factory=dict[str, str])
    _under_way: dict[str, asyncio.Task[Profile | None]] = field(
        default_factory=dict[str, "asyncio.Task[Profile | None]"]
    )
    _self: Self | None = None

    async def profile(
        self, user_id: str, fallback: str = "", *, at_most: float = REMEMBERED_SECONDS
    ) -> Profile:
        """Return a person's profile, at most so many seconds old; an older one, or one with only a name, `fallback` or
        else the id, if Slack does not answer in time."""
        return await self._profile(user_id, fallback, PATIENCE, at_most)

    async def present(self, user_id: str) -> Profile:
        """Return a person's profile as `profile` does, with roles that they have had for a minute or more."""
        return await self.profile(user_id, at_most=ADMIN_SECONDS)

    async def name(self, user_id: str, fallback: str = "") -> str:
        """Return a person's name, however long Slack takes; `fallback`, or else the id, if Slack has none."""
        return (await self._profile(user_id, fallback, None)).name

    def known_name(self, user_id: str) -> str:
        """Return the cached name of a person; empty when they were never looked up."""
        known = self._known.get(user_id)
        return known[1].name if known else ""

    def known_locale(self, user_id: str) -> str:
        """Return the cached language of a person; empty when they were never looked up."""
        known = self._known.get(user_id)
        return known[1].locale if known else ""

    async def _profile(
        self, user_id: str, fallback: str, patience: float | None, at_most: float = REMEMBERED_SECONDS
    ) -> Profile:
        known = self._known.get(user_id)
        if known and (known[1].is_admin or known[1].manages_org):
            at_most = min(at_most, ADMIN_SECONDS)
        if known and time.monotonic() - known[0] < at_most:
            return known[1]
        looking = self._under_way.get(user_id)
        if looking is None:
            looking = self._under_way[user_id] = asyncio.create_task(self._look_up(user_id, fallback))
            looking.add_done_callback(lambda _: self._under_way.pop(user_id, None))
        # The look-up goes on for the next caller, even if this one stops waiting.
        done, _ = await asyncio.wait({looking}, timeout=patience)
        profile = looking.result() if done and not looking.cancelled() else None
        return profile or (known[1] if known else Profile(name=fallback or user_id, is_known=False))

    async def _look_up(self, user_id: str, fallback: str) -> Profile | None:
        """Ask Slack, once for all concurrent callers; None if it does not answer."""
        try:
            with our_errors("ask for a name"):
                answer = await self.client("users_info", user=user_id, include_locale=True)
                profile = profile_of(answer["user"], fallback or user_id)
        except PlatformError as error:
            if error.code not in STRANGERS:
                return None
            profile = Profile(name=fallback or user_id)
        if len(self._known) >= MOST_REMEMBERED:
            self._known.clear()
        self._known[user_id] = time.monotonic(), profile
        return profile

    async def names(self, user_ids: Iterable[str], *, patience: float = PATIENCE) -> dict[str, str]:
        """Return the names of several people, looked up concurrently; the id of one who is not found in so many
        seconds."""
        async with asyncio.TaskGroup() as group:
            asked = {
                one: group.create_task(self._profile(one, "", patience)) for one in dict.fromkeys(user_ids)
            }
        return {one: task.result().name for one, task in asked.items()}

    async def direct_channel(self, user_id: str) -> str:
        """Return the direct message between a person and the bot. Raises PlatformError."""
        if user_id not in self._direct:
            with our_errors("open a direct message"):
                channel = (await self.client("conversations_open", users=user_id))["channel"]
            if len(self._direct) >= MOST_REMEMBERED:
                self._direct.clear()
            self._direct[user_id] = str(channel["id"])
        return self._direct[user_id]

    async def address(self) -> str:
        """Return the workspace's web address; empty if Slack does not answer, because nothing depends on a link."""
        try:
            return (await self.me()).address
        except PlatformError:
            return ""

    async def me(self) -> Self:
        """Return the bot's identity. Raises PlatformError."""
        if self._self is None:
            with our_errors("ask who the bot is"):
                response = await self.client.answer("auth_test")
                answer = Answer(response.data)
                user_id = str(answer["user_id"])
            self._self = Self(
                user_id=user_id,
                bot_id=str(answer.get("bot_id") or ""),
                team_id=str(answer.get("team_id") or ""),
                enterprise_id=answer.get("enterprise_id"),
                address=str(answer.get("url") or ""),
                has_assistant=ASSISTANT_SCOPE in scopes_in(response.headers),
            )
        return self._self


def scopes_in(headers: Mapping[str, object]) -> frozenset[str]:
    """Return the scopes that Slack granted, which are in the headers of each response."""
    named = next((value for name, value in headers.items() if name.lower() == "x-oauth-scopes"), "")
    return frozenset(scope.strip() for scope in str(named).split(",") if scope.strip())


def profile_of(user: Json, fallback: str) -> Profile:
    """Return the profile in a user object (docs.slack.dev, users.info); `fallback` is used if it has no name."""
    shown = inner(user, "profile")
    names = (
        text(shown, "display_name"),
        text(shown, "real_name"),
        text(user, "real_name"),
        text(user, "name"),
    )
    name = next((name for name in names if name), fallback)
    org, team = inner(user, "enterprise_user"), text(user, "team_id")
    more = org.get("teams")
    teams = [str(one) for one in cast("list[object]", more)] if isinstance(more, list) else []
    return Profile(
        name=name,
        locale=text(user, "locale"),
        zone=text(user, "tz"),
        team=team,
        teams=frozenset(each for each in (team, *teams) if each),
        is_full_member=not any(
            user.get(flag) for flag in ("deleted", "is_restricted", "is_ultra_restricted", "is_stranger")
        ),
        is_deactivated=bool(user.get("deleted")),
        is_admin=any(user.get(flag) for flag in ("is_admin", "is_owner", "is_primary_owner")),
        manages_org=text(org, "enterprise_id") if org.get("is_admin") or org.get("is_owner") else "",
    )
