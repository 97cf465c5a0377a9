"""Files and threads of questions on chat platforms: the core's `FileSource` and `ThreadSource` over all of them."""

import logging
from collections.abc import Mapping

from bot.ports import ChatPlatform, ReadsThreads
from bot.presentation import platform_sentence, thread_unread
from bot.presentation.words import words_for
from council_core.context.reading import ChildReader
from council_core.domain.place import Place
from council_core.domain.question import Question
from council_core.domain.thread import Said
from council_core.errors import PlatformError
from council_core.ports import Sight
from council_core.stages.prepare import Intake
from council_core.tools.connectors import Connectors
from council_core.tools.pages import PublicPages

CHATS = frozenset({"slack.com", "discord.com"})
"""Their pages are for people who are signed in."""

logger = logging.getLogger(__name__)


class PlatformFiles:
    """Implements `council_core.ports.FileSource` and `ThreadSource`.

    The platform of a place reads the files attached to its messages, and the messages of its threads.
    """

    def __init__(self, platforms: Mapping[str, ChatPlatform]) -> None:
        self._platforms = platforms
        self._told: set[tuple[str, str, str]] = set()
        """Channels that already got the notice that threads cannot be read."""

    async def fetch(self, place: Place, reference: str, *, most: int) -> bytes:
        platform = self._platforms.get(place.platform)
        if platform is None:
            raise PlatformError(f"Council is not connected to {place.platform} now.")
        return await platform.fetch_file(reference, most=most)

    async def thread(self, question: Question, language: str) -> tuple[Said, ...]:
        place = question.place
        platform = self._platforms.get(place.platform)
        if not isinstance(platform, ReadsThreads):
            return ()
        try:
            return await platform.read_thread(place, question.about)
        except PlatformError as error:
            logger.warning("a thread of %s cannot be read: %s", place.platform, error)
            if place.where not in self._told:
                self._told.add(place.where)
                words = words_for(language)
                notice = thread_unread(platform_sentence(words, error), words)
                await platform.whisper(place, question.asker.id, notice)
            return ()


def intake_of(files: PlatformFiles, sight: Sight, connectors: Connectors | None = None) -> Intake:
    """Build what fetches and reads the material of questions."""
    return Intake(
        source=files,
        reader=ChildReader(),
        pages=PublicPages(closed=CHATS),
        threads=files,
        sight=sight,
        connectors=connectors,
    )
