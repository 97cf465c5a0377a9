"""What one process knows of a run while it is told: where its posts stand, and what they said last."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from bot.ports import ChatPlatform, Thread
from bot.post import Post
from bot.presentation import card_for
from council_core.domain.events import StageProgressed
from council_core.domain.place import Message, Place
from council_core.domain.run import Run
from council_core.domain.summary import RunSummary, summarize
from council_core.domain.waiting import RunWaits
from council_core.errors import PlatformError

logger = logging.getLogger(__name__)


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

    vote_seconds: float | None = None
    """How long its voting lasts once the ranking is there."""

    voted: RunSummary | None = None
    """The run as its vote was last drawn."""

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

    def stands(self, run: Run) -> RunSummary:
        """The run was read from the store; how it stands."""
        self.place, self.vote_seconds = run.question.place, run.settings.vote_seconds
        self.summary = summarize(run)
        return self.summary

    def goes_on(self, run: Run) -> None:
        """The run was kept by whoever carries it, who knows nothing of its votes."""
        if self.summary is None:
            self.outdated = True  # Somebody may be looking right now, at what was there before.
        else:
            self.summary = replace(summarize(run), votes=self.summary.votes)

    def let_go(self, platforms: Mapping[str, ChatPlatform]) -> None:
        """Nothing of it is drawn by this process any more, neither what was about to be nor what was put off."""
        if self.refresh is not None:
            self.refresh.cancel()
        for message in self.standing.values():
            if (platform := platforms.get(message.place.platform)) is not None:
                platform.withdraw(message)

    def misses(self, what: str, error: PlatformError) -> None:
        """Keeps for the card what is missing in the thread. The log is warned once of each reason, not for every
        post."""
        is_known = self.missing == str(error)
        self.missing = str(error)
        logger.log(logging.INFO if is_known else logging.WARNING, "%s: %s", what, error)

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
