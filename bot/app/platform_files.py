"""Read files and threads of questions on chat platforms: the core's `FileSource` and `ThreadSource` over all of
them."""

import logging
from collections.abc import Mapping
from hashlib import blake2b
from typing import Literal, Protocol

from bot.ports import ChatPlatform
from bot.presentation.material import files_unread, thread_unread
from bot.presentation.platform_trouble import platform_sentence
from bot.presentation.words import words_for
from council_core.context.reading import ChildReader
from council_core.domain.material import Digest
from council_core.domain.place import Place
from council_core.domain.question import Question, RunId
from council_core.domain.receipt import Claim, Receipt
from council_core.domain.thread import Said
from council_core.errors import FILE_TOO_LARGE, OutcomeUnknown, PlatformError, PostRefused, UnknownBlob
from council_core.ports import Blobs, Sight
from council_core.stages.prepare import Intake
from council_core.tools.connectors import Connectors
from council_core.tools.pages import PublicPages

CHATS = frozenset({"slack.com", "discord.com"})
SIGN_IN = frozenset(
    {
        "accounts.google.com",
        "login.microsoftonline.com",
        "login.live.com",
        "id.atlassian.com",
        "auth.atlassian.com",
        "okta.com",
    }
)
"""Sites to which a page redirects that is only for people who are signed in."""

INVISIBLE = frozenset({"channel_not_found"})
"""Codes for a place that may only be hidden from us, until somebody invites Council."""

FILES_UNREADABLE = frozenset({"no_file_scope", "missing_scope", "50001", "50013"})
"""Codes for files that Council lacks a permission to fetch."""

APP_WIDE = frozenset({"no_file_scope", "missing_scope", "unscoped", "no_intent"})
"""First words of codes for what the app lacks in a whole workspace; other codes are about one channel."""

Purpose = Literal["thread", "files"]

logger = logging.getLogger(__name__)


class Told(Protocol):
    """A durable record of notices, which belong to no run."""

    async def take(self, key: str) -> Claim:
        """Claim a notice for this caller alone; return `new` for the first claim."""
        ...

    async def release(self, key: str) -> None:
        """Delete a claim."""
        ...

    async def of_run(self, run_id: RunId) -> tuple[Receipt, ...]:
        """Return the claims whose keys begin with this and a slash."""
        ...


class Notices:
    """Remembers which missing permissions were reported, so that each is reported once, and again only after it was
    there in between."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._granted: set[str] = set()
        """Channels, by purpose, where nothing was missing at the last try."""

    async def is_news(self, purpose: Purpose, place: Place, code: str) -> bool:
        """Tell whether this was not reported yet in the channel, or in the whole workspace if the app lacks it; store
        that it is reported now."""
        channel, everywhere = _keys(purpose, place, code)
        self._granted.discard(channel)
        if await self._told.take(f"{everywhere}/{code}") != "new":
            return False
        if everywhere != channel:
            await self._told.take(f"{channel}/{code}")
        return True

    async def granted(self, purpose: Purpose, place: Place) -> None:
        """Delete what was reported in a channel, because nothing is missing there any more."""
        channel, _ = _keys(purpose, place)
        if channel in self._granted:
            return
        self._granted.add(channel)
        for each in await self._told.of_run(RunId(channel)):
            code = each.key.removeprefix(f"{channel}/")
            for where in {*_keys(purpose, place, code)}:
                await self._told.release(f"{where}/{code}")


def _keys(purpose: Purpose, place: Place, code: str = "") -> tuple[str, str]:
    """Return the beginnings of the keys for a channel, and for everywhere where the code means the same."""
    channel = place.where
    everywhere = channel[:2] if code.partition(":")[0] in APP_WIDE else channel
    first, second = (
        f"unread/{blake2b('/'.join((purpose, *where)).encode(), digest_size=16).hexdigest()}"
        for where in (channel, everywhere)
    )
    return first, second


class PlatformFiles:
    """Implements `council_core.ports.FileSource` and `ThreadSource`.

    The platform of a place reads the files attached to its messages, and the messages of its threads.
    """

    def __init__(
        self,
        platforms: Mapping[str, ChatPlatform],
        told: Told | None = None,
        blobs: Blobs | None = None,
    ) -> None:
        """Args:
        platforms: Platforms that are served here, by name.
        told: Stores which missing permissions were reported. Without it none is reported in private.
        blobs: Stores files that a platform would lose with its process; None if there is no such platform."""
        self._platforms, self._blobs = platforms, blobs
        self._notices = None if told is None else Notices(told)

    async def fetch(self, question: Question, reference: str, *, most: int, language: str) -> bytes:
        place = question.place
        platform = self._platforms.get(place.platform)
        if platform is None:
            raise PlatformError(f"Council is not connected to {place.platform} now.")
        held = platform.abilities.held_files
        if held is not None and held.held(reference) is None:
            content = await self._stored(reference)
            if content is not None:
                return content
        try:
            content = await platform.fetch_file(reference, most=most)
        except PlatformError as error:
            if error.withheld or error.code == FILE_TOO_LARGE:
                raise
            logger.warning("a file of %s cannot be fetched: %s", place.platform, error)
            words = words_for(language)
            why = platform_sentence(words, error)
            if error.code.partition(":")[0] in FILES_UNREADABLE and await self._is_news(
                "files", place, error
            ):
                await platform.whisper(place, question.asker.id, files_unread(why, words))
            kind = OutcomeUnknown if isinstance(error, OutcomeUnknown) else PlatformError
            raise kind(why, code=error.code) from error
        if self._notices is not None:
            await self._notices.granted("files", place)
        return content

    async def keep(self, run_id: RunId, question: Question) -> None:
        """Store the question's files with its run, if its platform would lose them with its process. Raises
        StoreError."""
        platform = self._platforms.get(question.place.platform)
        held = None if platform is None else platform.abilities.held_files
        if self._blobs is None or held is None:
            return
        for reference in (file.reference for file in question.files):
            content = held.held(reference)
            if content is None:
                content = await self._stored(reference)  # A run that is repeated has the same files.
            if content is not None:
                await self._blobs.put(run_id, content)
                held.let_go(reference)

    async def _stored(self, reference: str) -> bytes | None:
        """Return the bytes of a file that is stored with a run; None if no run has it."""
        try:
            return None if self._blobs is None else await self._blobs.get(Digest(reference))
        except UnknownBlob:
            return None

    async def thread(self, question: Question, language: str) -> tuple[Said, ...]:
        place = question.place
        platform = self._platforms.get(place.platform)
        read_thread = None if platform is None else platform.abilities.read_thread
        if platform is None or read_thread is None:
            return ()
        try:
            said = await read_thread(place, question.about)
        except PlatformError as error:
            logger.warning("a thread of %s cannot be read: %s", place.platform, error)
            words = words_for(language)
            why = platform_sentence(words, error)
            # The card gives the reason each time, in the words of its thread.
            if isinstance(error, OutcomeUnknown):
                raise OutcomeUnknown(why, code=error.code) from error
            if (isinstance(error, PostRefused) or error.code in INVISIBLE) and await self._is_news(
                "thread", place, error
            ):
                await platform.whisper(place, question.asker.id, thread_unread(why, words))
            raise PlatformError(why, code=error.code) from error
        if self._notices is not None:
            await self._notices.granted("thread", place)
        return said

    async def _is_news(self, purpose: Purpose, place: Place, error: PlatformError) -> bool:
        code = error.code or type(error).__name__
        return self._notices is not None and await self._notices.is_news(purpose, place, code)


def intake_of(files: PlatformFiles, sight: Sight, connectors: Connectors | None = None) -> Intake:
    """Build the intake, which fetches and reads the material of questions."""
    return Intake(
        source=files,
        reader=ChildReader(),
        pages=PublicPages(closed=CHATS | SIGN_IN),
        threads=files,
        sight=sight,
        connectors=connectors,
    )
