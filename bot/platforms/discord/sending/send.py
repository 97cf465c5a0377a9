"""Sends posts as Discord messages, each once, edits them, and sends messages to one person.

Only the bot's token is needed. A message to one person uses the interaction's token first (for 15 minutes), because
that needs no permission in the channel; after that a direct message is the only way.

A post that may stand already is looked up. Discord recognises a nonce for minutes only, so the history is searched for
permanent marks: the id of a card's first component, and the text of a plain message.
"""

import asyncio
import base64
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from hashlib import blake2b
from io import BytesIO
from typing import Any, TypeVar, cast

import discord
from discord.http import handle_message_parameters
from discord.webhook.async_ import async_context

from bot.platforms.discord.connection.errors import NETWORK, locked_thread, odd_reply, our_errors
from bot.platforms.discord.drawing.buttons import view_of
from bot.platforms.discord.drawing.fit import without_files
from bot.platforms.discord.drawing.limits import LARGEST_FILE, MOST_CONTENT, Drawn, marker
from bot.platforms.discord.drawing.markup import NOTHING, cut, plain
from bot.platforms.discord.drawing.post import draw, whole_text
from bot.platforms.discord.payloads.parse import origin_of
from bot.ports.words import DiscordWords
from bot.post import File, Post
from council_core.domain.place import Message, Place
from council_core.errors import PlatformError

log = logging.getLogger(__name__)

T = TypeVar("T")

PAUSES = (0.5, 2.0)
"""Seconds before a safe retry; well within the minutes for which a nonce is valid."""

NOBODY = discord.AllowedMentions.none()
ARCHIVED, FORBIDDEN, ILL_FORMED = 50083, 50013, 50035
TOKEN_IS_GONE = frozenset({10008, 10015, 10062, 50027})

FARTHEST = 200
"""Most messages that are searched: the post was sent minutes ago, or never."""

LONGEST_NONCE = 25

Ready = Callable[[], Awaitable[discord.Client]]


async def persistently(call: Callable[[], Awaitable[T]]) -> T:
    """Make a call that may safely happen twice, and retry it after a broken connection or a 503, which the library
    never retries."""
    for pause in PAUSES:
        try:
            return await call()
        except (discord.DiscordServerError, *NETWORK) as error:
            log.info("Discord did not answer (%s), trying again in %.1f s.", type(error).__name__, pause)
            await asyncio.sleep(pause)
    return await call()


def files_of(drawn: Drawn) -> list[discord.File]:
    """Return the files for one attempt; the library closes them after it."""
    return [_file(file) for file in drawn.files]


def _file(file: File) -> discord.File:
    # docs: resources/message, descriptions of attachments have 1,024 characters.
    description = cut(file.title, 1_000) or None
    return discord.File(BytesIO(file.content), filename=file.name, description=description)


def channel_of(place: Place) -> int:
    """Return the id that Discord has for a place; threads are channels of their own."""
    return int(place.thread or place.channel)


def is_thread(place: Place) -> bool:
    """Tell whether posts for a place go into a thread, which can be archived and holds no further threads."""
    return place.thread is not None or place.parent is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class Sender:
    """Writes into channels and threads."""

    ready: Ready
    """Returns the library's client, logged in. Raises PlatformError."""

    learn: Callable[[Drawn], None]
    """Called with everything that is sent."""

    words: Callable[[str], DiscordWords]
    """Return the fixed texts in the language of a post."""

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        """Post, unless `again` is set and the post exists already. Raises PlatformError."""
        client = await self.ready()
        where = client.get_partial_messageable(channel_of(place))
        words = self.words(post.language)
        with our_errors("post"):
            drawn = draw(post, words, largest=await _largest(client, place, post))
            if again and client.user is not None:
                found = await persistently(lambda: standing(where, key, drawn, cast("Any", client.user)))
                if found is not None:
                    return Message(place=replace(place, origin=None), id=str(found))
            try:
                sent = await self._opened(client, place, lambda: self._send(where, drawn, key))
            except discord.HTTPException as error:
                if error.code == FORBIDDEN and drawn.files:
                    drawn = without_files(drawn, words)
                elif error.code == ILL_FORMED:
                    log.warning("Discord found a post ill-formed, so it goes plainly: %s", error.text)
                    drawn = plainly(post, words)
                else:
                    raise
                sent = await self._send(where, drawn, key)
        return Message(place=replace(place, origin=None), id=str(sent.id))

    async def _send(self, where: discord.PartialMessageable, drawn: Drawn, key: str) -> discord.Message:
        self.learn(drawn)

        async def once() -> discord.Message:
            about: dict[str, Any] = {
                "files": files_of(drawn),
                "nonce": nonce_of(key),
                "silent": drawn.silent,
                "suppress_embeds": True,
                "allowed_mentions": discord.AllowedMentions(
                    everyone=False,
                    roles=False,
                    replied_user=False,
                    users=[discord.Object(person) for person in drawn.rings_for],
                ),
            }
            if drawn.pieces:
                return await where.send(view=view_of(drawn, marker=marker(key)), **about)
            return await where.send(drawn.content, **about)

        return await persistently(once)

    async def answer(self, place: Place, post: Post, *, key: str) -> Message | None:
        """Turn the original response to the interaction in `place.origin` into this post; None if that is no longer
        possible. This may be repeated safely. Raises PlatformError."""
        origin = origin_of(place)
        if origin is None:
            return None
        client = await self.ready()
        drawn = draw(post, self.words(post.language), as_card=True)
        self.learn(drawn)

        async def once() -> str:
            application, token = origin
            # The library's own way needs an `Interaction`, which other processes do not have.
            webhook = discord.Webhook.partial(application, token, client=client)
            about: dict[str, Any] = {"view": view_of(drawn, marker=marker(key)), "allowed_mentions": NOBODY}
            with handle_message_parameters(attachments=files_of(drawn), **about) as params:
                answer: Any = await async_context.get().edit_original_interaction_response(
                    application,
                    token,
                    session=webhook.session,
                    payload=params.payload,
                    multipart=params.multipart,
                    files=params.files,
                )
            try:
                return str(answer["id"])
            except (LookupError, TypeError) as error:
                raise odd_reply("post the card") from error

        with our_errors("post the card"):
            try:
                sent = await persistently(once)
            except discord.HTTPException as error:
                if error.code not in TOKEN_IS_GONE:
                    raise
                log.info(
                    "The interaction of a question is over (%s); its card is posted by itself.", error.code
                )
                return None
        return Message(place=replace(place, origin=None), id=sent)

    async def edit(self, message: Message, post: Post, *, keeps_files: bool = True) -> None:
        """Replace the content of a message. Its files stay if the post has none, unless `keeps_files` is off.

        This may be repeated safely. Raises PlatformError.
        """
        client = await self.ready()
        where = client.get_partial_messageable(channel_of(message.place))
        words = self.words(post.language)
        with our_errors("edit a message"):
            try:
                await self._opened(
                    client, message.place, lambda: self._edit(where, message, draw(post, words), keeps_files)
                )
            except discord.HTTPException as error:
                if error.code != ILL_FORMED:
                    raise
                # The message once had components, and such a message accepts no content any more.
                await self._edit(where, message, draw(post, words, as_card=True), keeps_files)

    async def _edit(
        self, where: discord.PartialMessageable, message: Message, drawn: Drawn, keeps_files: bool
    ) -> None:
        self.learn(drawn)

        async def once() -> None:
            partial = where.get_partial_message(int(message.id))
            replaces_files = bool(drawn.files) or not keeps_files
            about: dict[str, Any] = {"attachments": files_of(drawn)} if replaces_files else {}
            if drawn.pieces:
                about |= {"content": None, "embeds": [], "view": view_of(drawn)}
            else:
                about |= {"content": drawn.content}
            await partial.edit(allowed_mentions=NOBODY, **about)

        await persistently(once)

    async def remove(self, message: Message) -> None:
        """Delete a message; a missing one is no error. Raises PlatformError."""
        client = await self.ready()
        partial = client.get_partial_messageable(channel_of(message.place)).get_partial_message(
            int(message.id)
        )
        with our_errors("delete a message"):
            try:
                await self._opened(client, message.place, lambda: persistently(partial.delete))
            except discord.NotFound:
                log.info("A message that was to be deleted is gone already.")

    async def _opened(self, client: discord.Client, place: Place, call: Callable[[], Awaitable[T]]) -> T:
        """Make a call in a place; if its thread turns out to be archived, reopen it and retry. Raises PlaceClosed for a
        locked one."""
        try:
            return await call()
        except discord.HTTPException as error:
            if error.code != ARCHIVED or not is_thread(place):
                raise
        thread = channel_of(place)
        try:
            await persistently(lambda: client.http.edit_channel(thread, archived=False))
        except discord.Forbidden as error:
            raise locked_thread() from error
        return await call()


async def _largest(client: discord.Client, place: Place, post: Post) -> int:
    """Return the most bytes of a file in this place: boosted servers accept larger ones. Looked up only for large
    files."""
    if not place.workspace or all(len(file.content) <= LARGEST_FILE for file in post.files):
        return LARGEST_FILE
    number = int(place.workspace)
    server = client.get_guild(number)
    if server is None or server.unavailable:
        server = await persistently(lambda: client.fetch_guild(number))
    return server.filesize_limit


def plainly(post: Post, words: DiscordWords) -> Drawn:
    """Return the post without components: its summary, and the whole post as a file."""
    whole = File(
        name="whole-text.md",
        media_type="text/markdown",
        content=whole_text(post).encode("utf-8", errors="replace"),
        title=words.whole_text,
    )
    return Drawn(content=cut(plain(post.summary) or "–", MOST_CONTENT), files=(whole,), silent=post.silent)


async def whisper(ready: Ready, place: Place, person: str, post: Post, words: DiscordWords) -> None:
    """Send a message to one person. Errors of Discord are logged and not raised."""
    drawn = draw(post, words, as_card=True)
    try:
        client = await ready()
        if await _by_token(client, place, drawn):
            return
        with our_errors("write a direct message"):
            channel = await persistently(lambda: client.create_dm(discord.Object(int(person))))
            await channel.send(view=view_of(drawn), files=files_of(drawn), allowed_mentions=NOBODY)
    except PlatformError as error:
        log.warning("A private reply got lost: %s (%s)", error, error.code)


async def _by_token(client: discord.Client, place: Place, drawn: Drawn) -> bool:
    """Answer the interaction for its person alone; return False if its token has expired."""
    origin = origin_of(place)
    if origin is None:
        return False
    application, token = origin
    adapter, session = async_context.get(), discord.Webhook.partial(application, token, client=client).session
    about: dict[str, Any] = {"view": view_of(drawn), "allowed_mentions": NOBODY}
    try:
        with our_errors("answer privately"):
            original: Any = await adapter.get_original_interaction_response(
                application, token, session=session
            )
            if int(original["flags"]) & discord.MessageFlags.loading.flag:
                # Otherwise the first follow-up would replace the public "thinking".
                await adapter.delete_original_interaction_response(application, token, session=session)
            with handle_message_parameters(
                flags=discord.MessageFlags(ephemeral=True), files=files_of(drawn), **about
            ) as params:
                await adapter.execute_webhook(
                    application,
                    token,
                    session=session,
                    payload=params.payload,
                    multipart=params.multipart,
                    files=params.files,
                    wait=True,
                )
    except PlatformError as error:
        log.info("An interaction could not be answered privately (%s).", error.code)
        return False
    return True


def nonce_of(key: str) -> str:
    """Return the nonce that makes Discord accept a post only once: equal keys give equal nonces (docs:
    resources/message, 25 characters)."""
    return base64.b32encode(blake2b(key.encode(), digest_size=16).digest()).decode()[:LONGEST_NONCE].lower()


async def standing(
    where: discord.PartialMessageable, key: str, drawn: Drawn, me: discord.abc.Snowflake
) -> int | None:
    """Return the id of the message, or None. Only our own messages count, because others may write anything."""
    async for message in where.history(limit=FARTHEST):
        if message.author.id == me.id and _is_it(message, key, drawn):
            return message.id
    return None


def _is_it(message: discord.Message, key: str, drawn: Drawn) -> bool:
    if message.nonce is not None and str(message.nonce) == nonce_of(key):
        return True
    if message.components and getattr(message.components[0], "id", None) == marker(key):
        return True
    return bool(drawn.content) and _bare(message.content) == _bare(drawn.content)


def _bare(text: str) -> str:
    """Normalize a text, since Discord trims what it stores."""
    return "".join(text.replace(NOTHING, "").split())
