"""People, guilds, channels and threads of the local Discord, and the JSON about them."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import IntEnum, IntFlag
from typing import TYPE_CHECKING

from tests.testbed.discord.wire import Json

if TYPE_CHECKING:
    from tests.testbed.discord.message import Message

DISCORD_EPOCH_MS = 1_420_070_400_000
BORN = datetime(2026, 1, 1, tzinfo=UTC).isoformat()


class Permission(IntFlag):
    """The permission bits that the server checks (docs: topics/permissions)."""

    ADMINISTRATOR = 1 << 3
    MANAGE_CHANNELS = 1 << 4
    MANAGE_GUILD = 1 << 5
    ADD_REACTIONS = 1 << 6
    VIEW_CHANNEL = 1 << 10
    SEND_MESSAGES = 1 << 11
    MANAGE_MESSAGES = 1 << 13
    EMBED_LINKS = 1 << 14
    ATTACH_FILES = 1 << 15
    READ_MESSAGE_HISTORY = 1 << 16
    MENTION_EVERYONE = 1 << 17
    CONNECT = 1 << 20
    USE_APPLICATION_COMMANDS = 1 << 31
    MANAGE_THREADS = 1 << 34
    CREATE_PUBLIC_THREADS = 1 << 35
    CREATE_PRIVATE_THREADS = 1 << 36
    SEND_MESSAGES_IN_THREADS = 1 << 38


ORDINARY = (
    Permission.ADD_REACTIONS
    | Permission.VIEW_CHANNEL
    | Permission.SEND_MESSAGES
    | Permission.EMBED_LINKS
    | Permission.ATTACH_FILES
    | Permission.READ_MESSAGE_HISTORY
    | Permission.CONNECT
    | Permission.USE_APPLICATION_COMMANDS
    | Permission.CREATE_PUBLIC_THREADS
    | Permission.CREATE_PRIVATE_THREADS
    | Permission.SEND_MESSAGES_IN_THREADS
)


NOTHING = Permission(0)


class ChannelKind(IntEnum):
    """Discord's channel types that the server has."""

    TEXT = 0
    DM = 1
    VOICE = 2
    NEWS = 5
    NEWS_THREAD = 10
    PUBLIC_THREAD = 11
    PRIVATE_THREAD = 12
    FORUM = 15


class Snowflakes:
    """Draws ids that grow with time, as Discord's do; clients read the time out of them."""

    def __init__(self) -> None:
        self._last = 0

    def next(self) -> int:
        """Return a new id, larger than all before."""
        now = int(time.time() * 1000) - DISCORD_EPOCH_MS
        self._last = max(now << 22, self._last + 1)
        return self._last


def moment(snowflake: int) -> str:
    """Return the time inside an id, as Discord writes it."""
    return datetime.fromtimestamp(((snowflake >> 22) + DISCORD_EPOCH_MS) / 1000, UTC).isoformat()


@dataclass(slots=True, eq=False)
class User:
    """A person with an account; the bot is one as well."""

    id: int
    name: str
    bot: bool = False
    permissions: Permission = ORDINARY
    roles: dict[int, str] = field(default_factory=dict[int, str])
    accepts_dms: bool = True

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"

    def to_json(self) -> Json:
        return {
            "id": str(self.id),
            "username": self.name,
            "discriminator": "0",
            "global_name": None if self.bot else self.name.title(),
            "avatar": None,
            "bot": self.bot,
            "public_flags": 0,
        }

    def member_json(self, *, with_user: bool = True) -> Json:
        member: Json = {
            "roles": [str(role) for role in self.roles],
            "joined_at": BORN,
            "nick": None,
            "avatar": None,
            "premium_since": None,
            "pending": False,
            "deaf": False,
            "mute": False,
            "flags": 0,
        }
        return {"user": self.to_json(), **member} if with_user else member


@dataclass(slots=True, eq=False)
class Guild:
    """A server on Discord. Where the app is not `installed`, only people who installed it for themselves use it."""

    id: int
    name: str
    owner_id: int
    installed: bool = True
    premium_tier: int = 0
    roles: dict[int, str] = field(default_factory=dict[int, str])

    def to_json(self) -> Json:
        everyone = {"id": str(self.id), "name": "@everyone", "permissions": str(int(ORDINARY)), "position": 0}
        roles = [everyone] + [
            {"id": str(number), "name": name, "permissions": "0", "position": place}
            for place, (number, name) in enumerate(self.roles.items(), 1)
        ]
        plain = {"color": 0, "hoist": False, "icon": None, "managed": False, "mentionable": False, "flags": 0}
        return {
            "id": str(self.id),
            "name": self.name,
            "owner_id": str(self.owner_id),
            "roles": [{**plain, **role} for role in roles],
            "emojis": [],
            "stickers": [],
            "features": [],
            "preferred_locale": "en-US",
            "verification_level": 0,
            "default_message_notifications": 0,
            "explicit_content_filter": 0,
            "mfa_level": 0,
            "nsfw_level": 0,
            "premium_tier": self.premium_tier,
            "afk_timeout": 300,
            "system_channel_flags": 0,
        }


@dataclass(slots=True, eq=False)
class Channel:
    """A text or voice channel, a thread or a direct conversation, with its messages in order."""

    id: int
    name: str
    kind: ChannelKind = ChannelKind.TEXT
    guild: Guild | None = None
    parent: Channel | None = None
    owner_id: int = 0
    recipient: User | None = None
    messages: dict[int, Message] = field(default_factory=dict[int, "Message"])
    private_replies: list[Message] = field(default_factory=list["Message"])
    denied: Permission = NOTHING
    hidden_from: set[int] = field(default_factory=set[int])
    """People who may no longer view this channel."""

    closed_to: set[int] = field(default_factory=set[int])
    """People who may not connect to this voice channel."""

    archived: bool = False
    locked: bool = False
    auto_archive_duration: int = 1440
    members: set[int] = field(default_factory=set[int])

    @property
    def mention(self) -> str:
        return f"<#{self.id}>"

    @property
    def is_thread(self) -> bool:
        return self.kind in (ChannelKind.PUBLIC_THREAD, ChannelKind.PRIVATE_THREAD, ChannelKind.NEWS_THREAD)

    def hides_from(self, user: User) -> bool:
        """Return whether a person may not view the channel: threads inherit that from their channel."""
        return user.id in self.hidden_from or (self.parent is not None and self.parent.hides_from(user))

    def bot_permissions(self, granted: Permission) -> Permission:
        """Return the bot's permissions here without the denied ones; threads inherit denials from their channel."""
        if self.guild is not None and not self.guild.installed:
            return NOTHING
        left = granted & ~self.denied
        if self.parent is not None:
            left &= ~self.parent.denied
        return left if Permission.VIEW_CHANNEL in left else NOTHING

    def to_json(self, bot: User) -> Json:
        last = max(self.messages, default=None)
        data: Json = {
            "id": str(self.id),
            "type": int(self.kind),
            "last_message_id": None if last is None else str(last),
            "flags": 0,
        }
        if self.kind is ChannelKind.DM:
            return data | {"recipients": [self.recipient.to_json()] if self.recipient else []}
        assert self.guild is not None
        data |= {"guild_id": str(self.guild.id), "name": self.name, "rate_limit_per_user": 0}
        if self.kind is ChannelKind.VOICE:
            data |= {"bitrate": 64_000, "user_limit": 0, "rtc_region": None}
        if self.kind is ChannelKind.FORUM:
            data |= {"available_tags": [], "default_forum_layout": 0, "default_sort_order": None}
        return data | (self._thread_json(bot) if self.is_thread else self._text_json(bot))

    def _text_json(self, bot: User) -> Json:
        denied = {bot.id: self.denied} if self.denied else {}
        denied |= dict.fromkeys(sorted(self.closed_to), Permission.CONNECT)
        denied |= dict.fromkeys(sorted(self.hidden_from), Permission.VIEW_CHANNEL)
        return {
            "position": 0,
            "permission_overwrites": [
                {"id": str(who), "type": 1, "allow": "0", "deny": str(int(what))}
                for who, what in denied.items()
            ],
            "nsfw": False,
            "topic": None,
            "parent_id": None,
        }

    def _thread_json(self, bot: User) -> Json:
        assert self.parent is not None
        # The first message counts neither in a forum, where it has the thread's id, nor elsewhere.
        posts = sum(1 for one in self.messages.values() if one.kind in (0, 19) and one.id != self.id)
        data: Json = {
            "parent_id": str(self.parent.id),
            "owner_id": str(self.owner_id),
            "message_count": posts,
            "total_message_sent": posts,
            "member_count": len(self.members),
            "thread_metadata": {
                "archived": self.archived,
                "locked": self.locked,
                "auto_archive_duration": self.auto_archive_duration,
                "archive_timestamp": moment(self.id),
                "create_timestamp": moment(self.id),
            },
        }
        if bot.id in self.members:
            data["member"] = self.thread_member_json(bot.id)
        return data

    def thread_member_json(self, user_id: int) -> Json:
        return {"id": str(self.id), "user_id": str(user_id), "join_timestamp": moment(self.id), "flags": 0}
