"""Posts a card and opens a thread on it, or says why there is none."""

import asyncio
import logging
from dataclasses import dataclass, replace

import discord

from bot.platforms.discord.connection.errors import our_errors
from bot.platforms.discord.sending.send import Ready, Sender, persistently
from bot.ports import Thread
from bot.post import Heading, Post, Prose
from council_core.domain.place import Message, Place
from council_core.domain.title import short_title

log = logging.getLogger(__name__)

LONGEST_NAME = 100
MINUTES_TO_ARCHIVE = 1_440
SECONDS_FOR_A_THREAD = 15.0
"""Seconds to wait for a thread, since Discord limits their creation harder than anything else (minutes were
observed)."""

EXISTS = 160004
"""A message has one thread, and its id is the message's (docs: topics/threads)."""

NO_DIRECT = "Direct messages have no threads, so everything follows here."
NO_TIME = "Discord does not let Council open more threads at the moment, so everything follows here."
NO_THREAD: dict[int, str] = {
    50001: "Council may not create public threads in this channel, so everything follows here.",
    50013: "Council may not create public threads in this channel, so everything follows here.",
    50024: "This kind of channel has no threads, so everything follows here.",
    160006: "This server has as many open threads as Discord allows, so everything follows here.",
    20028: NO_TIME,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ThreadOpener:
    """Posts cards and opens threads on them."""

    sender: Sender
    ready: Ready

    async def open(self, place: Place, post: Post, *, key: str, again: bool) -> Thread:
        """Post the card, as the answer to the command where there is one. Raises PlatformError."""
        card = await self.sender.answer(place, post, key=key)
        if card is None:
            # An earlier attempt may have answered the command while that was still possible.
            card = await self.sender.post(place, post, key=key, again=again)
        if place.thread is not None:
            return Thread(card=card, place=card.place)
        if not place.workspace:
            return Thread(card=card, place=card.place, note=NO_DIRECT)
        note = await self._hang(card, thread_name(post))
        return Thread(card=card, place=card.place if note else replace(card.place, thread=card.id), note=note)

    async def _hang(self, card: Message, name: str) -> str:
        """Open the thread and return why there is none. Raises PlatformError when the outcome is unknown."""
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
                return NO_TIME
            except discord.HTTPException as error:
                if error.code == EXISTS:
                    return ""
                if error.status == 429:
                    return NO_TIME
                if error.code not in NO_THREAD:
                    raise
                return NO_THREAD[error.code]
        return ""


def thread_name(post: Post) -> str:
    """Return the thread's name: the question on one line, or else the first text of the card."""
    said = [block.text for kind in (Prose, Heading) for block in post.blocks if isinstance(block, kind)]
    name = next((text for text in (*said, post.summary) if text.strip()), "Council")
    return short_title(name, longest=LONGEST_NAME)
