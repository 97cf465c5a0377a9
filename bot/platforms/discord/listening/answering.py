"""Sends every answer on Discord: in time, never with an exception, and finished before Council stops."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager
from dataclasses import dataclass, field
from secrets import token_hex

from bot.platforms.discord.payloads.parse import Interaction
from bot.platforms.discord.windows import replies
from bot.ports import Handle
from bot.ports.words import DiscordWords
from bot.post import Reply
from bot.requests.request import Request

log = logging.getLogger(__name__)

SECONDS_UNTIL_THINKING = 1.5
"""Seconds after which a click is acknowledged before it is answered; Discord allows three."""


@dataclass(slots=True, kw_only=True)
class Answers:
    """The answers in progress."""

    words: Callable[[str], DiscordWords]
    """Return the fixed texts in the language of a locale."""

    handle: Handle | None = None
    """Set before anything is received."""

    _tasks: set[asyncio.Task[object]] = field(default_factory=set[asyncio.Task[object]])

    async def handled(self, request: Request) -> Reply | None:
        """Return the council's reply; a sentence with an error number after an unexpected error."""
        try:
            if self.handle is None:
                raise RuntimeError("Discord delivered before `serve` was called.")
            return await self.handle(request)
        except Exception:  # the last resort: people get a number, and the log gets the rest
            incident = token_hex(4)
            log.exception("incident %s: %s failed", incident, request.kind)
            return replies.sentence(self.words(request.person.locale).incident(number=incident))

    def words_for(self, interaction: Interaction) -> DiscordWords:
        """Return the fixed texts in the language of the person who acted."""
        return self.words(str(interaction.locale))

    async def soon(self, interaction: Interaction, reply: Coroutine[None, None, Reply | None]) -> None:
        """Show a reply. If it takes longer, acknowledge the interaction first."""
        with self.at_work():
            coming = asyncio.create_task(reply)
            done, _ = await asyncio.wait({coming}, timeout=SECONDS_UNTIL_THINKING)
            late = not done and await replies.acknowledge(interaction, ephemeral=True)
            await replies.show(interaction, await coming, self.words_for(interaction), late=late)

    async def now(self, interaction: Interaction, reply: Reply) -> None:
        """Show a reply that is ready."""
        with self.at_work():
            await replies.show(interaction, reply, self.words_for(interaction), late=False)

    @contextmanager
    def at_work(self) -> Generator[None]:
        """Keep the library's task referenced, so that a shutdown can wait for it."""
        task = asyncio.current_task()
        if task is None or task in self._tasks:
            yield
            return
        self._tasks.add(task)
        try:
            yield
        finally:
            self._tasks.discard(task)

    async def finish(self, seconds: float) -> None:
        """Wait for everything that has begun; stop after `seconds`."""
        if self._tasks:
            _, late = await asyncio.wait(set(self._tasks), timeout=seconds)
            for task in late:
                task.cancel()
