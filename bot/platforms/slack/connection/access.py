"""People's rights to read channels, read from Slack and cached for a short while."""

import asyncio
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import cast

from bot.platforms.slack.connection.errors import KEPT_OUT, TOKEN_CODES, our_errors
from bot.platforms.slack.connection.people import People, Profile
from bot.platforms.slack.connection.web_api import Web
from bot.platforms.slack.payloads.parse import inner, text
from council_core.errors import OutcomeUnknown, PlatformError, PostRefused

FACTS_SECONDS = 600.0
"""Longest time in seconds for which a public channel that becomes private stays readable for its workspace."""

MEMBERS_SECONDS = 20.0
"""Longest time in seconds that a person keeps access after they leave a private channel."""

PERSON_SECONDS = 60.0
"""Longest time in seconds that a person keeps access after their account is closed or becomes a guest's. Each click of
a person asks for this, and Slack answers some hundred such questions a minute."""

NEWS_SECONDS = 2.0
"""Age in seconds from which a list of members is read again for a person who is not in it, because they may have just
been added."""

PATIENCE = 1.0
"""Time limit in seconds for Slack's answer: a person waits, and Slack allows three seconds in all."""

PAGE = 1_000
MOST_REMEMBERED = 2_000

WHAT = "say who is in the channel"


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """A channel as conversations.info describes it."""

    is_public: bool
    is_direct: bool
    """Whether it is a direct message or a group message, which belongs to none of its people alone."""

    team: str
    """Workspace of the channel; empty if Slack names none."""

    creator: str
    name: str
    """Name; empty for a direct message."""

    def is_open_to(self, profile: Profile) -> bool:
        """Tell whether this person may read it without being a member."""
        return self.is_public and profile.is_full_member and self.team in profile.teams


@dataclass(slots=True, kw_only=True)
class Access:
    """Looks channels up. Concurrent callers for one channel share one call."""

    client: Web
    people: People
    _facts: dict[str, tuple[float, Facts]] = field(default_factory=dict[str, tuple[float, Facts]])
    _members: dict[str, tuple[float, frozenset[str]]] = field(
        default_factory=dict[str, tuple[float, frozenset[str]]]
    )
    _locks: dict[str, asyncio.Lock] = field(default_factory=dict[str, asyncio.Lock])

    async def may_read(self, user_id: str, channel: str) -> bool:
        """Tell whether a person may read a channel. Raises PlatformError if Slack does not answer."""
        if not channel:
            return False
        with _no_refusals_of_us():
            async with asyncio.timeout(PATIENCE):
                profile = await self.people.profile(user_id, at_most=PERSON_SECONDS)
                if profile.is_deactivated:
                    return False
                if channel.startswith("D"):
                    return await self.is_own(user_id, channel)
                async with self._locks.setdefault(channel, asyncio.Lock()):
                    facts = await self._known(channel)
                    if facts.is_open_to(profile) or await self._is_member(user_id, channel):
                        return True
                if facts.is_public and not profile.is_known:
                    raise OutcomeUnknown("Slack did not say who the person is.")
                return False

    async def name(self, channel: str) -> str:
        """Return a channel's name; empty for a direct message. Raises PlatformError if Slack does not answer."""
        if not channel or channel.startswith("D"):
            return ""
        with our_errors(WHAT):
            async with asyncio.timeout(PATIENCE), self._locks.setdefault(channel, asyncio.Lock()):
                return (await self._known(channel)).name

    async def is_own(self, user_id: str, channel: str) -> bool:
        """Tell whether this is the person's direct message with the bot. Raises PlatformError."""
        return channel == await self.people.direct_channel(user_id)

    async def is_managed_by(self, user_id: str, channel: str, *, manages_workspace: bool) -> bool:
        """Tell whether a person may manage a place: their direct message with the bot, a channel of their own company
        that they created, or any channel of the workspace or organisation that they manage.

        Nobody manages a group message, or a direct message of two people. False also if Slack does not answer.
        """
        try:
            if channel.startswith("D"):
                return await self.is_own(user_id, channel)
            with our_errors(WHAT):
                async with asyncio.timeout(PATIENCE), self._locks.setdefault(channel, asyncio.Lock()):
                    facts = await self._known(channel)
        except PlatformError:
            return False
        profile = await self.people.profile(user_id)
        is_admin = profile.is_admin and bool(facts.team) and facts.team == profile.team
        # The creator of a channel that another company shares with us must not manage it, because we pay for its
        # runs.
        made_it = facts.creator == user_id and facts.team in profile.teams
        return not facts.is_direct and (manages_workspace or is_admin or made_it)

    async def _known(self, channel: str) -> Facts:
        known = self._facts.get(channel)
        if known is None or time.monotonic() - known[0] > FACTS_SECONDS:
            answer = await self.client("conversations_info", channel=channel)
            known = self._facts[channel] = time.monotonic(), _facts(answer)
            self._make_room()
        return known[1]

    async def _is_member(self, user_id: str, channel: str) -> bool:
        asked_at, members = self._members.get(channel, (float("-inf"), frozenset[str]()))
        age = time.monotonic() - asked_at
        if age > MEMBERS_SECONDS or (user_id not in members and age > NEWS_SECONDS):
            members = await self._read_members(channel)
            self._members[channel] = time.monotonic(), members
        return user_id in members

    async def _read_members(self, channel: str) -> frozenset[str]:
        found: list[str] = []
        cursor = ""
        while True:
            about = {"cursor": cursor} if cursor else {}
            page = await self.client("conversations_members", channel=channel, limit=PAGE, **about)
            found += cast("list[str]", page["members"])
            cursor = text(inner(page, "response_metadata"), "next_cursor")
            if not cursor:
                return frozenset(found)

    def _make_room(self) -> None:
        if len(self._facts) > MOST_REMEMBERED:
            self._facts.clear()
            self._members.clear()
            self._locks = {name: lock for name, lock in self._locks.items() if lock.locked()}


@contextmanager
def _no_refusals_of_us() -> Generator[None]:
    """Raise OutcomeUnknown in place of PostRefused where Slack refuses our token, a scope is missing, or an
    organisation keeps us out of its workspace. That tells nothing about the person, and passes once an admin has
    mended it."""
    try:
        with our_errors(WHAT):
            yield
    except PostRefused as error:
        if error.code.partition(":")[0] not in (*TOKEN_CODES, *KEPT_OUT, "missing_scope"):
            raise
        raise OutcomeUnknown(str(error), code=error.code) from error


def _facts(answer: dict[str, object]) -> Facts:
    channel = inner(answer, "channel")
    is_direct = bool(channel.get("is_im") or channel.get("is_mpim"))
    return Facts(
        is_public=not (is_direct or channel.get("is_private", True)),
        is_direct=is_direct,
        team=text(channel, "context_team_id"),
        creator=text(channel, "creator"),
        name="" if is_direct else text(channel, "name"),
    )
