"""Discord as a chat platform: implements `ChatPlatform` with the modules of this folder."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from starlette.routing import Route

from bot.platforms.discord.connection.access import Access
from bot.platforms.discord.connection.http import discord_routes
from bot.platforms.discord.connection.settings import DiscordSettings
from bot.platforms.discord.drawing.limits import LIMITS
from bot.platforms.discord.erase import Eraser
from bot.platforms.discord.listening.answering import Answers
from bot.platforms.discord.listening.client import Connection
from bot.platforms.discord.listening.listener import DiscordListener
from bot.platforms.discord.listening.threads import said_in
from bot.platforms.discord.payloads.parse import PLATFORM
from bot.platforms.discord.sending import files
from bot.platforms.discord.sending.open_thread import ThreadOpener
from bot.platforms.discord.sending.send import Sender, whisper
from bot.ports import LARGEST_FILE, Abilities, Condition, Handle, Thread
from bot.ports.words import DiscordWords
from bot.post import Limits, Post
from bot.sending.edit_queue import Edits
from council_core.domain.place import Message, PersonId, Place
from council_core.domain.thread import Said

SECONDS_TO_ANSWER = 3.0
"""Seconds in which people's actions are answered at a shutdown."""

SECONDS_TO_DRAIN = 1.5
"""Seconds in which queued edits are sent at a shutdown; all of them only show progress."""

SECONDS_BETWEEN_EDITS = 2.0
"""Seconds between edits. All calls in a channel together may be about five in five seconds."""


class DiscordPlatform:
    """One bot on any number of servers. Building it connects to nothing; sending needs no gateway.

    Args:
        settings: The token and addresses.
        words: Return the fixed texts in the language of a locale.
        descriptions: Descriptions of commands by language, and of their options; without them they are English.
    """

    def __init__(
        self,
        settings: DiscordSettings,
        *,
        words: Callable[[str], DiscordWords],
        descriptions: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        self._settings, self._words = settings, words
        self.listener = DiscordListener(answers=Answers(words=words), descriptions=descriptions or {})
        self.connection = Connection(settings, self.listener)
        self._sender = Sender(ready=self.connection.ready_for_runs, learn=self.listener.learn, words=words)
        self._opener = ThreadOpener(sender=self._sender, ready=self.connection.ready_for_runs)
        self._edits = Edits(apply=self._sender.edit, seconds_between=SECONDS_BETWEEN_EDITS)
        self._access = Access(ready=self.connection.ready)
        self._eraser = Eraser(ready=self.connection.ready, sender=self._sender, edits=self._edits)

    @property
    def name(self) -> str:
        """The platform's name in places and settings."""
        return PLATFORM

    @property
    def limits(self) -> Limits:
        """The limits of one post."""
        return replace(LIMITS, plain_messages=self.connection.plain_messages)

    @property
    def abilities(self) -> Abilities:
        """The optional abilities of this platform."""
        return Abilities(
            condition=self.condition, read_thread=self.read_thread, channel_name=self.channel_name
        )

    async def serve(self, handle: Handle | None) -> None:
        """Receive until cancelled, over the gateway or through `routes`, or nothing without `handle`; then answer the
        requests that have arrived.

        Raises:
            SettingsError: Discord does not accept the token.
        """
        self.listener.answers.handle = handle
        try:
            await self.connection.serve(receives=handle is not None)
        finally:
            await self.connection.leave()
            await self.listener.answers.finish(SECONDS_TO_ANSWER)

    def routes(self, handle: Handle) -> list[Route]:
        """Return the route for interactions, if they arrive over HTTP."""
        key = self._settings.public_key
        if key is None:
            return []
        self.listener.answers.handle = handle
        return discord_routes(key, self.connection.deliver)

    async def condition(self) -> Condition:
        """Return whether people's actions reach us, as far as this process can tell: over HTTP Discord connects
        to us."""
        receives = self.listener.answers.handle is not None and self._settings.gateway
        return await self.connection.condition() if receives else Condition(ok=True)

    async def drain(self, seconds: float = SECONDS_TO_DRAIN) -> None:
        """Finish requests under way and send the queued edits; takes at most twice `seconds`."""
        await self.listener.answers.finish(seconds)
        await self._edits.drain(seconds)

    async def aclose(self) -> None:
        """Send the queued edits and close; takes a second or two."""
        await self.drain()
        await self.connection.close()

    async def open_thread(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        """Post the card, as the answer to the command if there is one, and open a thread on it.

        Raises PlatformError.
        """
        return await self._opener.open(place, post, key=key, again=again)

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        """Post into a channel or thread. Raises PlatformError."""
        return await self._sender.post(place, post, key=key, again=again)

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        """Replace the content of a message, at once or within seconds; of several edits in that time only the last one
        is sent.

        Raises PlatformError for an edit that is sent at once.
        """
        await self._edits.edit(message, post, final=final)

    async def remove(self, message: Message) -> None:
        """Delete a message. Raises PlatformError."""
        await self._edits.last(message, lambda: self._sender.remove(message))

    def cancel_pending_edit(self, message: Message) -> None:
        """Drop the queued edit of a message."""
        self._edits.cancel_pending_edit(message)

    async def erase(self, place: Place, posts: Mapping[str, Message | None], post: Post) -> None:
        """Replace a deleted run's posts and delete their files. Raises OutcomeUnknown."""
        await self._eraser.erase(place, posts, post)

    async def may_read(self, person: PersonId, place: Place) -> bool:
        """Tell whether a person may read a channel or private thread. Raises PlatformError if Discord does not
        answer."""
        return await self._access.may_read(person, place)

    async def channel_name(self, place: Place) -> str:
        """Return the name of a channel or private thread; empty if it has none. Raises PlatformError."""
        return await self._access.name(place)

    async def whisper(self, place: Place, person: str, post: Post) -> None:
        """Send a message to one person through the interaction with which they asked, or else as a direct message."""
        await whisper(self.connection.ready, place, person, post, self._words(post.language))

    async def read_thread(self, place: Place, about: str) -> tuple[Said, ...]:
        """Read the messages of a thread, or the chain of replies before a message. Raises PlatformError."""
        return await said_in(await self.connection.ready_for_runs(), place, about)

    async def address(self, message: Message) -> str:
        """Return a message's link, spelled as Discord's "Copy Message Link" does."""
        place = message.place
        return f"https://discord.com/channels/{place.workspace or '@me'}/{place.thread or place.channel}/{message.id}"

    async def fetch_file(self, reference: str, *, most: int = LARGEST_FILE) -> bytes:
        """Return the bytes of an attached file. Raises PlatformError."""
        return await files.download(await self.connection.ready_for_runs(), reference, most=most)
