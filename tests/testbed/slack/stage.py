"""Preparations for a test: teams, people, channels, files, faults, time."""

from __future__ import annotations

import time
from bisect import insort
from collections.abc import Callable, Iterable, Mapping
from decimal import Decimal
from typing import Any

from tests.testbed.slack.faults import Fault, FaultPlan, Script
from tests.testbed.slack.journal import Journal
from tests.testbed.slack.sign_in import Consent
from tests.testbed.slack.workspace import Channel, File, Installation, Message, User, Workspace

# The scopes of the manifest with which Council is installed.
SCOPES = [
    "commands",
    "chat:write",
    "app_mentions:read",
    "files:read",
    "files:write",
    "users:read",
    "channels:history",
    "groups:history",
    "im:history",
    "im:write",
    "mpim:history",
    "channels:read",
    "groups:read",
    "mpim:read",
    "channels:join",
]


class Stage:
    """A workspace with `#general` (C1), alice, bob, carol and the bot, and methods to change it."""

    def __init__(self, *, bot_token: str, scopes: Iterable[str]) -> None:
        self.journal, self.faults, self.workspace = Journal(), FaultPlan(), Workspace()
        self.oauth_codes: dict[str, tuple[Installation, str, str]] = {}
        self.consent = Consent()
        self._ahead = 0.0
        self.installation = self.install("T1", token=bot_token, scopes=scopes)
        self.add_channel("C1", "general", members=("alice", "bob", "carol"))

    @property
    def installations(self) -> dict[str, Installation]:
        """Return installations by bot token."""
        return self.workspace.installations

    def install(self, team_id: str, *, token: str, scopes: Iterable[str] = SCOPES) -> Installation:
        """Install our app in a team; its bot user appears among the users."""
        app = self._prepared(team_id, token, scopes)
        self.installations[token] = app
        return app

    def _prepared(
        self, team_id: str, token: str, scopes: Iterable[str], teams: Iterable[str] = ()
    ) -> Installation:
        is_org_wide = bool(teams)
        suffix = "" if team_id == "T1" else team_id
        app = Installation(
            token=token,
            team_id="" if is_org_wide else team_id,
            team_name=f"{'org' if is_org_wide else 'team'}-{team_id.lower()}",
            enterprise_id=team_id if is_org_wide else "",
            teams=frozenset(teams),
            bot_user_id=f"UCOUNCIL{suffix}",
            bot_id=f"BCOUNCIL{suffix}",
            app_id="ACOUNCIL",
            scopes=frozenset(scopes),
        )
        bot = User(id=app.bot_user_id, name="council", team_id=team_id, is_bot=True)
        self.workspace.users.setdefault(app.bot_user_id, bot)
        return app

    def oauth_code(
        self,
        team_id: str,
        *,
        installer: str = "alice",
        scopes: Iterable[str] = SCOPES,
        teams: Iterable[str] = (),
        redirect: str = "",
    ) -> str:
        """Return a code of the consent page; oauth.v2.access exchanges it and the app is installed.

        With `teams`, `team_id` is an organisation's, and the app is installed in all of them at once. `redirect` is the
        address with which the page was opened, if any; the exchange must name the same.
        """
        number = self.workspace.number("oauth")
        app = self._prepared(team_id, f"xoxb-local-{team_id.lower()}-{number}", scopes, tuple(teams))
        self.oauth_codes[f"code-{number}"] = (app, self.user(installer, team_id=team_id).id, redirect)
        return f"code-{number}"

    def user(self, name: str, *, team_id: str = "T1") -> User:
        """Return the person of this name, who appears in the team on first use."""
        suffix = "" if team_id == "T1" else team_id
        user_id = f"U{''.join(filter(str.isalnum, name)).upper()}{suffix}"
        return self.workspace.users.setdefault(user_id, User(id=user_id, name=name, team_id=team_id))

    def add_channel(
        self,
        channel_id: str,
        name: str,
        *,
        members: Iterable[str] = (),
        private: bool = False,
        archived: bool = False,
        with_bot: bool = True,
        team_id: str = "T1",
    ) -> Channel:
        """Create a channel with people (by name) and, unless `with_bot` is false, the bot in it."""
        inside = {self.user(member, team_id=team_id).id for member in members}
        if with_bot:
            inside.add(self.workspace.installation_of(team_id).bot_user_id)
        channel = Channel(
            id=channel_id,
            name=name,
            team_id=team_id,
            kind="group" if private else "channel",
            members=inside,
            archived=archived,
        )
        self.workspace.channels[channel_id] = channel
        return channel

    def channel(self, name_or_id: str) -> Channel:
        """Return a channel by its id or name."""
        for channel in self.workspace.channels.values():
            if name_or_id in (channel.id, channel.name):
                return channel
        raise LookupError(f"no channel {name_or_id!r}")

    def renumber(self, channel: str, new_id: str) -> dict[str, Any]:
        """Give a private channel another id, as when it is first shared with another company. Return the event that
        tells apps (channel_id_changed)."""
        place = self.channel(channel)
        old_id, place.id = place.id, new_id
        self.workspace.channels[new_id] = self.workspace.channels.pop(old_id)
        for post in self.workspace.posts:
            post.channel = new_id if post.channel == old_id else post.channel
        event = {"type": "channel_id_changed", "old_channel_id": old_id, "new_channel_id": new_id}
        return event | {"event_ts": self.workspace.next_ts()}

    def add_file(
        self, name: str, content: bytes, *, mimetype: str = "text/plain", owner: str = "alice"
    ) -> File:
        """Create a file of a person's, for `mention(files=...)` or `direct_message(files=...)`."""
        user = self.user(owner)
        file = File(
            id=f"F{self.workspace.number('file'):04d}",
            name=name,
            user=user.id,
            team_id=user.team_id,
            content=content,
            mimetype=mimetype,
            length=len(content),
            uploaded=True,
            completed=True,
        )
        self.workspace.files[file.id] = file
        return file

    def fail(
        self,
        method: str,
        with_: Fault,
        *,
        times: int = 1,
        after: int = 0,
        when: Callable[[Mapping[str, Any]], bool] | None = None,
    ) -> None:
        """Give the next `times` calls of `method` (those that `when` accepts, after the first `after`) this fault."""
        self.faults.scripts.append(Script(method, with_, times, after, when))

    def advance(self, seconds: float) -> None:
        """Advance the clock for triggers, response URLs and rate limits."""
        self._ahead += seconds

    def now(self) -> float:
        """Return the server's clock in seconds."""
        return time.monotonic() + self._ahead

    def put_message(self, *, ts: str | None = None, **fields: Any) -> Message:
        """Post a new message and wake the waiters; `ts` if its time was reserved earlier."""
        message = Message(ts=ts or self.workspace.next_ts(), **fields)
        insort(self.workspace.posts, message, key=lambda post: Decimal(post.ts))
        self.journal.ring()
        return message
