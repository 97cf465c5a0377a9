"""Verdicts that chairmen are writing in this process, for pages and programs that follow their runs."""

import asyncio
from collections.abc import Generator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass

from council_core.domain.question import RunId


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
    """The text of each verdict so far. It is kept nowhere else, so a process that did not write it knows nothing of it.

    A draft is told only where everybody may see the verdict at once, and with what would name an author masked.
    """

    def __init__(self) -> None:
        self._texts: dict[RunId, str] = {}
        self._followers = Followers()

    def of(self, run_id: RunId) -> str:
        """Return what is written so far; empty where nobody writes."""
        return self._texts.get(run_id, "")

    def grows(self, run_id: RunId, text: str) -> None:
        """Note the text, and tell those who follow the run."""
        self._texts[run_id] = text
        self._followers.tell(run_id)

    def ends(self, run_id: RunId) -> None:
        """Drop the draft: the verdict is stored, or nobody writes it here any more."""
        self._texts.pop(run_id, None)

    def following(self, run_id: RunId, news: asyncio.Event) -> AbstractContextManager[None]:
        """Set `news` whenever the draft has grown inside the block."""
        return self._followers.following(run_id, news)
