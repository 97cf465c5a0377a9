"""Turn run events into posts, without the words of any platform."""

from typing import assert_never

from bot.post import KeyedPost, Limits
from bot.presentation.answers import gap_posts, late_posts, named_posts, retitled_posts, slate_posts
from bot.presentation.board import ranking_posts, reminder_posts, reveal_posts
from bot.presentation.endings import cancelled_posts, failure_posts
from bot.presentation.exports import export_posts
from bot.presentation.positions import split_posts
from bot.presentation.verdict import verdict_posts
from bot.presentation.words import Words
from council_core.domain.events import (
    Event,
    LateAnswerArrived,
    NamesRevealed,
    RunCancelled,
    RunExported,
    RunFailed,
    RunStarted,
    SlateOpened,
    SlateRanked,
    SplitFound,
    StageProgressed,
    VerdictReached,
    VerdictShared,
    VoteReminded,
    VotingOpened,
)
from council_core.domain.summary import RunSummary


def edits_for(event: Event, limits: Limits, words: Words) -> tuple[KeyedPost, ...]:
    """Return new versions of posts that exist when names become public: the responses, and the verdict that
    cites them."""
    if isinstance(event, RunFailed):
        return named_posts(event, limits, words)
    if not isinstance(event, NamesRevealed):
        return ()
    verdict = () if event.verdict is None else verdict_posts(event.verdict, limits, words)
    return (*verdict, *retitled_posts(event, limits, words))


def posts_for(
    event: Event, limits: Limits, words: Words, summary: RunSummary | None = None
) -> tuple[KeyedPost, ...]:
    """Return the posts about an event, in order; empty for events that change only the card (`card_for`) or the board
    (`board_post`).

    Args:
        event: The event.
        limits: Limits of one post of the platform.
        words: Words in the thread's language.
        summary: State of the run, if it is known.

    Returns:
        Posts under keys that name them within their run for ever, such as `slate/A/1`, `verdict/1`.
    """
    match event:
        case RunStarted() | StageProgressed() | VotingOpened() | VerdictShared():
            return ()
        case VoteReminded():
            return () if limits.edits else reminder_posts(event, words)
        case SplitFound():
            return () if limits.edits else split_posts(event, words)
        case SlateOpened():
            gaps = () if limits.edits else gap_posts(event, words)
            return (*slate_posts(event, limits, words), *gaps)
        case SlateRanked():
            return () if limits.edits else ranking_posts(event, words)
        case VerdictReached():
            is_hidden = summary is not None and summary.hides_result
            return () if is_hidden else verdict_posts(event, limits, words)
        case LateAnswerArrived():
            return late_posts(event, limits, words)
        case NamesRevealed():
            return _revealed(event, limits, words)
        case RunFailed():
            return failure_posts(event, limits, words)
        case RunCancelled():
            return cancelled_posts(event, words)
        case RunExported():
            return export_posts(event, words)
        case _:
            assert_never(event)


def _revealed(event: NamesRevealed, limits: Limits, words: Words) -> tuple[KeyedPost, ...]:
    """Return the verdict, if it waited for the end of the vote, and a post with the names if the platform cannot edit
    posts."""
    verdict = () if event.verdict is None else verdict_posts(event.verdict, limits, words)
    return (*verdict, *(() if limits.edits else reveal_posts(event, words)))
