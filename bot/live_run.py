"""What one process knows of a run while it is told: where its posts stand, and what they said last."""

import asyncio
from dataclasses import dataclass, field

from bot.ports import ChatPlatform, Thread
from bot.post import Post
from bot.presentation import card_for
from council_core.domain.events import StageProgressed
from council_core.domain.place import Message, Place
from council_core.domain.summary import RunSummary
from council_core.domain.waiting import RunWaits


@dataclass(slots=True)
class LiveRun:
    """What this process knows of a run beyond the store; losing it costs nothing but a stale progress line."""

    progress: StageProgressed | None = None
    waits: RunWaits | None = None
    """What it waits for before its first stage."""

    place: Place | None = None
    """Where the question was asked, which never changes."""

    thread: Thread | None = None
    standing: dict[str, Message] = field(default_factory=dict[str, Message])
    """Posts by key, once their receipts are settled, which never change either."""

    closed_by: str = ""
    refresh: asyncio.Task[None] | None = None
    stale: bool = False
    summary: RunSummary | None = None
    """The run as the store last had it; None when nobody has looked."""

    outdated: bool = False
    """Whether the run may have changed since somebody began to look."""

    missing: str = ""
    """Why something of it could not be posted, in a sentence for people."""

    gone: set[str] = field(default_factory=set[str])
    """Messages that somebody took away; nothing brings them back."""

    drawn: dict[str, Post] = field(default_factory=dict[str, Post])
    """What was last drawn on each message, so that nothing is sent that changes nothing."""

    drawing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Whoever draws looks at the store anew and is done before the next one looks: the newest state comes last."""

    def card(self, platform: ChatPlatform, summary: RunSummary) -> Post:
        """The card as the run stands now."""
        note = self.thread.note if self.thread else ""
        has_buttons = platform.limits.buttons > 0
        return card_for(
            summary,
            self._newest(summary),
            note,
            missing=self.missing,
            has_buttons=has_buttons,
            waits=self.waits if summary.status in ("asked", "answering") else None,
        )

    def _newest(self, summary: RunSummary) -> StageProgressed | None:
        """The progress of the stage that the run is in; that of an earlier one is stale."""
        stages = {
            "asked": "answer",
            "answering": "answer",
            "reviewing": "review",
            "synthesizing": "synthesize",
        }
        progress = self.progress
        return progress if progress is not None and stages.get(summary.status) == progress.stage else None
