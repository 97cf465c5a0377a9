"""A message as the server stores it, its files, and the JSON that bots receive."""

from __future__ import annotations

import mimetypes
import re
from dataclasses import dataclass, field

from tests.testbed.discord import components as parts
from tests.testbed.discord.guild import Channel, User, moment
from tests.testbed.discord.wire import Json

EPHEMERAL = 1 << 6
LOADING = 1 << 7
HAS_THREAD = 1 << 5
HAS_SNAPSHOT = 1 << 14
COMPONENTS_V2 = 1 << 15
DEFAULT, THREAD_CREATED, REPLY, COMMAND_REPLY, THREAD_STARTER, CONTEXT_REPLY = 0, 18, 19, 20, 21, 23

# Missing from the standard library's table of Python 3.11.
MEDIA_TYPES = {"md": "text/markdown", "webp": "image/webp"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Upload:
    """An uploaded file: from the bot (`field` is the multipart name) or from a person."""

    name: str
    content: bytes
    field: str = ""

    @property
    def content_type(self) -> str:
        """Return the media type by the name, with a charset for text, as Discord reports it."""
        known = mimetypes.guess_type(self.name)[0] or MEDIA_TYPES.get(self.name.rpartition(".")[2])
        kind = known or "application/octet-stream"
        return f"{kind}; charset=utf-8" if kind.startswith("text/") else kind

    @property
    def size(self) -> int:
        return len(self.content)

    @property
    def text(self) -> str:
        """Return the content as UTF-8 text."""
        return self.content.decode()


@dataclass(slots=True, eq=False)
class Attachment:
    """A file attached to a message, at the address `url`."""

    id: int
    upload: Upload
    url: str
    description: str | None = None
    ephemeral: bool = False

    def to_json(self) -> Json:
        data: Json = {
            "id": str(self.id),
            "filename": self.upload.name,
            "size": self.upload.size,
            "url": self.url,
            "proxy_url": self.url,
            "content_type": self.upload.content_type,
        }
        if self.description is not None:
            data["description"] = self.description
        if self.ephemeral:
            data["ephemeral"] = True
        return data


@dataclass(slots=True, eq=False)
class Message:
    """One message in a channel. An ephemeral one has `seen_by`: nobody else sees it."""

    id: int
    channel: Channel
    author: User
    content: str = ""
    components: list[Json] = field(default_factory=list[Json])
    embeds: list[Json] = field(default_factory=list[Json])
    attachments: list[Attachment] = field(default_factory=list[Attachment])
    kind: int = DEFAULT
    flags: int = 0
    nonce: str | int | None = None
    reference: Json | None = None
    referenced: Message | None = None
    mentions: list[User] = field(default_factory=list[User])
    mention_everyone: bool = False
    snapshots: list[Json] = field(default_factory=list[Json])
    poll: Json | None = None
    interaction: Json | None = None
    webhook_id: int | None = None
    thread: Channel | None = None
    edited_at: str | None = None
    deleted: bool = False
    seen_by: User | None = None
    asked: str | None = None

    @property
    def is_loading(self) -> bool:
        """Return whether the message is shown as "Council is thinking..."."""
        return bool(self.flags & LOADING)

    @property
    def text(self) -> str:
        """Return all text that a person reads in the message, from content and components."""
        return "\n".join(part for part in (self.content, parts.text_of(self.components)) if part)

    @property
    def buttons(self) -> list[Json]:
        """Return every button of the message, top to bottom."""
        return [part for part in parts.walk(self.components) if part["type"] == parts.BUTTON]

    @property
    def labels(self) -> list[str]:
        """Return the labels of the message's buttons, top to bottom."""
        return [button.get("label") or "" for button in self.buttons]

    @property
    def files(self) -> dict[str, Upload]:
        """Return the message's files by name."""
        return {attachment.upload.name: attachment.upload for attachment in self.attachments}

    def to_json(self, bot: User) -> Json:
        data: Json = {
            "id": str(self.id),
            "type": self.kind,
            "channel_id": str(self.channel.id),
            "author": self.author.to_json(),
            "content": self.content,
            "timestamp": moment(self.id),
            "edited_timestamp": self.edited_at,
            "tts": False,
            "mention_everyone": self.mention_everyone,
            "mentions": [user.to_json() for user in self.mentions],
            "mention_roles": re.findall(r"<@&(\d+)>", self.content),
            "attachments": [attachment.to_json() for attachment in self.attachments],
            "embeds": self.embeds,
            "components": self.components,
            "pinned": False,
            "flags": self.flags,
        }
        optional = {
            "nonce": self.nonce,
            "message_reference": self.reference,
            "message_snapshots": self.snapshots or None,
            "poll": self.poll,
            "interaction_metadata": self.interaction,
            "webhook_id": str(self.webhook_id) if self.webhook_id else None,
            "application_id": str(self.webhook_id) if self.webhook_id else None,
            "thread": self.thread.to_json(bot) if self.thread else None,
        }
        data |= {key: value for key, value in optional.items() if value is not None}
        if self.kind in (REPLY, THREAD_STARTER):
            gone = self.referenced is None or self.referenced.deleted
            quoted = None if gone or not self.referenced else self.referenced.to_json(bot)
            if quoted is not None:
                # Discord quotes one message, without the one that it answers in turn.
                quoted.pop("referenced_message", None)
            data["referenced_message"] = quoted
        return data

    def snapshot(self, bot: User) -> Json:
        """Return the message as others hold it that forward it: without its author."""
        kept = {
            "type",
            "content",
            "embeds",
            "attachments",
            "components",
            "timestamp",
            "edited_timestamp",
            "flags",
        }
        return {"message": {key: value for key, value in self.to_json(bot).items() if key in kept}}

    def event_json(self, bot: User) -> Json:
        """Return the JSON of gateway events: with the guild and the author's membership."""
        data = self.to_json(bot)
        if self.channel.guild is not None:
            data["guild_id"] = str(self.channel.guild.id)
            data["member"] = self.author.member_json(with_user=False)
        return data

    def readable_without_intent(self, bot: User) -> bool:
        """Return whether a bot without the message content intent may read it (docs: events/gateway)."""
        return self.author.id == bot.id or self.channel.guild is None or bot in self.mentions


def without_content(data: Json) -> Json:
    """Return the message as bots without the message content intent see it."""
    hidden: Json = {"content": "", "embeds": [], "attachments": [], "components": []}
    quoted = data.get("referenced_message")
    return {**data, **hidden, **({"referenced_message": {**quoted, **hidden}} if quoted else {})}
