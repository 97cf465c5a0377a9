"""Protocols that the bot needs from a chat platform and from the store of receipts."""

from base64 import urlsafe_b64encode
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import Any, Protocol

from bot.ports.words import NoThread
from bot.post import Limits, Post, Reply
from bot.requests.request import Request
from council_core.domain.place import Message, PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.receipt import NONE_DRAWN, Claim, Receipt
from council_core.domain.thread import Said

LARGEST_FILE = 50_000_000
"""Most bytes of an attached file if the caller sets no limit."""


class Handle(Protocol):
    """Handles a request. It returns within the three seconds that chat platforms allow, and never raises."""

    async def __call__(self, request: Request) -> Reply | None:
        """Return a reply that only this person sees, or None if the posts in the thread are the answer."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Thread:
    """A card and the thread beneath it."""

    card: Message
    place: Place
    """Place of the stages' posts; the card's own place if no thread could be made."""

    missing: NoThread | None = None
    """Reason why there is no thread; None when there is one."""


class PostsAndEdits(Protocol):
    """Sending to a chat platform.

    It can be repeated safely: `key` names the post for ever, and `again` says that an earlier attempt may have
    succeeded, so the platform searches the place for the key before it sends. A platform retries by itself only calls
    that certainly had no effect.

    Raises (every method that sends): PostRefused, PlaceGone, OutcomeUnknown.
    """

    async def open_thread(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        """Post the card and open a thread on it; a question from a thread stays in that thread."""
        ...

    async def post(self, place: Place, post: Post, *, key: str, again: bool) -> Message:
        """Post into a place."""
        ...

    async def edit(self, message: Message, post: Post, *, final: bool = False) -> None:
        """Replace the text of a message, now or as soon as the rate allows. It may be repeated safely. The message
        keeps its key. Once the platform has accepted the text, `bot.sending.edit_queue.report_accepted` is called.

        Args:
            message: The message to edit.
            post: Its new content.
            final: This is the last edit: return when it is done and never queue it, so that no crash loses it.
        """
        ...

    def cancel_pending_edit(self, message: Message) -> None:
        """Drop the queued edit of this message, because another process edits it from now on."""
        ...

    async def remove(self, message: Message) -> None:
        """Delete a message of ours for good. This may be repeated safely: a missing message is no error.

        Raises:
            PostRefused, PlaceGone, OutcomeUnknown: The message may still exist.
        """
        ...

    async def erase(self, place: Place, posts: Mapping[str, Message | None], post: Post) -> None:
        """Replace all posts under these keys by `post` for good, and delete the files attached to them. This may be
        repeated safely.

        Args:
            place: Place of most of these posts, in which posts without a message are searched.
            posts: The message of each post by its key; None if it is unknown.
            post: The content that replaces them.

        Raises:
            OutcomeUnknown: Some posts may be unchanged. Posts that can never be deleted are logged.
        """
        ...

    async def whisper(self, place: Place, person: str, post: Post) -> None:
        """Send a message to one person in private, by the first way that works: as an answer to their action in the
        place, as a message there that only they see, or as a direct message. Never raises; a loss is logged.

        Args:
            place: The place in which they asked.
            person: Their id on this platform.
            post: The message for them.
        """
        ...


class Lookups(Protocol):
    """Questions to a chat platform about its places, files and messages."""

    async def address(self, message: Message) -> str:
        """Return the web address that opens a message; empty if there is none or it is unknown. Never raises."""
        ...

    async def fetch_file(self, reference: str, *, most: int = LARGEST_FILE) -> bytes:
        """Return the bytes of a file that a person attached. Raises a PlatformError with the code `FILE_TOO_LARGE` if
        it has more than `most`, without downloading all of them."""
        ...

    async def may_read(self, person: PersonId, place: Place) -> bool:
        """Tell whether a person may read a place. The answer may be some seconds old.

        Raises:
            PlatformError: The platform does not answer, or not within a second.
        """
        ...


class ChatPlatform(PostsAndEdits, Lookups, Protocol):
    """A chat platform: its name, its limits and its operations."""

    @property
    def name(self) -> str: ...

    @property
    def limits(self) -> Limits: ...

    @property
    def abilities(self) -> "Abilities":
        """Things that only some platforms can do."""
        ...

    async def serve(self, handle: Handle | None) -> None:
        """Connect, pass every request to `handle` and show its reply, until cancelled.

        After that it receives nothing new and answers what it has received; sending goes on until `aclose`. Without
        `handle` it receives nothing: a worker process only posts and edits.
        """
        ...

    async def aclose(self) -> None:
        """Send the queued edits and disconnect; nothing is sent after that."""
        ...


class Receipts(Protocol):
    """A durable record of every post that was sent. Every call is one transaction."""

    async def claim(self, keys: Sequence[str]) -> Mapping[str, Receipt]:
        """Claim posts of one run. Return nothing if this call is the first to claim all of them, else their receipts
        by key.

        Raises:
            RunDeleted: Their run was deleted, so nothing may be posted for it any more.
        """
        ...

    async def take(self, key: str) -> Claim:
        """Claim a post for this caller alone, among all processes.

        Returns:
            `new` for the first claim, `again` for one that replaces a claim abandoned ten minutes ago, `""` if another
            caller sends the post or has sent it.

        Raises:
            RunDeleted: Its run was deleted, so nothing may be posted for it any more.
        """
        ...

    async def release(self, key: str) -> None:
        """Delete an unused claim, so that it can be claimed again."""
        ...

    async def settle(
        self,
        standing: Mapping[str, Message],
        thread: Place | None = None,
        drawn: Mapping[str, str] = NONE_DRAWN,
    ) -> None:
        """Record the addresses of claimed posts of one run.

        Args:
            standing: The messages by key, one or more.
            thread: For a card: the place of its thread.
            drawn: Digests of the posts that are edited later, by key.

        Raises:
            RunDeleted: Their run was deleted meanwhile, so only the caller knows of these posts.
        """
        ...

    async def drew(self, digests: Mapping[str, str | None]) -> None:
        """Record the digest of each settled post as it is now, by key; None for a post that may still change."""
        ...

    async def of_run(self, run_id: RunId) -> tuple[Receipt, ...]:
        """Return the receipts of a run's posts."""
        ...

    async def find(self, key: str) -> Receipt | None:
        """Return the receipt of a post; None when it was never claimed."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Condition:
    """The health of one part of a running council."""

    ok: bool
    why: str = ""
    """The problem, in one sentence without secrets; empty when all is well."""

    figures: Mapping[str, float] = field(default_factory=dict[str, float])
    """Numbers about the part, by name, such as `heard_seconds_ago`."""


class Transactions(Protocol):
    """The application's own database, for libraries that bring their own statements."""

    def reading(self) -> AbstractAsyncContextManager[Any]:
        """Open a connection in a read-only transaction. Raises StoreError."""
        ...

    def writing(self) -> AbstractAsyncContextManager[Any]:
        """Open a connection in a transaction that may write, one at a time where the database allows no more. Raises
        StoreError."""
        ...


class Seals(Protocol):
    """Encryption of secrets in the database."""

    def seal(self, text: str) -> str:
        """Return the encrypted text."""
        ...

    def open(self, text: str) -> str:
        """Return the decrypted text. Raises StoreIncompatible where its key is missing."""
        ...


class OwnTables(Protocol):
    """Tables of a platform's library in the application's database."""

    @property
    def sealed(self) -> Mapping[str, Sequence[str]]:
        """Return the columns that hold sealed texts, by table."""
        ...

    def define(self, metadata: Any) -> None:
        """Add the tables to SQLAlchemy's `MetaData`, from which missing ones are created."""
        ...

    def keep_in(self, database: Transactions) -> None:
        """Use this database, which has the tables. Called once, before anything is served."""
        ...


class LosesPosts(Protocol):
    """A platform whose posts end with its process, so that they are posted again at the next start."""

    @property
    def places(self) -> Sequence[Place]:
        """Return the channels whose threads are posted again."""
        ...

    def stood(self, posts: Mapping[str, Message], at: datetime) -> None:
        """Reserve the addresses of earlier messages: a new post under one of these keys gets its earlier address.

        Args:
            posts: Messages of one run by their posts' keys.
            at: Time when the run was asked.
        """
        ...


class HoldsFiles(Protocol):
    """A platform that holds attached files in memory until they are stored with their run. A file's reference is the
    digest of its bytes."""

    def held(self, reference: str) -> bytes | None:
        """Return the bytes of a file; None if it is not held."""
        ...

    def let_go(self, reference: str) -> None:
        """Stop holding a file, because it is stored with its run."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Abilities:
    """Things that only some chat platforms can do; None where this one cannot."""

    condition: Callable[[], Awaitable[Condition]] | None = None
    """Tells whether requests can reach the platform, as far as this process can tell."""

    read_thread: Callable[[Place, str], Awaitable[tuple[Said, ...]]] | None = None
    """Returns the messages in a place's thread, or in the replies up to the message with this id, oldest first; none
    for a thread of the council's own. Raises PlatformError."""

    name_of: Callable[[Place, PersonId], Awaitable[str]] | None = None
    """Returns a person's name in a place, where messages do not contain it; their id if the platform has no name.
    Raises PlatformError."""

    channel_name: Callable[[Place], Awaitable[str]] | None = None
    """Returns the name of a place's channel, without `#`; empty if it has none. Raises PlatformError."""

    own_tables: OwnTables | None = None

    held_files: HoldsFiles | None = None
    lost_posts: LosesPosts | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Newcomer:
    """A person whom their chat platform has just identified."""

    person: PersonId
    name: str
    locale: str
    """Language of their client; empty if the platform names none."""

    workspaces: Mapping[str, str]
    """Workspaces that they belong to: names by id."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One person's way to a platform's page of consent and back. Each proof is derived from the same secret for a use
    of its own, so that no platform can guess another one's."""

    secret: str
    """Content of a cookie in the person's browser. Only proofs of it are sent to a platform."""

    back: str
    """Our address to which the platform sends the person."""

    @property
    def nonce(self) -> str:
        """Return the text that OpenID Connect puts into the identity token."""
        return sha256(f"nonce\0{self.secret}".encode()).hexdigest()

    @property
    def verifier(self) -> str:
        """Return the secret that proves, together with the code, that this server sent the person (RFC 7636, 4.1)."""
        return sha256(f"verifier\0{self.secret}".encode()).hexdigest()

    @property
    def challenge(self) -> str:
        """Return the hash of the verifier for the page of consent, by the method `S256` (RFC 7636, 4.2)."""
        return urlsafe_b64encode(sha256(self.verifier.encode()).digest()).decode().rstrip("=")


USED_UP = "used_up"
"""Code of a `PlatformError` about a sign-in whose code was used before or is too old."""


class SignsIn(Protocol):
    """Signs people in to the pages with their account of a chat platform."""

    @property
    def name(self) -> str:
        """The platform's name in places."""
        ...

    @property
    def label(self) -> str:
        """The platform's name for people."""
        ...

    def consent_url(self, attempt: Attempt, *, state: str) -> str:
        """Return the address at which the platform asks a person for consent, and that returns them with `state`."""
        ...

    async def newcomer(self, attempt: Attempt, code: str) -> Newcomer:
        """Return the person who returned with a code. Raises PlatformError, with the code `USED_UP` where the platform
        took the person's code before or finds it too old."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """The result of one check of `council doctor`."""

    what: str
    """The subject of the check, such as `Slack: the bot's token`."""

    ok: bool
    advice: str
    """A useful fact if the check passed, else the problem and the remedy."""
