"""The posts of a run under way, as this process knows them: where they are and what they say."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from statistics import median

from bot.announcing.drafts import ShownDraft
from bot.ports import ChatPlatform, Thread
from bot.post import Block, Post
from bot.presentation import (
    Board,
    KeyedPost,
    Outcome,
    board_post,
    card_for,
    outcome_of_view,
    platform_sentence,
    shared_post,
)
from bot.presentation.words import Words, words_for
from bot.sending.refusals import closes_place
from council_core.codec import to_text
from council_core.domain.events import (
    Event,
    NamesRevealed,
    SlateRanked,
    StageProgressed,
    VerdictReached,
    VerdictShared,
)
from council_core.domain.place import Message, Place
from council_core.domain.question import RunId
from council_core.domain.run import ANSWERED, FINISHED, Run
from council_core.domain.summary import RunSummary, summarize
from council_core.domain.waiting import RunWaits
from council_core.errors import PlatformError
from council_core.ports import AnswerTimes
from council_core.stages.rank import rank
from council_core.stages.report import concluded, ranked
from council_core.view import view

logger = logging.getLogger(__name__)


FEWEST_RUNS = 3
"""Fewest runs from which a usual duration is given."""


async def usual_seconds(run: RunSummary, place: Place, times: AnswerTimes | None) -> float | None:
    """Return the usual time in seconds from a question like this one to its verdict; None if it is unknown.

    It is the median over the answered runs among the newest forty of the channel that as many models were to answer,
    demonstrations apart; of the whole workspace where the channel has fewer than three of them. It is read from the
    store, so that every process says the same, also after a restart.
    """
    if times is None or run.status in (*ANSWERED, *FINISHED):
        return None
    for in_workspace in (False, True):
        found = await times.latest(place, members=run.members, is_demo=run.demo, in_workspace=in_workspace)
        if len(found) >= FEWEST_RUNS:
            return median(found)
    return None


@dataclass(slots=True)
class LiveRun:
    """This process's knowledge of a run beyond the store. Losing it costs only a stale progress line."""

    run_id: RunId
    has_page: bool = False
    """Whether the card has a button for the page in the browser."""

    progress: StageProgressed | None = None
    draft: ShownDraft = field(default_factory=ShownDraft)
    """The verdict on the card, while the chairman writes it."""

    waits: RunWaits | None = None
    """The queue's reason to hold the run before its first stage."""

    place: Place | None = None
    """The place of the question, which never changes."""

    thread: Thread | None = None
    opening: asyncio.Task[Thread] | None = None
    """Puts the card up, for all who wait for it."""

    opened_at: float = 0.0
    """When the card was first sent, by the loop's clock."""

    taken: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the platform has taken the card."""

    lost: str = ""
    """The reason why its place refuses posts; empty while it takes them."""

    tries_again: bool = False
    """Whether the next drawing retries refused posts, since people are active in its place again."""

    untold: list[Event] = field(default_factory=list[Event])
    """Events that came while nothing could be said."""

    standing: dict[str, Message] = field(default_factory=dict[str, Message])
    """Posts by key, once their receipts are settled, which never change either."""

    revealed: NamesRevealed | None = None
    """The authors, once revealed."""

    verdict_url: str = ""
    """Link to the verdict's post."""

    usual_seconds: float | None = None
    """Usual time to the verdict of such runs here; None if unknown."""

    refresh: asyncio.Task[None] | None = None
    stale: bool = False
    summary: RunSummary | None = None
    """The run as the store last had it; None when nobody has looked."""

    vote_seconds: float | None = None
    """Time for votes after the ranking."""

    ranked: SlateRanked | None = None
    """Its ranking and reviews, once everybody may see them."""

    outcome: Outcome | None = None
    """The public outcome."""

    concluded: VerdictReached | None = None
    """The verdict of a follow-up, or that nobody could conclude, once everybody may see it."""

    boarded: RunSummary | None = None
    """The run as its board was last drawn."""

    outdated: bool = False
    """Whether the run may have changed since somebody began to look."""

    missing: str = ""
    """The reason why part of it could not be posted, in a sentence for people."""

    gone: set[str] = field(default_factory=set[str])
    """Messages that somebody took away; nothing brings them back."""

    drawn: dict[str, Post] = field(default_factory=dict[str, Post])
    """The last drawn state of each message, so that edits without a change are not sent."""

    certain: dict[str, Post] = field(default_factory=dict[str, Post])
    """The same without edits that the platform may have put off: the confirmed state of each message."""

    kept: dict[str, str] = field(default_factory=dict[str, str])
    """Digests of the confirmed posts by message, as the receipts have them."""

    drawing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while drawing: each drawer reads the store anew and finishes before the next, so the newest state wins."""

    @classmethod
    def of(cls, run: Run, *, has_page: bool = False) -> "LiveRun":
        """Begin with a run that this process executes. All of a run that was resumed may be announced again, so its
        card then asks the store."""
        live = cls(run_id=run.id, has_page=has_page)
        live.stands(run)
        if run.status != "asked":
            live.summary = None
        return live

    @property
    def is_resting(self) -> bool:
        """Whether it waits for nothing but votes."""
        return self.summary is not None and self.summary.status == "voting"

    def stands(self, run: Run) -> RunSummary:
        """Take over the state of a run that was just read from the store."""
        self.place, self.vote_seconds = run.question.place, run.settings.vote_seconds
        self.summary = summarize(run)
        self._results(run, self.summary)
        return self.summary

    def goes_on(self, run: Run) -> None:
        """Take over the run as its carrier stored it: without its votes, and without a name that came later."""
        if self.summary is None:
            self.outdated = True  # Somebody may be looking right now, at what was there before.
        else:
            known = self.summary
            votes = {"votes": known.votes, "blind_votes": known.blind_votes}
            self.summary = replace(summarize(run), **votes, asker_name=known.asker_name)
            self._results(run, self.summary)

    def joins(self, platform: ChatPlatform) -> bool:
        """Whether one post holds its verdict and its board: a follow-up in the thread of its conversation."""
        follows = self.summary is not None and self.summary.earlier > 0
        return follows and self.place is not None and bool(self.place.thread) and platform.limits.edits

    def _results(self, run: Run, summary: RunSummary) -> None:
        """Note the ranking and the outcome, unless people are to vote before they see them."""
        self.ranked, self.outcome, self.concluded = None, None, None
        if summary.hides_result:
            return
        if run.slate is not None and run.key is not None and (run.ranking is not None or run.reviews):
            why_not = "" if run.ranking is not None else rank(run, run.slate, run.key)[1]
            self.ranked = ranked(run, why_not)
        if run.status in ("voting", "revealed"):
            self.outcome = outcome_of_view(view(run))
        if summary.earlier > 0 and (run.verdict is not None or run.no_verdict):
            self.concluded = concluded(run)

    @property
    def words(self) -> Words:
        """The language of its thread; English where nobody chose one."""
        return words_for(self.summary.language if self.summary is not None else "")

    def says(self, message: Message, post: Post) -> None:
        """Note the confirmed post of a message."""
        self.drawn[message.id] = self.certain[message.id] = post

    def stands_already(self, message: Message, post: Post) -> bool:
        """Whether a process before this one has left this very post in the message."""
        if message.id not in self.kept or self.kept[message.id] != digest_of(post):
            return False
        self.says(message, post)
        return True

    def key_of(self, message: Message) -> str:
        """Return the key of a post that was sent."""
        return next(key for key, standing in self.standing.items() if standing.id == message.id)

    def unkept(self) -> dict[str, str]:
        """Return digests of confirmed posts that no receipt has yet, by the posts' keys."""
        return {
            key: digest
            for key, message in self.standing.items()
            if (post := self.certain.get(message.id)) is not None
            and self.kept.get(message.id) != (digest := digest_of(post))
        }

    def keeps(self, digests: Mapping[str, str]) -> None:
        """Note that the receipts have these digests, by the posts' keys."""
        for key, digest in digests.items():
            self.kept[self.standing[key].id] = digest

    def let_go(self, platforms: Mapping[str, ChatPlatform]) -> None:
        """Stop drawing this run here: drop queued edits and those that wait for a retry."""
        for task in (self.refresh, self.opening):
            if task is not None:
                task.cancel()
        for message in self.standing.values():
            if (platform := platforms.get(message.place.platform)) is not None:
                platform.cancel_pending_edit(message)

    def misses(self, what: str, error: PlatformError) -> None:
        """Keep for the card what is missing in the thread, and whether its place takes anything more. The log is warned
        once of each reason, not for every post."""
        why = platform_sentence(self.words, error)
        if closes_place(error):
            self.lost = why
        is_known = self.missing == why
        self.missing = why
        logger.log(logging.INFO if is_known else logging.WARNING, "%s: %s", what, error)

    def card(self, platform: ChatPlatform, summary: RunSummary, board: Sequence[Block] = ()) -> Post:
        """Return the card for the run's present state."""
        missing = self.thread.missing if self.thread else None
        note = self.words.card.no_thread(why=missing) if missing else ""
        has_buttons = platform.limits.buttons > 0
        return card_for(
            summary,
            self.words,
            self._newest(summary),
            note,
            outcome=self.outcome,
            missing=self.missing,
            has_buttons=has_buttons,
            waits=self.waits if summary.status in ("asked", "answering") else None,
            usual_seconds=self.usual_seconds,
            verdict_url=self.verdict_url,
            has_page=self.has_page,
            draft=self.draft.text if platform.limits.drafts and summary.status == "synthesizing" else "",
            board=board,
        )

    def board(self, platform: ChatPlatform, summary: RunSummary) -> Post:
        """Return the board for the run's present state."""
        return board_post(self.board_of(summary), platform.limits, self.words)

    def board_of(self, summary: RunSummary) -> Board:
        """Return the facts for the run's board."""
        return Board(
            summary=summary, vote_seconds=self.vote_seconds, ranked=self.ranked, revealed=self.revealed
        )

    def shared(
        self, platform: ChatPlatform, summary: RunSummary, event: VerdictShared
    ) -> tuple[KeyedPost, ...]:
        """The verdict's beginning for the channel; nothing before there is one."""
        if self.outcome is None:
            return ()
        post = shared_post(
            event,
            summary,
            self.outcome,
            self.words,
            verdict_url=self.verdict_url,
            has_buttons=platform.limits.buttons > 0,
        )
        return (post,)

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


def digest_of(post: Post) -> str:
    """A digest of all that a post says. A moment counts as the same however it was read: from a step or the store."""
    return blake2b(to_text(post, Post).encode(), digest_size=16).hexdigest()


def look_at(opening: asyncio.Task[Thread]) -> None:
    """Take note of how it ended, also where all who waited for it were stopped."""
    if not opening.cancelled():
        opening.exception()
