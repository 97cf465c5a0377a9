"""Post cards and open the threads of runs on them."""

import asyncio
import logging
from dataclasses import dataclass, replace

import discord

from bot.platforms.discord.connection.errors import our_errors
from bot.platforms.discord.sending.send import ILL_FORMED, Ready, Sender, is_thread, persistently
from bot.ports import Thread
from bot.ports.words import NoThread
from bot.post import Heading, Post, Prose
from council_core.domain.place import Message, Place
from council_core.domain.title import short_title

log = logging.getLogger(__name__)

LONGEST_NAME = 100
PLAIN_NAME = "Council"
MINUTES_TO_ARCHIVE = 1_440
SECONDS_FOR_A_THREAD = 15.0
"""Longest wait in seconds for a thread; Discord limits their creation more than anything else (minutes were
observed)."""

BAD_NAME = frozenset({ILL_FORMED, 200001})
"""Codes for a name that Discord does not take, or that a rule of the server's AutoMod blocks."""

EXISTS = 160004
"""Code for a thread that exists. A message has one thread, with the message's own id (docs: topics/threads)."""

NO_THREAD: dict[int, NoThread] = {
    50001: "not_allowed",
    50013: "not_allowed",
    50024: "kind_of_channel",
    160006: "full",
    20028: "busy",
}
"""Reasons for which Discord opens no thread, by its code (docs: topics/opcodes-and-status-codes, JSON error codes)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadOpener:
    """Posts cards and opens threads on them."""

    sender: Sender
    ready: Ready

    async def open(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        """Post the card, as the answer to the command if there is one. Raises PlatformError."""
        card = await self.sender.answer(place, post, key=key)
        if card is None:
            # An earlier try may have answered the command while that was still possible.
            card = await self.sender.post(place, post, key=key, again=again)
        if is_thread(place):
            # A schedule names a private thread only as its channel.
            return Thread(card=card, place=replace(card.place, thread=place.thread or place.channel))
        if not place.workspace:
            return Thread(card=card, place=card.place, missing="direct_message")
        missing = await self._hang(card, thread_name(post))
        place = card.place if missing else replace(card.place, thread=card.id)
        return Thread(card=card, place=place, missing=missing)

    async def _hang(self, card: Message, name: str) -> NoThread | None:
        """Open the thread; return the reason if that is refused. Raises PlatformError if the outcome is unknown."""
        client = await self.ready()
        channel, message = int(card.place.channel), int(card.id)

        async def once() -> object:
            return await client.http.start_thread_with_message(
                channel, message, name=name, auto_archive_duration=MINUTES_TO_ARCHIVE
            )

        with our_errors("open a thread"):
            try:
                async with asyncio.timeout(SECONDS_FOR_A_THREAD):
                    await persistently(once)
            except (discord.RateLimited, TimeoutError) as error:
                log.info("No thread: %s", error)
                return "busy"
            except discord.HTTPException as error:
                if error.code == EXISTS:
                    return None
                if error.code in BAD_NAME and name != PLAIN_NAME:
                    return await self._hang(card, PLAIN_NAME)
                if error.status == 429:
                    return "busy"
                if error.code not in NO_THREAD:
                    raise
                return NO_THREAD[error.code]
        return None


def thread_name(post: Post) -> str:
    """Return the thread's name: the question on one line, or else the first text of the card."""
    said = [block.text for kind in (Prose, Heading) for block in post.blocks if isinstance(block, kind)]
    name = next((text for text in (*said, post.summary) if text.strip()), PLAIN_NAME)
    return short_title(name, longest=LONGEST_NAME)
