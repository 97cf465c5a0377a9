"""Finds our posts and files in a place, by the key in each message's metadata."""

from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

from bot.platforms.slack.connection.errors import our_errors
from bot.platforms.slack.connection.thread_reading import read_thread
from bot.platforms.slack.connection.web_api import Web
from bot.platforms.slack.payloads.parse import Json, inner, several, text
from council_core.domain.place import Place

EVENT_TYPE = "council_part"
PAGE, MOST_PAGES = 200, 5
"""Most messages of a page, and most pages: the post was sent minutes ago, or never."""


def metadata(key: str) -> dict[str, Any]:
    """Return the metadata that identifies a message as ours (docs.slack.dev, message metadata)."""
    return {"event_type": EVENT_TYPE, "event_payload": {"key": key}}


@dataclass(slots=True, kw_only=True)
class Standing:
    """Our posts and files in a place."""

    posts: dict[str, str] = field(default_factory=dict[str, str])
    """The ts of each post by its key."""

    files: dict[str, str] = field(default_factory=dict[str, str])
    """The ts of the latest message that shows each file of the bot, by file name."""

    def shows(self, file_name: str, after: str) -> bool:
        """Tell whether the file was shared after the message with that ts."""
        return self.files.get(file_name, "") > after


async def standing(client: Web, place: Place, bot_user_id: str) -> Standing:
    """Read the thread, or the channel's latest messages. Raises PlatformError.

    Only the bot's own messages count: other apps may set any metadata on theirs.
    """
    found = Standing()
    with our_errors("look for its earlier message"):
        async for message in messages(client, place):
            if message.get("user") != bot_user_id:
                continue
            if key := key_of(message):
                found.posts.setdefault(key, str(message["ts"]))
            for file in several(message, "files"):
                name, ts = text(file, "name"), text(message, "ts")
                found.files[name] = max(ts, found.files.get(name, ""))
    return found


def key_of(message: Json) -> str:
    """Return the key of one of our posts; empty for any other message."""
    marker = inner(message, "metadata")
    return text(inner(marker, "event_payload"), "key") if marker.get("event_type") == EVENT_TYPE else ""


async def messages(client: Web, place: Place) -> AsyncIterator[Json]:
    """Yield the first and the latest messages of the thread, or the latest ones of the channel. Raises
    SlackApiError."""
    if place.thread is not None:
        read = await read_thread(client, place.channel, place.thread, counts=lambda _: True, wanted=PAGE)
        for message in (*read.start, *read.end):
            yield message
        return
    cursor: str | None = None
    for _ in range(MOST_PAGES):
        answer = await client(
            "conversations_history",
            channel=place.channel,
            include_all_metadata=True,
            limit=PAGE,
            cursor=cursor,
        )
        for message in several(answer, "messages"):
            yield message
        cursor = text(inner(answer, "response_metadata"), "next_cursor") or None
        if cursor is None:
            return
