"""Sends posts as Slack messages, each once. A post is drawn more plainly if Slack refuses a block, and halved if it is
too long. Posts and files that may stand already are found by the key in each message's metadata."""

import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import Any

from slack_sdk.errors import SlackApiError

from bot.platforms.slack.connection.errors import INVITE, code_of, explanations, our_errors, translated
from bot.platforms.slack.connection.people import People
from bot.platforms.slack.connection.rate import Lanes
from bot.platforms.slack.connection.thread_reading import read_thread
from bot.platforms.slack.connection.web_api import Clients, Web
from bot.platforms.slack.drawing.limits import problems
from bot.platforms.slack.drawing.post import OPTIONAL, Drawn, draw, fallback, words
from bot.platforms.slack.payloads.parse import Json, inner, several, text
from bot.platforms.slack.sending import files, split
from bot.platforms.slack.sending.assistant import Assistant
from bot.ports.words import SlackWords
from bot.post import File, Post, line, quoted
from council_core.domain.place import Message, Place
from council_core.errors import PlaceClosed, PostRefused

log = logging.getLogger(__name__)

TOO_LONG = frozenset({"msg_too_long", "msg_blocks_too_long", "message_too_long"})
ILL_FORMED = frozenset({"invalid_blocks", "invalid_blocks_format", "invalid_attachments"})
OUTSIDE = frozenset({"not_in_channel", "channel_not_found"})
_NO_ENTRY = OUTSIDE | {
    "method_not_supported_for_channel_type",
    "missing_scope",
    "is_private",
    "restricted_action",
}
MOST_TEXT = 39_000
"""docs.slack.dev, chat.postMessage: longer text is cut at 40,000."""

_POINTER = re.compile(r"/blocks/(\d+)")

Turn = Callable[[], Awaitable[None]]


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


@dataclass(frozen=True, slots=True, kw_only=True)
class _Said:
    channel: str
    ts: str
    files: tuple[File, ...] = ()
    """Files that hold the rest of a post that does not fit into one message."""


@dataclass(slots=True, kw_only=True)
class Sender:
    """Writes into channels and threads."""

    clients: Clients
    people: People
    lanes: Lanes
    assistant: Assistant
    labels: Callable[[str], SlackWords]
    """Return the fixed texts in the language of a post."""

    refused: frozenset[str] = field(default_factory=frozenset[str])
    """Block types that this workspace has refused."""

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        """Post, unless `again` is set and the post exists already. Raises PlatformError."""
        found = Standing()
        if again:
            found = await standing(self.clients.freely, place, (await self.people.me()).user_id)
        async with self.lanes.lane(place.channel) as turn:
            said = await self._say(place, post, key, found, turn, split.HALVINGS)
            message = Message(place=replace(place, channel=said.channel, origin=None), id=said.ts)
        for file in (*post.files, *said.files):
            if not found.shows(files.file_name(file.name), after=message.id):
                await self._attach(message, file, post.language)
        await self.assistant.posted(message, post)
        return message

    async def _say(
        self, place: Place, post: Post, key: str, found: Standing, turn: Turn, halvings: int
    ) -> _Said:
        """Send one post as one message, or as two with keys of their own."""
        drawn = draw(post, self.refused)
        fits = not problems(drawn.blocks)
        if key in found.posts:
            # A post that fits into no message is sent without its text, which becomes a file.
            rest = () if fits else split.as_file(replace(post, files=()), self.labels(post.language)).files
            return _Said(channel=place.channel, ts=found.posts[key], files=rest)
        if fits and f"{key}/1" not in found.posts:
            try:
                return await self._send(place, post, drawn, key, turn)
            except SlackApiError as error:
                log.warning("Slack found a post too long (%s) that we thought would fit.", code_of(error))
        parts = split.halves(post) if halvings else None
        if parts is None:
            return await self._with_file(place, post, key, turn)
        first = await self._say(place, parts[0], f"{key}/1", found, turn, halvings - 1)
        second = await self._say(place, parts[1], f"{key}/2", found, turn, halvings - 1)
        return replace(first, files=(*first.files, *second.files))

    async def _with_file(self, place: Place, post: Post, key: str, turn: Turn) -> _Said:
        short = split.as_file(replace(post, files=()), self.labels(post.language))
        with our_errors("post"):
            said = await self._send(place, short, draw(short, self.refused), key, turn)
        return replace(said, files=short.files)

    async def _send(self, place: Place, post: Post, drawn: Drawn, key: str, turn: Turn) -> _Said:
        """Send the drawn post, more plainly after each refused block, and finally without blocks.

        Raises SlackApiError if it is too long, PlatformError for all other failures.
        """
        refused = self.refused
        while True:
            try:
                return await self._message(place, drawn, key, turn)
            except SlackApiError as error:
                if code_of(error) in TOO_LONG:
                    raise
                log.warning(
                    "Slack refused blocks: %s", "; ".join(explanations(error)) or "it does not say which"
                )
                plainer = refused | self._blamed(drawn, error)
            if plainer == refused:
                bare = Drawn(text=words(post)[:MOST_TEXT], blocks=[])
                return await self._message(place, bare, key, turn)
            refused = plainer
            drawn = draw(post, refused)

    def _blamed(self, drawn: Drawn, error: SlackApiError) -> frozenset[str]:
        """Return the block types to leave out: those that Slack names, or else all optional ones."""
        blamed: set[str] = set()
        for line_ in explanations(error):
            pointer = _POINTER.search(line_)
            if pointer and int(pointer[1]) < len(drawn.blocks):
                kind = str(drawn.blocks[int(pointer[1])]["type"])
                blamed |= {kind} & OPTIONAL
                if "unsupported type" in line_:
                    self.refused |= {kind} & OPTIONAL
        return frozenset(blamed) or drawn.kinds & OPTIONAL

    async def _message(self, place: Place, drawn: Drawn, key: str, turn: Turn) -> _Said:
        await turn()
        arguments: dict[str, Any] = {
            "channel": place.channel,
            "thread_ts": place.thread,
            "text": drawn.text,
            "blocks": drawn.blocks or None,
            "metadata": metadata(key),
            "unfurl_links": False,
            "unfurl_media": False,
        }
        mendable = TOO_LONG | ILL_FORMED
        # A person may use a shortcut on a message of a channel that the bot has not joined.
        may_enter = place.thread is None or place.origin is not None
        try:
            with our_errors("post", but=mendable | OUTSIDE if may_enter else mendable):
                answer = await self.clients.once("chat_postMessage", **arguments)
        except SlackApiError as error:
            if code_of(error) not in OUTSIDE:
                raise
            await self._enter(place, error)
            with our_errors("post", but=mendable):
                answer = await self.clients.once("chat_postMessage", **arguments)
        with our_errors("post"):
            return _Said(channel=str(answer["channel"]), ts=str(answer["ts"]))

    async def _enter(self, place: Place, refusal: SlackApiError) -> None:
        """Join a public channel. Raises PlaceClosed with an invitation, or PlaceGone."""
        try:
            with our_errors("join the channel", but=_NO_ENTRY):
                await self.clients.freely("conversations_join", channel=place.channel)
        except SlackApiError as error:
            # A private channel without the bot does not exist for the bot. If the place has an origin, a person has
            # just asked from there; otherwise the channel may be deleted.
            if code_of(refusal) == "channel_not_found" and place.origin is None:
                raise translated(refusal, "post") from error
            raise PlaceClosed(INVITE, code="not_in_channel") from error

    async def edit(self, message: Message, post: Post) -> None:
        """Replace the content of a message. This may be repeated safely. Raises PlatformError."""
        await self._edit(message, post)
        await self.assistant.edited(message, post)

    async def _edit(self, message: Message, post: Post) -> None:
        refused = self.refused
        with our_errors("edit a message"):
            while True:
                drawn = draw(post, refused)
                if problems(drawn.blocks):
                    drawn = draw(split.shortened(post, self.labels(post.language)), refused)
                try:
                    await self._update(message, drawn)
                    return
                except SlackApiError as error:
                    if code_of(error) in TOO_LONG:
                        await self._update(message, Drawn(text=fallback(post), blocks=[]))
                        return
                    if code_of(error) not in ILL_FORMED:
                        raise
                    plainer = refused | self._blamed(drawn, error)
                if plainer == refused:
                    await self._update(message, Drawn(text=words(post)[:4_000], blocks=[]))
                    return
                refused = plainer

    async def remove(self, message: Message) -> None:
        """Delete a message; a missing one is no error. Raises PlatformError."""
        try:
            with our_errors("delete a message", but=frozenset({"message_not_found"})):
                await self.clients.freely("chat_delete", channel=message.place.channel, ts=message.id)
        except SlackApiError as error:
            log.info("A message that was to be deleted is gone already (%s).", code_of(error))

    async def _update(self, message: Message, drawn: Drawn) -> None:
        # An edit without blocks would leave the old ones, so they are always sent.
        await self.clients.freely(
            "chat_update",
            channel=message.place.channel,
            ts=message.id,
            text=drawn.text,
            blocks=drawn.blocks,
        )

    async def _attach(self, message: Message, file: File, language: str) -> None:
        place = message.place
        thread = place.thread or message.id
        labels = self.labels(language)
        try:
            if await files.upload(self.clients, file, channel=place.channel, thread=thread):
                return
            missing = labels.file_not_shown(name=quoted(file.name))
        except PostRefused as error:
            if isinstance(error, PlaceClosed):
                raise
            # The message stands already, and without its address nobody could edit it later.
            log.warning("A file was not attached: %s (%s)", error, error.code)
            missing = labels.file_refused(name=quoted(file.name))
        note = Post(blocks=(line(missing),), summary=labels.file_missing)
        async with self.lanes.lane(place.channel) as turn:
            key = f"{message.id}/missing/{file.name}"[:200]
            await self._send(replace(place, thread=thread), note, draw(note), key, turn)
