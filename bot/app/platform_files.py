"""Read files and threads of questions on chat platforms: the core's `FileSource` and `ThreadSource` over all of
them."""

import logging
from collections.abc import Mapping
from hashlib import blake2b

from bot.ports import ChatPlatform, Receipts
from bot.presentation.material import thread_unread
from bot.presentation.platform_trouble import platform_sentence
from bot.presentation.words import words_for
from council_core.context.reading import ChildReader
from council_core.domain.blob import Digest
from council_core.domain.place import Place
from council_core.domain.question import Question, RunId
from council_core.domain.thread import Said
from council_core.errors import FILE_TOO_LARGE, OutcomeUnknown, PlatformError, PostRefused, UnknownBlob
from council_core.ports import Blobs, Sight
from council_core.stages.prepare import Intake
from council_core.tools.connectors import Connectors
from council_core.tools.pages import PublicPages

CHATS = frozenset({"slack.com", "discord.com"})
"""Sites whose pages are only for people who are signed in."""

INVISIBLE = frozenset({"channel_not_found"})
"""Codes for a place that may only be hidden from us, until somebody invites Council."""

logger = logging.getLogger(__name__)


class PlatformFiles:
    """Implements `council_core.ports.FileSource` and `ThreadSource`.

    The platform of a place reads the files attached to its messages, and the messages of its threads.
    """

    def __init__(
        self,
        platforms: Mapping[str, ChatPlatform],
        receipts: Receipts | None = None,
        blobs: Blobs | None = None,
    ) -> None:
        """Args:
        platforms: Platforms that are served here, by name.
        receipts: Stores where a missing permission was reported; None if this process is the only one.
        blobs: Stores files that a platform would lose with its process; None if there is no such platform."""
        self._platforms, self._receipts, self._blobs = platforms, receipts, blobs
        self._told: set[str] = set()
        """Notices that this process has sent."""

        self._readable: set[str] = set()
        """Channels whose threads could be read at the last try."""

    async def fetch(self, place: Place, reference: str, *, most: int, language: str) -> bytes:
        platform = self._platforms.get(place.platform)
        if platform is None:
            raise PlatformError(f"Council is not connected to {place.platform} now.")
        held = platform.abilities.held_files
        if held is not None and held.held(reference) is None:
            content = await self._stored(reference)
            if content is not None:
                return content
        try:
            return await platform.fetch_file(reference, most=most)
        except PlatformError as error:
            if error.withheld or error.code == FILE_TOO_LARGE:
                raise
            logger.warning("a file of %s cannot be fetched: %s", place.platform, error)
            kind = OutcomeUnknown if isinstance(error, OutcomeUnknown) else PlatformError
            raise kind(platform_sentence(words_for(language), error), code=error.code) from error

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
        notices = _notices_of(place)
        try:
            said = await read_thread(place, question.about)
        except PlatformError as error:
            logger.warning("a thread of %s cannot be read: %s", place.platform, error)
            words = words_for(language)
            why = platform_sentence(words, error)
            # The card gives the reason each time, in the words of its thread.
            if isinstance(error, OutcomeUnknown):
                raise OutcomeUnknown(why, code=error.code) from error
            if isinstance(error, PostRefused) or error.code in INVISIBLE:
                self._readable.discard(notices)
                if await self._is_news(f"{notices}{error.code or type(error).__name__}"):
                    await platform.whisper(place, question.asker.id, thread_unread(why, words))
            raise PlatformError(why, code=error.code) from error
        if notices not in self._readable:
            self._readable.add(notices)
            self._told = {each for each in self._told if not each.startswith(notices)}
            if self._receipts is not None:
                await self._receipts.release(notices)
        return said

    async def _is_news(self, notice: str) -> bool:
        """Tell whether this notice is new since the permission was last there, and store that it is sent now."""
        if notice in self._told:
            return False
        self._told.add(notice)
        return self._receipts is None or await self._receipts.take(notice) == "new"


def _notices_of(place: Place) -> str:
    """Return the first part of the keys of a channel's notices, which belong to no run."""
    return f"unread/{blake2b('/'.join(place.where).encode(), digest_size=16).hexdigest()}/"


def intake_of(files: PlatformFiles, sight: Sight, connectors: Connectors | None = None) -> Intake:
    """Build the intake, which fetches and reads the material of questions."""
    return Intake(
        source=files,
        reader=ChildReader(),
        pages=PublicPages(closed=CHATS),
        threads=files,
        sight=sight,
        connectors=connectors,
    )
