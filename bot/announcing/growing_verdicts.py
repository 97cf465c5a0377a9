"""Growing verdicts, for pages and programs that follow their runs, in this process or another."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass

from council_core.domain.question import RunId
from council_core.errors import StoreError

logger = logging.getLogger(__name__)

SEND_SECONDS = 2.0
"""Seconds between two growing verdicts of a run that are sent to other processes."""

SendDraft = Callable[[RunId, str], Awaitable[None]]
"""Sends a run's growing verdict to all processes. Raises StoreError."""


@dataclass(slots=True)
class ShownDraft:
    """A growing verdict as a card shows it."""

    text: str = ""
    at: float | None = None
    """Time when it was last shown, or first called, by the loop's clock."""

    def grows(self, text: str, now: float, seconds: float) -> bool:
        """Tell whether to show the text now, and take it over if so: at most once in so many seconds."""
        if self.at is None and seconds > 0:
            self.at = now
        if self.at is not None and now - self.at < seconds:
            return False
        self.text, self.at = text, now
        return True


class Followers:
    """Followers of runs in this process, each with an event that is set when there is news."""

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
        """Set `news` after each change of the run inside the block."""
        self._events.setdefault(run_id, set()).add(news)
        try:
            yield
        finally:
            self._events[run_id].discard(news)
            if not self._events[run_id]:
                del self._events[run_id]


class VerdictDrafts:
    """Text of each growing verdict. It is not stored; other processes get it from time to time.

    A growing verdict is passed on only if everybody may see the verdict at once, and with names of authors masked.
    """

    def __init__(self, send_draft: SendDraft | None = None, *, seconds: float = SEND_SECONDS) -> None:
        """Args:
        send_draft: Sends a growing verdict to other processes; None if there are none.
        seconds: Pause after each sending for one run."""
        self._send_draft, self._seconds = send_draft, seconds
        self._texts: dict[RunId, str] = {}
        self._heard: dict[RunId, str] = {}
        """Growing verdicts from other processes with a follower here."""

        self._sending: dict[RunId, asyncio.Task[None]] = {}
        """Tasks that send the verdicts growing here to other processes."""

        self._again: dict[RunId, asyncio.Task[None]] = {}
        """Tasks that send one to a new follower."""

        self._followers = Followers()

    def of(self, run_id: RunId) -> str:
        """Return the text so far; empty if no verdict is being written."""
        return self._texts.get(run_id) or self._heard.get(run_id, "")

    def grows(self, run_id: RunId, text: str) -> None:
        """Take over the text, and notify the run's followers."""
        self._texts[run_id] = text
        self._followers.tell(run_id)
        if self._send_draft is not None and run_id not in self._sending:
            self._sending[run_id] = asyncio.create_task(self._send_while_it_grows(run_id, self._send_draft))

    def send_again(self, run_id: RunId) -> None:
        """Send the text so far at once, for a new follower in another process."""
        send_draft, text = self._send_draft, self._texts.get(run_id)
        if send_draft is None or text is None or run_id in self._again:
            return

        async def send() -> None:
            try:
                await send_draft(run_id, text)
            except StoreError as error:
                logger.info("run %s: a new follower sees its draft when it grows: %s", run_id, error)
            finally:
                del self._again[run_id]

        self._again[run_id] = asyncio.create_task(send())

    def heard(self, run_id: RunId, text: str) -> None:
        """Take over a growing verdict from another process, if its run has a follower here."""
        if run_id not in self._texts and self._followers.has(run_id):
            self._heard[run_id] = text
            self._followers.tell(run_id)

    def ends(self, run_id: RunId) -> None:
        """Drop the text: the verdict is stored, or this process writes it no longer."""
        self._texts.pop(run_id, None)
        if (task := self._sending.pop(run_id, None)) is not None:
            task.cancel()

    @contextmanager
    def following(self, run_id: RunId, news: asyncio.Event) -> Generator[None]:
        """Set `news` each time that the verdict grows inside the block."""
        try:
            with self._followers.following(run_id, news):
                yield
        finally:
            if not self._followers.has(run_id):
                self._heard.pop(run_id, None)

    async def aclose(self) -> None:
        """Send nothing more."""
        tasks = [*self._sending.values(), *self._again.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _send_while_it_grows(self, run_id: RunId, send_draft: SendDraft) -> None:
        """Send the newest text, and send it again after each pause while it grows."""
        sent = ""
        try:
            while (text := self._texts.get(run_id, "")) != sent:
                await send_draft(run_id, text)
                sent = text
                await asyncio.sleep(self._seconds)
        except StoreError as error:
            logger.info("run %s: other processes do not see its draft: %s", run_id, error)
        finally:
            if self._sending.get(run_id) is asyncio.current_task():
                del self._sending[run_id]
