"""The playground as a chat platform: posts in memory, drawn on one page for this machine alone."""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from secrets import token_urlsafe
from urllib.parse import quote

from starlette.routing import BaseRoute

from bot.platforms.playground.pages import Pages
from bot.platforms.playground.team import CHANNELS, NAME, Team, channel_place
from bot.ports import LARGEST_FILE, Abilities, Handle, Thread
from bot.ports.words import PageLabels
from bot.post import Limits, Post, PrivateReply
from bot.sending.edit_queue import report_accepted
from council_core.domain.material import Digest
from council_core.domain.place import Message, PersonId, Place
from council_core.errors import PlatformError

LIMITS = Limits(prose=60_000, parts=3, choices=500, fields=30, form_after_form=True, field_text=20_000)
"""Limits of a post and a form. A page scrolls, so a long answer is one post and a long form one form."""

LOOPBACK = "127.0.0.1"


class PlaygroundPlatform:
    """The playground: three made-up people in made-up channels. Implements `bot.ports.ChatPlatform`.

    Its page is served on this machine's loopback address alone, under a token that only the person who started it
    knows. Posts live as long as the process; the next start posts them again from the stored runs.
    """

    name = NAME
    limits = LIMITS

    def __init__(
        self,
        labels: Callable[[str], PageLabels],
        *,
        opened: Callable[[str], None],
        port: int = 0,
        token: str | None = None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """
        Args:
            labels: The page's fixed texts in a language, by its code.
            opened: Called with the page's address once it is served.
            port: The port to serve on; 0 for a free one.
            token: The secret part of the address; None draws one.
            now: The time of day.
        """
        self.port = port
        self._labels, self._opened, self._now = labels, opened, now
        self._token = token or token_urlsafe(18)
        self._team = Team()
        self._address = ""

    @property
    def abilities(self) -> Abilities:
        """The optional abilities of this platform."""
        return Abilities(held_files=self, lost_posts=self)

    @property
    def places(self) -> Sequence[Place]:
        """Return the channels, whose threads are posted again after a restart."""
        return tuple(channel_place(channel) for channel in CHANNELS)

    def stood(self, posts: Mapping[str, Message], at: datetime) -> None:
        """Reuse the message addresses that these posts had in an earlier process."""
        self._team.remember(posts, at)

    def page_routes(self, handle: Handle) -> Sequence[BaseRoute]:
        """Return the routes of the page, for a server on the loopback address."""
        return Pages(self._team, handle, self._labels, token=self._token).routes()

    def listening(self, port: int) -> None:
        """Store the port, and report the page's address."""
        self._address = f"http://{LOOPBACK}:{port}/{self._token}/"
        self._opened(self._address)

    def end_news(self) -> None:
        """End the streams of changes, because the server stops."""
        self._team.is_closed = True
        self._team.change()

    async def serve(self, handle: Handle | None) -> None:
        """Wait until cancelled; people use the page."""
        del handle
        await asyncio.Event().wait()

    async def open_thread(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        """Post the card, after which its thread is named."""
        del again  # Each key adds its post once.
        message = self._team.put(replace(place, origin=None), post, key, self._now())
        thread = place if place.thread is not None else replace(place, thread=message.id)
        return Thread(card=message, place=replace(thread, origin=None))

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        """Post into a channel or a thread."""
        del again  # Each key adds its post once.
        return self._team.put(replace(place, origin=None), post, key, self._now())

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        """Replace a post at once."""
        del final
        self._team.edit(message, post, self._now())
        report_accepted(message, post)

    async def remove(self, message: Message) -> None:
        """Remove a post from the page."""
        self._team.remove(message)

    def cancel_pending_edit(self, message: Message) -> None:
        """Do nothing: no edit is ever queued."""

    async def erase(self, place: Place, posts: Mapping[str, Message | None], post: Post) -> None:
        """Replace the posts under these keys for good, with their files."""
        for standing in tuple(self._team.posts.values()):
            if standing.key in posts or standing.message in posts.values():
                self._team.edit(standing.message, post, self._now())

    async def whisper(self, place: Place, person: str, post: Post) -> None:
        """Show a post in one person's window."""
        self._team.show(PersonId(person), place, PrivateReply(post=post))

    async def address(self, message: Message) -> str:
        """Return the address that opens a message."""
        place = message.place
        if not self._address or place.channel not in CHANNELS:
            return ""
        thread = f"&thread={quote(place.thread)}" if place.thread else ""
        return f"{self._address}?channel={quote(place.channel)}{thread}#{message.id}"

    def held(self, reference: str) -> bytes | None:
        """Return the bytes of a file whose question is not stored yet; None if it is not held."""
        return self._team.files.get(Digest(reference))

    def let_go(self, reference: str) -> None:
        """Stop holding a file, because it is stored with its run."""
        self._team.files.pop(Digest(reference), None)

    async def fetch_file(self, reference: str, *, most: int = LARGEST_FILE) -> bytes:
        """Return the bytes of a file that is not stored with its run yet."""
        content = self.held(reference)
        if content is None:
            raise PlatformError("The playground no longer holds the file.", withheld="restarted")
        return content

    async def may_read(self, person: PersonId, place: Place) -> bool:
        """Return True: the made-up people are in every channel."""
        return True

    async def aclose(self) -> None:
        """Do nothing: nothing is queued, and the server ends with its task."""
