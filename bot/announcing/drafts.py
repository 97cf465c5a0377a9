"""Verdicts that chairmen are writing, for pages and programs that follow their runs, in this process or another."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

from council_core.domain.question import RunId
from council_core.errors import StoreError

logger = logging.getLogger(__name__)

CARRY_SECONDS = 2.0
"""Seconds between two drafts of a run that are sent to other processes."""

Carry = Callable[[RunId, str], Awaitable[None]]
"""Sends the verdict of a run so far to all processes. Raises StoreError."""


@dataclass(slots=True)
class ShownDraft:
    """A growing verdict as a card shows it."""

    text: str = ""
    at: float | None = None
    """When it was last shown, or begun, by the loop's clock."""

    def grows(self, text: str, now: float, seconds: float) -> bool:
        """Show the text so far, unless one was shown or begun within so many seconds."""
        if self.at is None and seconds > 0:
            self.at = now
        if self.at is not None and now - self.at < seconds:
            return False
        self.text, self.at = text, now
        return True


class Followers:
    """Those who follow runs in this process, each with an event that is set when there is news."""

    def __init__(self) -> None:
        self._events: dict[str, set[asyncio.Event]] = {}

    def tell(self, run_id: str) -> None:
        """Set the event of each follower of a run."""
        for news in self._events.get(run_id, ()):
            news.set()

    def has(self, run_id: str) -> bool:
        """Tell whether anybody follows a run."""
        return run_id in self._events

    @contextmanager
    def following(self, run_id: str, news: asyncio.Event) -> Generator[None]:
        """Have `news` set whenever there is some of the run inside the block."""
        self._events.setdefault(run_id, set()).add(news)
        try:
            yield
        finally:
            self._events[run_id].discard(news)
            if not self._events[run_id]:
                del self._events[run_id]


class VerdictDrafts:
    """The text of each verdict so far. It is stored nowhere; other processes are sent it now and then.

    A draft is told only where everybody may see the verdict at once, and with what would name an author masked.
    """

    def __init__(self, carry: Carry | None = None, *, seconds: float = CARRY_SECONDS) -> None:
        """
        Args:
            carry: Sends a draft to other processes; None where this one is alone.
            seconds: Pause after each draft of a run that was sent.
        """
        self._carry, self._seconds = carry, seconds
        self._texts: dict[RunId, str] = {}
        self._heard: dict[RunId, str] = {}
        """Drafts of other processes that somebody follows here."""

        self._carried: dict[RunId, asyncio.Task[None]] = {}
        self._again: dict[RunId, asyncio.Task[None]] = {}
        self._followers = Followers()

    def of(self, run_id: RunId) -> str:
        """Return what is written so far; empty where nobody writes."""
        return self._texts.get(run_id) or self._heard.get(run_id, "")

    def grows(self, run_id: RunId, text: str) -> None:
        """Note the text, and tell those who follow the run."""
        self._texts[run_id] = text
        self._followers.tell(run_id)
        if self._carry is not None and run_id not in self._carried:
            self._carried[run_id] = asyncio.create_task(self._send(run_id, self._carry))

    def send_again(self, run_id: RunId) -> None:
        """Send the text so far at once, for somebody who has begun to follow the run in another process."""
        carry, text = self._carry, self._texts.get(run_id)
        if carry is None or text is None or run_id in self._again:
            return

        async def send() -> None:
            try:
                await carry(run_id, text)
            except StoreError as error:
                logger.info("run %s: a new follower sees its draft when it grows: %s", run_id, error)
            finally:
                del self._again[run_id]

        self._again[run_id] = asyncio.create_task(send())

    def heard(self, run_id: RunId, text: str) -> None:
        """Note a draft that was sent to all processes, where somebody here follows its run."""
        if run_id not in self._texts and self._followers.has(run_id):
            self._heard[run_id] = text
            self._followers.tell(run_id)

    def ends(self, run_id: RunId) -> None:
        """Drop the draft: the verdict is stored, or nobody writes it here any more."""
        self._texts.pop(run_id, None)
        if (task := self._carried.pop(run_id, None)) is not None:
            task.cancel()

    @contextmanager
    def following(self, run_id: RunId, news: asyncio.Event) -> Generator[None]:
        """Set `news` whenever the draft has grown inside the block."""
        try:
            with self._followers.following(run_id, news):
                yield
        finally:
            if not self._followers.has(run_id):
                self._heard.pop(run_id, None)

    async def aclose(self) -> None:
        """Send nothing more."""
        tasks = [*self._carried.values(), *self._again.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _send(self, run_id: RunId, carry: Carry) -> None:
        """Send the newest draft, and again after a pause as long as it grows."""
        sent = ""
        try:
            while (text := self._texts.get(run_id, "")) != sent:
                await carry(run_id, text)
                sent = text
                await asyncio.sleep(self._seconds)
        except StoreError as error:
            logger.info("run %s: other processes do not see its draft: %s", run_id, error)
        finally:
            if self._carried.get(run_id) is asyncio.current_task():
                del self._carried[run_id]
