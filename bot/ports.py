"""What the bot needs of a chat platform, and of whoever keeps its receipts."""

from collections.abc import Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from typing import Any, Protocol, runtime_checkable

from bot.post import Limits, Post, Reply
from bot.requests import Request
from council_core.domain.place import Message, PersonId, Place
from council_core.domain.receipt import NONE_DRAWN, Receipt


class Handle(Protocol):
    """Does what a person asks. Returns within the three seconds that chat platforms give, and never raises."""

    async def __call__(self, request: Request) -> Reply | None:
        """What only that person sees, or None when what happens in the thread is answer enough."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A card and the place beneath it."""

    card: Message
    place: Place
    """Where the stages are posted. The card's own place when no thread could be made."""

    note: str = ""
    """Why there is no thread, in one sentence for people; empty when there is one."""


class ChatPlatform(Protocol):
    """A chat platform: a name, its limits and what it does.

    Sending is safe to repeat: `key` names the post for ever, and `again` says that an earlier try may have got
    through, so the platform looks for the key in the place before it sends. A platform retries by itself only what
    certainly did not happen.

    Raises (every method that sends): PostRefused, PlaceGone, OutcomeUnknown.
    """

    @property
    def name(self) -> str: ...

    @property
    def limits(self) -> Limits: ...

    async def serve(self, handle: Handle | None) -> None:
        """Connects, hands every request to `handle` and shows its reply, until cancelled. Then it hears nothing new
        and answers what it has heard; sending goes on until `aclose`. Without `handle` it receives nothing, and only
        posts and edits for a process that works."""
        ...

    async def open_thread(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        """Posts the card and opens a thread on it; where the question came from a thread, stays in that one."""
        ...

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        """Posts into a place."""
        ...

    async def edit(self, message: Message, post: Post, *, surely: bool = False) -> None:
        """Replaces what a message says, now or when there is a moment. Repeating it does no harm.

        Args:
            message: What stands there.
            post: What it says from now on.
            surely: It is the last one: returns when it is done, and never puts it off, so that no crash loses it.
        """
        ...

    def withdraw(self, message: Message) -> None:
        """Drops an edit of this message that was put off: another process edits it from now on."""
        ...

    async def erase(self, place: Place, posts: Mapping[str, Message | None], post: Post) -> None:
        """Replaces all that was posted under these keys by `post`, for good, and takes away the files that hang on
        it. Repeating it does no harm.

        Args:
            place: Where most of them stand; those without a message are looked for there.
            posts: Where each one stands, by its key; None where that is not known.
            post: What stands there instead.

        Raises:
            OutcomeUnknown: Some may still stand as they were. What cannot be taken back at all is logged.
        """
        ...

    async def whisper(self, place: Place, person: str, post: Post) -> None:
        """Tell one person something privately, by any way that is left: as an answer to what they did in the place, in
        the place for them alone, or in their direct messages. Never raises; a loss is logged.

        Args:
            place: Where they asked.
            person: Their id on this platform.
            post: What they are told.
        """
        ...

    async def fetch_file(self, reference: str) -> bytes:
        """The bytes of a file that somebody attached."""
        ...

    async def may_read(self, person: PersonId, place: Place) -> bool:
        """Return whether somebody may read what stands in a place. The answer may be some seconds old.

        Raises:
            PlatformError: The platform does not say, or not within a second.
        """
        ...

    async def aclose(self) -> None:
        """Sends the edits that were put off and lets go of the platform; nothing is sent after that."""
        ...


class Receipts(Protocol):
    """Remembers what was sent. Every call is one durable transaction."""

    async def claim(self, keys: Sequence[str]) -> Mapping[str, Receipt]:
        """Claims posts of one run: nothing when all of them are claimed now for the first time, else what is known of
        each by its key.

        Raises:
            RunForgotten: Their run was deleted, so nothing of it may be said any more.
        """
        ...

    async def settle(
        self,
        standing: Mapping[str, Message],
        thread: Place | None = None,
        drawn: Mapping[str, str] = NONE_DRAWN,
    ) -> None:
        """Notes where claimed posts of one run stand.

        Args:
            standing: The messages by key, one or more.
            thread: For a card: the place of its thread.
            drawn: Digests of those that are edited later, by key.

        Raises:
            RunForgotten: Their run was deleted meanwhile, so that nobody else knows of these posts.
        """
        ...

    async def drew(self, digests: Mapping[str, str | None]) -> None:
        """Keeps digests of what stands in settled posts, by key; None while a message may change."""
        ...

    async def find(self, key: str) -> Receipt | None:
        """What is known of a post; None when nobody ever claimed it."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """How a part of a running council is now, for whoever watches it."""

    ok: bool
    why: str = ""
    """What is wrong, in one sentence without secrets; empty when all is well."""

    figures: Mapping[str, float] = field(default_factory=dict[str, float])
    """What can be said in numbers, by name, such as `heard_seconds_ago`."""


@runtime_checkable
class SaysCondition(Protocol):
    """A platform that holds a connection and knows whether people's requests can reach it."""

    async def condition(self) -> Condition:
        """Whether they can, as far as one can tell from here."""
        ...


class Transactions(Protocol):
    """The application's own database, as far as a library that brings its own statements needs it."""

    def reading(self) -> AbstractAsyncContextManager[Any]:
        """A connection in a transaction that only reads. Raises StoreError."""
        ...

    def writing(self) -> AbstractAsyncContextManager[Any]:
        """A connection in a transaction that may write, one at a time where the database takes no more. Raises
        StoreError."""
        ...


class Seals(Protocol):
    """Keeps secrets unreadable in the database."""

    @property
    def sealed(self) -> frozenset[str]:
        """Names of the columns that hold secrets."""
        ...

    def seal(self, text: str) -> str:
        """Return the text as it may be kept."""
        ...

    def open(self, text: str) -> str:
        """Return what was sealed. Raises StoreIncompatible where its key is missing."""
        ...


@runtime_checkable
class KeepsThings(Protocol):
    """A platform that keeps something of its own in the application's database."""

    def keep_in(self, database: Transactions) -> None:
        """Hands the database over, once, before anything is served."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was checked, for `council doctor`."""

    what: str
    """What was checked, such as `Slack: the bot's token`."""

    ok: bool
    advice: str
    """When it is well, a fact worth knowing; when not, what is wrong and what to do."""
