"""The made-up channels and people of the playground, and their posts and windows."""

import asyncio
from collections.abc import AsyncGenerator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from secrets import token_hex
from urllib.parse import urlencode

from bot.post import Form, Post, PrivateReply
from bot.requests.forms import Values
from bot.requests.person import Person
from council_core.domain.material import Digest, digest_of
from council_core.domain.place import Message, PersonId, Place

NAME = "playground"
WORKSPACE = "playground"
CHANNELS = ("architecture", "incidents", "디자인-시스템")

TEAM = tuple(
    Person(
        id=PersonId(person_id),
        name=name,
        may_configure=True,
        may_configure_workspace=True,
        is_present=True,
        locale=locale,
    )
    for person_id, name, locale in (
        ("alice", "Alice Moreau", "en"),
        ("minjun", "김민준", "ko"),
        ("lena", "Lena Vogel", "de"),
    )
)
"""Three people, each with a language of their own, in which they get private replies."""

CARD = "card"
"""Last part of the key of a post that begins a thread."""

PING_SECONDS = 15.0

MOST_HELD = 100 << 20
"""Most bytes of attachments of open forms, of all people together. Files of a stored question are no longer among
them."""


def channel_place(channel: str) -> Place:
    """Return the place of a channel."""
    return Place(platform=NAME, workspace=WORKSPACE, channel=channel)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """One viewer of the playground, and the channel and thread that they have open."""

    number: int
    channel: str
    thread: str

    @property
    def person(self) -> Person:
        return TEAM[self.number - 1]

    @property
    def place(self) -> Place:
        """Return the open channel, or the open thread."""
        return replace(channel_place(self.channel), thread=self.thread or None)

    @property
    def query(self) -> str:
        """Return the seat as the query of an address."""
        thread = {"thread": self.thread} if self.thread else {}
        return urlencode({"as": self.number, "channel": self.channel, **thread})


def seat_of(given: Mapping[str, str]) -> Seat:
    """Read the seat from a query or a form; anything unknown becomes the first person in the first channel."""
    number, channel = given.get("as", "1"), given.get("channel", CHANNELS[0])
    known = number.isdecimal() and 1 <= int(number) <= len(TEAM)
    return Seat(
        number=int(number) if known else 1,
        channel=channel if channel in CHANNELS else CHANNELS[0],
        thread=given.get("thread", ""),
    )


@dataclass(slots=True, kw_only=True)
class Standing:
    """A post in its present state."""

    message: Message
    key: str
    at: datetime
    post: Post


@dataclass(frozen=True, slots=True, kw_only=True)
class Private:
    """A reply or a form in one person's window."""

    number: int
    place: Place
    shown: PrivateReply | Form
    errors: tuple[tuple[str, str], ...] = ()
    """Mistakes in the form that they sent, by field."""

    delivery: str = field(default_factory=lambda: token_hex(12))
    """Id of the form, so that sending it twice asks once."""


@dataclass(slots=True)
class Team:
    """Posts of all channels, and each person's window. Watchers wait for its version to change."""

    posts: dict[str, Standing] = field(default_factory=dict[str, Standing])
    """Posts by message id, in the order in which they were posted."""

    posted: int = 0
    """Number of posts ever added, because an id is never used again."""

    earlier: dict[str, tuple[Message, datetime]] = field(default_factory=dict[str, tuple[Message, datetime]])
    """Messages of an earlier process by key, with the times when they were posted."""

    private: dict[str, Private] = field(default_factory=dict[str, Private])
    """Windows by person id."""

    files: dict[Digest, bytes] = field(default_factory=dict[Digest, bytes])
    """Attachments of questions that are not stored yet, by digest, the oldest first."""

    version: int = 0
    is_closed: bool = False
    """Whether the page has ended, and its stream of changes with it."""

    _changed: asyncio.Event = field(default_factory=asyncio.Event)

    def put(self, place: Place, post: Post, key: str, at: datetime) -> Message:
        """Add a post, once under its key."""
        for standing in self.posts.values():
            if standing.key == key:
                return standing.message
        message, at = self.earlier.get(key) or (self._new(place), at)
        self.posts[message.id] = Standing(message=message, key=key, at=at, post=post)
        self.change()
        return message

    def _new(self, place: Place) -> Message:
        self.posted += 1
        return Message(place=place, id=f"m{self.posted}")

    def remember(self, posts: Mapping[str, Message], at: datetime) -> None:
        """Reserve the message addresses of an earlier process for the posts under these keys."""
        for key, message in posts.items():
            self.earlier[key] = message, at
            self.posted = max(self.posted, _number(message))

    def edit(self, message: Message, post: Post, at: datetime) -> None:
        """Replace a post. A post of an earlier process is shown again at its old position."""
        known = self.posts.get(message.id)
        if known is not None and known.message == message:
            known.post = post
        else:
            self.posts[message.id] = Standing(message=message, key="", at=at, post=post)
        self.change()

    def remove(self, message: Message) -> None:
        """Remove a post; do nothing if it does not exist."""
        if self.posts.pop(message.id, None) is not None:
            self.change()

    def show(
        self,
        person: PersonId,
        place: Place,
        shown: PrivateReply | Form,
        errors: tuple[tuple[str, str], ...] = (),
    ) -> None:
        """Show a reply or a form in a person's window."""
        self.version += 1
        self.private[person] = Private(number=self.version, place=place, shown=shown, errors=errors)
        self.change()

    def keep_values(self, person: PersonId, errors: tuple[tuple[str, str], ...], values: Values) -> bool:
        """Show a person's form again with their values and mistakes. Return False if no form is open."""
        open_form = self.private.get(person)
        if open_form is None or not isinstance(open_form.shown, Form):
            return False
        fields = tuple(
            replace(each, value=values[each.name]) if each.name in values and each.kind != "files" else each
            for each in open_form.shown.fields
        )
        self.show(person, open_form.place, replace(open_form.shown, fields=fields), errors)
        return True

    def close(self, person: PersonId) -> None:
        """Close the window of a person."""
        if self.private.pop(person, None) is not None:
            self.change()

    def in_channel(self, channel: str) -> list[Standing]:
        """Return the posts of a channel itself, oldest first."""
        return self.in_thread(channel, None)

    def cards(self, channel: str) -> list[Standing]:
        """Return the posts of a channel that begin a thread, oldest first: not a shared verdict or a digest."""
        return [each for each in self.in_channel(channel) if each.key.endswith(f"/{CARD}") or not each.key]

    def in_thread(self, channel: str, thread: str | None) -> list[Standing]:
        """Return the posts of a thread, or of the channel itself, oldest first. Posts of an earlier process are added
        run by run, and are sorted by their old number."""
        found = [
            each
            for each in self.posts.values()
            if (each.message.place.channel, each.message.place.thread) == (channel, thread)
        ]
        return sorted(found, key=lambda each: _number(each.message))

    def change(self) -> None:
        """Notify all watchers."""
        self.version += 1
        self._changed.set()
        self._changed = asyncio.Event()

    def hold(self, content: bytes) -> Digest:
        """Hold an attachment, and return its digest. The oldest ones make room for it."""
        digest = digest_of(content)
        self.files.pop(digest, None)
        self.files[digest] = content
        while len(self.files) > 1 and sum(map(len, self.files.values())) > MOST_HELD:
            del self.files[next(iter(self.files))]
        return digest

    async def versions(self) -> AsyncGenerator[int | None]:
        """Yield the version now and after each change; None if nothing has changed for a while."""
        seen = -1
        while not self.is_closed:
            changed = self._changed
            if seen != self.version:
                seen = self.version
                yield seen
                continue
            try:
                async with asyncio.timeout(PING_SECONDS):
                    await changed.wait()
            except TimeoutError:
                yield None


def _number(message: Message) -> int:
    number = message.id.removeprefix("m")
    return int(number) if number.isdecimal() else 0
