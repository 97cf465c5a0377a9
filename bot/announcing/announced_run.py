"""This process's knowledge of a run under way: its posts, their places and their content."""

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from statistics import median

from bot.announcing.growing_verdicts import ShownDraft
from bot.ports import ChatPlatform, Thread
from bot.post import Block, Post
from bot.presentation.board import Board, board_post
from bot.presentation.card import Outcome, card_for, outcome_of_view
from bot.presentation.platform_trouble import platform_sentence
from bot.presentation.words import Words, words_for
from bot.sending.edit_queue import closes_place
from council_core.codec import to_text
from council_core.domain.events import (
    Event,
    NamesRevealed,
    SlateRanked,
    SplitFound,
    StageProgressed,
    VerdictReached,
)
from council_core.domain.place import Message, Place
from council_core.domain.question import RunId
from council_core.domain.run import ANSWERED, FINISHED, Run
from council_core.domain.summary import RunSummary, summarize
from council_core.domain.waiting import RunWaits
from council_core.errors import PlatformError
from council_core.ports import AnswerTimes
from council_core.stages.reconsider import split_found, split_told
from council_core.stages.report import concluded, ranked
from council_core.view import view

logger = logging.getLogger(__name__)


FEWEST_RUNS = 3
"""Fewest runs from which a usual duration is given."""


async def usual_seconds(run: RunSummary, place: Place, times: AnswerTimes | None) -> float | None:
    """Return the usual time in seconds from a question like this one to its verdict; None if it is unknown.

    It is the median over answered runs with as many models, among the newest forty of the channel and without
    demonstrations. If the channel has fewer than three such runs, those of the whole workspace count. It is read from
    the store, so that every process says the same, also after a restart.
    """
    if times is None or run.status in (*ANSWERED, *FINISHED):
        return None
    found = await times.latest(place, members=run.members, is_demo=run.demo, fewest=FEWEST_RUNS)
    return median(found) if len(found) >= FEWEST_RUNS else None


@dataclass(slots=True)
class LiveRun:
    """This process's knowledge of a run beyond the store. Losing it costs only a stale progress line."""

    run_id: RunId
    has_page: bool = False
    """Whether the card has a button for the page in the browser."""

    progress: StageProgressed | None = None
    draft: ShownDraft = field(default_factory=ShownDraft)
    """The growing verdict on the card."""

    waits: RunWaits | None = None
    """Reason why the run waits in the queue."""

    place: Place | None = None
    """The place of the question. The platform may give its channel another id."""

    thread: Thread | None = None
    opening: asyncio.Task[Thread] | None = None
    """Task that posts the card, for all who wait for the card."""

    opened_at: float = 0.0
    """Time when the card was first sent, by the loop's clock."""

    owes_card: bool = False
    """Whether this process has not sent the run's first card to the platform yet."""

    taken: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once the platform has accepted the card."""

    lost: str = ""
    """Reason why its place refuses posts; empty while the place accepts them."""

    tries_again: bool = False
    """Whether to retry refused posts at the next drawing, because people write in the place again."""

    untold: list[Event] = field(default_factory=list[Event])
    """Events that came while the place refused posts or the platform could not be reached."""

    standing: dict[str, Message] = field(default_factory=dict[str, Message])
    """Addresses of sent posts by key. They never change once their receipts are settled."""

    knows_posts: bool = False
    """Whether `standing` holds all posts of the run. It is False again once another process may have sent more."""

    revealed: NamesRevealed | None = None
    """The reveal, once it was announced."""

    verdict_url: str = ""
    """Link to the verdict's post."""

    usual_seconds: float | None = None
    """Usual time to the verdict of such runs here; None if unknown."""

    refresh: asyncio.Task[None] | None = None
    stale: bool = False
    summary: RunSummary | None = None
    """State of the run as last read from the store or passed in; None before that."""

    vote_seconds: float | None = None
    """Time for votes after the ranking."""

    ranked: SlateRanked | None = None
    """Ranking and reviews, once everybody may see them."""

    outcome: Outcome | None = None
    """The public outcome."""

    split: SplitFound | None = None
    """Positions of the models before each was asked once more; None if none was."""

    reminds: bool = False
    """Whether people are reminded to vote at half time."""

    is_reminded: bool = False
    """Whether people were reminded. The reminder's post then holds the board."""

    concluded: VerdictReached | None = None
    """Verdict event of a follow-up, kept until everybody may see it; it may say that no model gave a verdict."""

    boarded: RunSummary | None = None
    """State of the run for which the board was last drawn."""

    outdated: bool = False
    """Whether the stored run may have changed while it was being read."""

    missing: str = ""
    """Reason why a part of it could not be posted, in a sentence for people."""

    gone: set[str] = field(default_factory=set[str])
    """Messages that people deleted in the chat. They are not posted again."""

    drawn: dict[str, Post] = field(default_factory=dict[str, Post])
    """Last drawn post of each message, so that an edit without a change is not sent."""

    certain: dict[str, Post] = field(default_factory=dict[str, Post])
    """Confirmed post of each message, without edits that the platform may have delayed."""

    stored: dict[str, str] = field(default_factory=dict[str, str])
    """Digests of the confirmed posts by message, as the receipts store them."""

    drawing: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while drawing. Each drawing reads the store anew and ends before the next one, so the newest state wins."""

    @classmethod
    def of(cls, run: Run, *, has_page: bool = False) -> "LiveRun":
        """Return the state for a run that this process begins to execute. All events of a resumed run may be announced
        again, so its card then reads the store."""
        live = cls(run_id=run.id, has_page=has_page)
        live.take_stored(run)
        live.owes_card = run.status == "asked"
        if run.status != "asked":
            live.summary = None
        return live

    @property
    def is_resting(self) -> bool:
        """Tell whether the run waits for nothing but votes."""
        return self.summary is not None and self.summary.status == "voting"

    def take_stored(self, run: Run) -> RunSummary:
        """Take over the run as it was just read from the store, and return its summary."""
        if self.place is not None and self.place.where != run.question.place.where:
            _forget_addresses(self)
        self.place, self.vote_seconds = run.question.place, run.settings.vote_seconds
        self.reminds = run.settings.vote_reminder
        self.summary = summarize(run)
        self._set_results(run, self.summary)
        return self.summary

    def take_from_worker(self, run: Run) -> None:
        """Take over the run as its worker stored it, and keep the known votes and name, which are not in it."""
        if self.summary is None:
            self.outdated = True  # Another task may be reading the earlier state.
        else:
            known = self.summary
            votes = {"votes": known.votes, "blind_votes": known.blind_votes}
            self.summary = replace(summarize(run), **votes, asker_name=known.asker_name)
            self._set_results(run, self.summary)

    def has_one_post(self, platform: ChatPlatform) -> bool:
        """Tell whether one post holds both verdict and board, as for a follow-up in the thread of its conversation."""
        follows = self.summary is not None and self.summary.earlier > 0
        return follows and self.place is not None and bool(self.place.thread) and platform.limits.edits

    def _set_results(self, run: Run, summary: RunSummary) -> None:
        """Set the ranking and the outcome, unless people must vote before they see them."""
        self.ranked, self.outcome, self.concluded = None, None, None
        self.split = _split_of(run)
        if summary.hides_result:
            return
        if run.slate is not None and run.key is not None and (run.ranking is not None or run.reviews):
            self.ranked = ranked(run)
        if run.status in ("voting", "revealed"):
            self.outcome = outcome_of_view(view(run))
        if summary.earlier > 0 and (run.verdict is not None or run.no_verdict):
            self.concluded = concluded(run)

    @property
    def words(self) -> Words:
        """Return the words of its thread's language; English if nobody chose one."""
        return words_for(self.summary.language if self.summary is not None else "")

    def confirm(self, message: Message, post: Post) -> None:
        """Record the confirmed post of a message."""
        self.drawn[message.id] = self.certain[message.id] = post

    def is_shown_already(self, message: Message, post: Post) -> bool:
        """Tell whether an earlier process left exactly this post in the message, and this one did not change it."""
        if message.id in self.drawn or message.id not in self.stored:
            return False
        if self.stored[message.id] != digest_of(post):
            return False
        self.confirm(message, post)
        return True

    def key_of(self, message: Message) -> str:
        """Return the key of a post that was sent."""
        return next(key for key, standing in self.standing.items() if standing.id == message.id)

    def not_stored(self) -> dict[str, str]:
        """Return digests of confirmed posts that no receipt has yet, by the posts' keys."""
        return {
            key: digest
            for key, message in self.standing.items()
            if (post := self.certain.get(message.id)) is not None
            and self.stored.get(message.id) != (digest := digest_of(post))
        }

    def note_stored(self, digests: Mapping[str, str]) -> None:
        """Note that the receipts have these digests, by the posts' keys."""
        for key, digest in digests.items():
            self.stored[self.standing[key].id] = digest

    def let_go(self, platforms: Mapping[str, ChatPlatform]) -> None:
        """Stop drawing this run here: cancel queued edits and edits that wait for a retry."""
        for task in (self.refresh, self.opening):
            if task is not None:
                task.cancel()
        for message in self.standing.values():
            if (platform := platforms.get(message.place.platform)) is not None:
                platform.cancel_pending_edit(message)

    def note_missing(self, what: str, error: PlatformError) -> None:
        """Record for the card which part of the thread is missing, and whether its place refuses all posts. Log a
        warning once for each reason, not for every post."""
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
            _newest(self.progress, summary),
            note,
            outcome=self.outcome,
            missing=self.missing,
            has_buttons=has_buttons,
            waits=self.waits if summary.status in ("asked", "answering") else None,
            usual_seconds=self.usual_seconds,
            verdict_url=self.verdict_url,
            has_page=self.has_page,
            draft=self.draft.text if platform.limits.drafts and summary.status == "synthesizing" else "",
            split=self.split if summary.status == "answering" else None,
            board=board,
            may_share=self.thread is None or self.thread.place.thread is not None,
        )

    def board(self, platform: ChatPlatform, summary: RunSummary) -> Post:
        """Return the board for the run's present state."""
        return board_post(self.board_of(summary), platform.limits, self.words)

    def board_of(self, summary: RunSummary) -> Board:
        """Return the facts for the run's board."""
        return Board(
            summary=summary,
            vote_seconds=self.vote_seconds,
            ranked=self.ranked,
            revealed=self.revealed,
            split=self.split,
            is_reminder=self.is_reminded,
        )


def _forget_addresses(live: LiveRun) -> None:
    """Forget where the posts stand, because the platform has given the channel another id, which the receipts name."""
    live.thread = live.opening = None
    live.standing.clear()
    live.knows_posts = False


def _newest(progress: StageProgressed | None, summary: RunSummary) -> StageProgressed | None:
    """Return the progress of the run's present stage; None if the last progress belongs to an earlier one."""
    stages = {
        "asked": "answer",
        "answering": "answer",
        "reviewing": "review",
        "synthesizing": "synthesize",
    }
    return progress if progress is not None and stages.get(summary.status) == progress.stage else None


def _split_of(run: Run) -> SplitFound | None:
    """Return the models' disagreement; each of them is asked once more about it."""
    if run.settings.rounds != "on_split":
        return None
    # Answers that are still to be revised are no reason for another round yet.
    is_asking = run.status == "answering" and not run.settings.revise
    return split_told(run) or (split_found(run) if is_asking else None)


def digest_of(post: Post) -> str:
    """Return a digest of a post's content. A time from a step and the same time from the store give the same digest."""
    return blake2b(to_text(post, Post).encode(), digest_size=16).hexdigest()


def retrieve_exception(opening: asyncio.Task[Thread]) -> None:
    """Retrieve the task's exception, so that asyncio does not warn if everybody who waited for the task was
    cancelled."""
    if not opening.cancelled():
        opening.exception()
