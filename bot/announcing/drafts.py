"""Verdicts that chairmen are writing in this process, for pages and programs that follow their runs."""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
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


class VerdictDrafts:
    """The text of each verdict so far. It is kept nowhere else, so a process that did not write it knows nothing of it.

    A draft is told only where everybody may see the verdict at once, and with what would name an author masked.
    """

    def __init__(self) -> None:
        self._texts: dict[RunId, str] = {}
        self._followers: dict[RunId, set[asyncio.Event]] = {}

    def of(self, run_id: RunId) -> str:
        """Return what is written so far; empty where nobody writes."""
        return self._texts.get(run_id, "")

    def grows(self, run_id: RunId, text: str) -> None:
        """Note the text, and tell those who follow the run."""
        self._texts[run_id] = text
        for news in self._followers.get(run_id, ()):
            news.set()

    def ends(self, run_id: RunId) -> None:
        """Drop the draft: the verdict is stored, or nobody writes it here any more."""
        self._texts.pop(run_id, None)

    @contextmanager
    def following(self, run_id: RunId, news: asyncio.Event) -> Generator[None]:
        """Set `news` whenever the draft has grown inside the block."""
        self._followers.setdefault(run_id, set()).add(news)
        try:
            yield
        finally:
            self._followers[run_id].discard(news)
            if not self._followers[run_id]:
                del self._followers[run_id]
