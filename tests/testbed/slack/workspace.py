"""The state of the local workspace: teams, people, channels, messages, files, views."""

from __future__ import annotations

import copy
from dataclasses import dataclass, field
from typing import Any, Literal

from tests.testbed.slack.faults import SlackError

FIRST_SECOND = 1_700_000_000
HISTORY_SCOPES = {"channel": "channels", "group": "groups", "im": "im", "mpim": "mpim"}


@dataclass(slots=True, kw_only=True)
class Installation:
    """Our app in one team: its bot token and scopes.

    Installed for a whole organisation it belongs to no team, and works in all of `teams`.
    """

    token: str
    team_id: str
    team_name: str
    bot_user_id: str
    bot_id: str
    app_id: str
    scopes: frozenset[str]
    revoked: bool = False
    enterprise_id: str = ""
    teams: frozenset[str] = frozenset()

    @property
    def is_org_wide(self) -> bool:
        """Return whether the app is installed for a whole organisation."""
        return bool(self.teams)

    def covers(self, team_id: str) -> bool:
        """Return whether the token works in that team."""
        return team_id == self.team_id or team_id in self.teams


@dataclass(slots=True, kw_only=True)
class User:
    """A person in the workspace; `id` looks like `UALICE`."""

    id: str
    name: str
    team_id: str
    is_bot: bool = False
    is_admin: bool = False
    is_restricted: bool = False
    """Whether the person is a guest, who sees only the channels that they have joined."""

    deleted: bool = False
    """Whether the account is deactivated. Slack then says nothing of rights (docs.slack.dev, objects/user-object)."""

    locale: str = "en-GB"
    called: str = ""
    """Display name, if it differs from the handle `name`."""

    def as_slack(self) -> dict[str, Any]:
        """Return the user object of users.info."""
        shown = self.called or self.name.capitalize()
        return {
            "id": self.id,
            "team_id": self.team_id,
            "name": self.name,
            "real_name": shown,
            "is_bot": self.is_bot,
            **({} if self.deleted else {"is_admin": self.is_admin, "is_restricted": self.is_restricted}),
            "deleted": self.deleted,
            "is_app_user": False,
            "tz": "Etc/UTC",
            "profile": {"real_name": shown, "display_name": self.called or self.name, "team": self.team_id},
        }


@dataclass(slots=True, kw_only=True)
class Channel:
    """A conversation. `kind` decides which scopes are needed to read it."""

    id: str
    name: str
    team_id: str
    kind: Literal["channel", "group", "im", "mpim"] = "channel"
    members: set[str] = field(default_factory=set[str])
    archived: bool = False
    creator: str = ""

    def as_slack(self, reader: str) -> dict[str, Any]:
        """Return the channel object of conversations.info, as seen by the user id `reader`."""
        shape: dict[str, Any] = {
            "id": self.id,
            "is_channel": self.kind == "channel",
            "is_group": self.kind == "group",
            "is_im": self.kind == "im",
            "is_mpim": self.kind == "mpim",
            "is_private": self.kind != "channel",
            "is_archived": self.archived,
            "creator": self.creator,
            "context_team_id": self.team_id,
            "created": FIRST_SECOND,
        }
        if self.kind == "im":
            return shape | {"user": next((who for who in sorted(self.members) if who != reader), reader)}
        return shape | {
            "name": self.name,
            "name_normalized": self.name,
            "is_member": reader in self.members,
            "num_members": len(self.members),
            "topic": {"value": "", "creator": "", "last_set": 0},
            "purpose": {"value": "", "creator": "", "last_set": 0},
        }


@dataclass(slots=True, kw_only=True)
class File:
    """A file on Slack; `shares` maps a channel id to the messages which show the file."""

    id: str
    name: str
    user: str
    team_id: str
    content: bytes = b""
    mimetype: str = "application/octet-stream"
    title: str = ""
    alt_text: str = ""
    length: int = 0
    uploaded: bool = False
    completed: bool = False
    polls: int = 0
    elsewhere: str = ""
    """The address of a file that is stored elsewhere, such as one of Google Drive."""

    mode: str = "hosted"
    """Slack's word for how it holds the file: `tombstone` for a deleted one."""

    trouble: int = 0
    """Number of downloads that fail with status 503."""

    foreign: bool = False
    """Whether the file came through Slack Connect: events then contain only its id."""

    shares: dict[str, list[dict[str, Any]]] = field(default_factory=dict[str, list[dict[str, Any]]])

    def as_told(self, origin: str) -> dict[str, Any]:
        """Return the file object of events."""
        if not self.foreign:
            return self.as_slack(origin)
        unknown = {"created": 0, "timestamp": 0, "user": ""}
        return {"id": self.id, "mode": "file_access", "file_access": "check_file_info", **unknown}

    def as_slack(self, origin: str, public: frozenset[str] = frozenset()) -> dict[str, Any]:
        """Return the file object of files.info; `origin` is the server's address, `public` the open channels."""
        url = self.elsewhere or f"{origin}/files-pri/{self.team_id}-{self.id}/{self.name}"
        shares: dict[str, Any] = {}
        for channel, where in self.shares.items():
            shares.setdefault("public" if channel in public else "private", {})[channel] = where
        return {
            "id": self.id,
            "name": self.name,
            "title": self.title or self.name,
            "mimetype": self.mimetype,
            "filetype": self.name.rpartition(".")[2] if "." in self.name else "binary",
            "size": len(self.content),
            "user": self.user,
            "mode": self.mode,
            "is_external": bool(self.elsewhere),
            "url_private": url,
            "url_private_download": url + "?download=1",
            "permalink": f"{origin}/files/{self.user}/{self.id}/{self.name}",
            "shares": shares,
        }


@dataclass(slots=True, kw_only=True)
class Message:
    """A message in a channel or thread, or an ephemeral one that only `ephemeral_to` sees.

    `blocks` are as they were sent; `versions` holds earlier (text, blocks), oldest first.
    """

    channel: str
    ts: str
    text: str
    user: str
    team_id: str
    blocks: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    bot_id: str | None = None
    app_id: str | None = None
    thread_ts: str | None = None
    metadata: dict[str, Any] | None = None
    ephemeral_to: str | None = None
    broadcast: bool = False
    deleted: bool = False
    via_response_url: bool = False
    attachments: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    versions: list[tuple[str, list[dict[str, Any]]]] = field(
        default_factory=list[tuple[str, list[dict[str, Any]]]]
    )
    reactions: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    files: list[File] = field(default_factory=list[File])

    @property
    def edited(self) -> bool:
        """Return whether the message was changed after it was posted."""
        return bool(self.versions)

    @property
    def is_reply(self) -> bool:
        """Return whether the message is a reply in a thread."""
        return self.thread_ts is not None and self.thread_ts != self.ts

    def as_seen_now(self) -> Message:
        """Return an immutable copy, for a late click from a screen not yet refreshed."""
        return copy.copy(self)

    def replace(self, text: str, blocks: list[dict[str, Any]]) -> None:
        """Edit the content and keep the earlier version."""
        self.versions.append((self.text, self.blocks))
        self.text, self.blocks = text, blocks


@dataclass(slots=True, kw_only=True)
class View:
    """A modal or an App Home on a person's screen; `payload` is the view as our app sent it."""

    id: str
    user: str
    team_id: str
    payload: dict[str, Any]
    hash: str
    root_view_id: str
    previous_view_id: str | None = None
    errors: dict[str, str] = field(default_factory=dict[str, str])
    open: bool = True

    def as_slack(self, installation: Installation, values: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the view object of views.open and of interaction payloads."""
        shape = copy.deepcopy(self.payload)
        return shape | {
            "id": self.id,
            "team_id": self.team_id,
            "type": shape.get("type"),
            "private_metadata": shape.get("private_metadata", ""),
            "callback_id": shape.get("callback_id", ""),
            "external_id": shape.get("external_id", ""),
            "state": {"values": values or {}},
            "hash": self.hash,
            "clear_on_close": shape.get("clear_on_close", False),
            "notify_on_close": shape.get("notify_on_close", False),
            "root_view_id": self.root_view_id,
            "previous_view_id": self.previous_view_id,
            "app_id": installation.app_id,
            "app_installed_team_id": installation.team_id or installation.enterprise_id,
            "bot_id": installation.bot_id,
        }


@dataclass(slots=True, kw_only=True)
class AssistantThread:
    """A thread with the assistant, as the person sees it above and below its messages."""

    title: str = ""
    status: str = ""
    statuses: list[str] = field(default_factory=list[str])
    """Every status so far, oldest first."""

    prompts_title: str = ""
    prompts: dict[str, str] = field(default_factory=dict[str, str])
    """The message that each prompt sends, by its title."""


class Workspace:
    """All contents; look-ups refuse with Slack's own error codes."""

    def __init__(self) -> None:
        self.installations: dict[str, Installation] = {}
        self.users: dict[str, User] = {}
        self.channels: dict[str, Channel] = {}
        self.posts: list[Message] = []
        self.files: dict[str, File] = {}
        self.views: dict[str, View] = {}
        self.stacks: dict[str, list[View]] = {}
        self.homes: dict[str, View] = {}
        self.assistant_threads: dict[tuple[str, str], AssistantThread] = {}
        self._counts: dict[str, int] = {}

    def number(self, what: str) -> int:
        """Return 1, 2, 3, ... for each kind of thing, so that ids are the same in every run."""
        self._counts[what] = self._counts.get(what, 0) + 1
        return self._counts[what]

    def next_ts(self) -> str:
        """Return a message's id. It ends in zeros, so a bot that stores it as a float loses its messages."""
        count = self.number("ts") - 1
        return f"{FIRST_SECOND + count // 10}.{(count % 10) * 100 + 100:06d}"

    def installation_of(self, team_id: str) -> Installation:
        """Return our app in that team."""
        return next(one for one in self.installations.values() if one.covers(team_id) and not one.revoked)

    def channel(self, channel_id: str, caller: Installation) -> Channel:
        """Return the channel; raise `channel_not_found` (also for one of a team in which the app is not installed)."""
        channel = self.channels.get(channel_id)
        if channel is None or not caller.covers(channel.team_id):
            raise SlackError("channel_not_found")
        return channel

    def direct_channel(self, user_id: str, app: Installation) -> Channel:
        """Return the conversation between a person and the bot; it is created on first use."""
        user = self.users.get(user_id)
        if user is None or not app.covers(user.team_id):
            raise SlackError("user_not_found")
        channel_id = "D" + user_id.removeprefix("U")
        if channel_id not in self.channels:
            self.channels[channel_id] = Channel(
                id=channel_id,
                name=f"dm-{user.name}",
                team_id=user.team_id,
                kind="im",
                members={user_id, app.bot_user_id},
            )
        return self.channels[channel_id]

    def message(self, channel_id: str, ts: str) -> Message | None:
        """Return a visible message by its id; ephemeral and deleted ones are not found, as in Slack."""
        for post in self.posts:
            if (post.channel, post.ts) == (channel_id, ts) and not post.deleted and post.ephemeral_to is None:
                return post
        return None

    def thread(self, channel_id: str, ts: str) -> list[Message]:
        """Return the root and its replies, oldest first, without ephemeral messages."""
        return [
            post
            for post in self.posts
            if post.channel == channel_id
            and ts in (post.ts, post.thread_ts)
            and not post.deleted
            and post.ephemeral_to is None
        ]
