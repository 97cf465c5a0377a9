"""Run events and requests -> posts: every word that people read, without the words of any platform."""

from typing import assert_never

from bot.post import Limits
from bot.presentation.answers import late_posts, slate_posts
from bot.presentation.card import card_for
from bot.presentation.endings import cancelled_posts, failure_posts, unread_post
from bot.presentation.estimates import estimate_sentence
from bot.presentation.exports import export_posts, private_export
from bot.presentation.forgetting import forget_question, forgotten_post, forgotten_reply
from bot.presentation.forms import again_form, follow_up_form, question_form, ranking_form
from bot.presentation.history import history_reply, own_history_reply, search_reply, status_reply
from bot.presentation.keyed_post import KeyedPost
from bot.presentation.material import asks_about, thread_unread
from bot.presentation.positions import split_posts
from bot.presentation.ranking import ranking_posts
from bot.presentation.replies import (
    asked_elsewhere,
    cancel_accepted,
    export_started,
    feedback_taken,
    help_reply,
    incident_reply,
    not_started_reply,
    ranking_counted,
    retry_started,
    reveal_accepted,
    run_refused,
    slip_reply,
    still_in_message,
    store_away_reply,
    vote_counted,
    vote_withdrawn,
)
from bot.presentation.reveal import reveal_posts
from bot.presentation.reviews import reviews_reply
from bot.presentation.settings_panel import (
    Source,
    settings_form,
    settings_reply,
    settings_reset,
    settings_saved,
)
from bot.presentation.stats import stats_reply
from bot.presentation.verdict import verdict_posts
from bot.presentation.voting import opening_posts, voting_for, voting_post
from bot.presentation.whole_run import reviewer_names, whole_run
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
    VotingOpened,
)

__all__ = [
    "KeyedPost",
    "Source",
    "again_form",
    "asked_elsewhere",
    "asks_about",
    "cancel_accepted",
    "card_for",
    "edits_for",
    "estimate_sentence",
    "export_started",
    "feedback_taken",
    "follow_up_form",
    "forget_question",
    "forgotten_post",
    "forgotten_reply",
    "help_reply",
    "history_reply",
    "incident_reply",
    "not_started_reply",
    "own_history_reply",
    "posts_for",
    "private_export",
    "question_form",
    "ranking_counted",
    "ranking_form",
    "retry_started",
    "reveal_accepted",
    "reviewer_names",
    "reviews_reply",
    "run_refused",
    "search_reply",
    "settings_form",
    "settings_reply",
    "settings_reset",
    "settings_saved",
    "slip_reply",
    "stats_reply",
    "status_reply",
    "still_in_message",
    "store_away_reply",
    "thread_unread",
    "unread_post",
    "vote_counted",
    "vote_withdrawn",
    "voting_for",
    "voting_post",
    "whole_run",
]


def edits_for(event: Event, limits: Limits) -> tuple[KeyedPost, ...]:
    """Posts that stand already and say more since this event: the verdict, once the letters it cites have names."""
    if isinstance(event, NamesRevealed) and event.verdict is not None:
        return verdict_posts(event.verdict, limits)
    return ()


def posts_for(event: Event, limits: Limits) -> tuple[KeyedPost, ...]:
    """What the thread is told about an event, in order; nothing for what only moves the card (`card_for`).

    Args:
        event: What happened.
        limits: How much one post of the platform holds.

    Returns:
        Posts under keys that name them within their run for ever, such as `slate/A/1`, `voting`, `verdict/1`.
    """
    match event:
        case RunStarted() | StageProgressed():
            return ()
        case SplitFound():
            return split_posts(event)
        case SlateOpened():
            return slate_posts(event, limits)
        case VotingOpened():
            return opening_posts(event, limits)
        case SlateRanked():
            return ranking_posts(event)
        case VerdictReached():
            return verdict_posts(event, limits)
        case LateAnswerArrived():
            return late_posts(event, limits)
        case NamesRevealed():
            return reveal_posts(event)
        case RunFailed():
            return failure_posts(event, limits)
        case RunCancelled():
            return cancelled_posts(event)
        case RunExported():
            return export_posts(event)
        case _:
            assert_never(event)
