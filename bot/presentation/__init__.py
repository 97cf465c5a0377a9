"""Turn run events and requests into posts: every word that people read, without the words of any platform."""

from typing import assert_never

from bot.post import Limits
from bot.presentation.answers import (
    gap_posts,
    late_posts,
    named_posts,
    response_key,
    retitled_posts,
    slate_posts,
)
from bot.presentation.board import (
    BOARD,
    REMINDER,
    Board,
    board_blocks,
    board_post,
    ranking_posts,
    reminder_posts,
    reveal_posts,
)
from bot.presentation.board_picture import board_picture
from bot.presentation.boards import boards_reply, stats_reply
from bot.presentation.card import Outcome, card_for, outcome_of_view
from bot.presentation.decisions import (
    decision_file,
    decision_form,
    decision_recorded,
    decisions_reply,
    reminder_post,
)
from bot.presentation.digests import (
    MOST_SHOWN,
    digest_key,
    digest_post,
    digest_set,
    digest_stopped,
    period_of,
)
from bot.presentation.endings import (
    cancelled_posts,
    failure_posts,
    forget_question,
    forgotten_post,
    forgotten_reply,
    unread_post,
)
from bot.presentation.exports import export_menu, export_posts, private_export
from bot.presentation.follow_up import follow_up_post
from bot.presentation.forms import Advanced, again_form, follow_up_form, question_form, ranking_form
from bot.presentation.given_back import given_back
from bot.presentation.history import question_reply, status_reply
from bot.presentation.improving import (
    answered_before_post,
    asked_before_reply,
    improved_intro,
    improved_reply,
    improving_reply,
    models_refused_reply,
    not_improved_reply,
    template_refused_reply,
)
from bot.presentation.keyed_post import KeyedPost
from bot.presentation.material import thread_unread
from bot.presentation.models import models_reply, seat_label
from bot.presentation.phrases import estimate_sentence
from bot.presentation.picking import LONGEST_PICKED, Menu
from bot.presentation.platform_trouble import platform_sentence
from bot.presentation.positions import split_posts
from bot.presentation.replies import (
    asked_elsewhere,
    asked_in_private,
    cancel_accepted,
    export_started,
    feedback_taken,
    form_mistakes,
    help_reply,
    incident_reply,
    not_started_reply,
    page_reply,
    problem_sentences,
    ranking_counted,
    reason_form,
    refusal,
    retry_started,
    reveal_accepted,
    run_refused,
    slip_reply,
    start_reply,
    still_in_message,
    store_away_reply,
    tips_reply,
    vague_hint,
    vote_counted,
    vote_withdrawn,
    voted_late,
)
from bot.presentation.reviews import raw_reviews_reply, reviews_reply
from bot.presentation.run_lists import Page, find_form, history_reply, search_reply
from bot.presentation.schedules import (
    schedule_changed,
    schedule_closed_post,
    schedule_made,
    schedules_reply,
)
from bot.presentation.seats import seats_form, seats_reply
from bot.presentation.settings_panel import (
    Source,
    settings_form,
    settings_reply,
    settings_reset,
    settings_saved,
)
from bot.presentation.sharing import (
    SHARED,
    already_shared_post,
    not_shared_post,
    shared_post,
    sharing_reply,
)
from bot.presentation.templates import (
    fields_form,
    own_template_form,
    template_deleted,
    template_fields_reply,
    template_form,
    template_mistake,
    template_mistakes,
    template_reply,
    template_saved,
    templates_reply,
)
from bot.presentation.tool_calls import tool_calls_reply
from bot.presentation.verdict import verdict_posts
from bot.presentation.whole_run import reviewer_names, whole_run
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

__all__ = [
    "BOARD",
    "LONGEST_PICKED",
    "MOST_SHOWN",
    "REMINDER",
    "SHARED",
    "Advanced",
    "Board",
    "KeyedPost",
    "Menu",
    "Outcome",
    "Page",
    "Source",
    "again_form",
    "already_shared_post",
    "answered_before_post",
    "asked_before_reply",
    "asked_elsewhere",
    "asked_in_private",
    "board_blocks",
    "board_picture",
    "board_post",
    "boards_reply",
    "cancel_accepted",
    "card_for",
    "decision_file",
    "decision_form",
    "decision_recorded",
    "decisions_reply",
    "digest_key",
    "digest_post",
    "digest_set",
    "digest_stopped",
    "edits_for",
    "estimate_sentence",
    "export_menu",
    "export_started",
    "feedback_taken",
    "fields_form",
    "find_form",
    "follow_up_form",
    "follow_up_post",
    "forget_question",
    "forgotten_post",
    "forgotten_reply",
    "form_mistakes",
    "given_back",
    "help_reply",
    "history_reply",
    "improved_intro",
    "improved_reply",
    "improving_reply",
    "incident_reply",
    "models_refused_reply",
    "models_reply",
    "not_improved_reply",
    "not_shared_post",
    "not_started_reply",
    "outcome_of_view",
    "own_template_form",
    "page_reply",
    "period_of",
    "platform_sentence",
    "posts_for",
    "private_export",
    "problem_sentences",
    "question_form",
    "question_reply",
    "ranking_counted",
    "ranking_form",
    "raw_reviews_reply",
    "reason_form",
    "refusal",
    "reminder_post",
    "response_key",
    "retry_started",
    "reveal_accepted",
    "reviewer_names",
    "reviews_reply",
    "run_refused",
    "schedule_changed",
    "schedule_closed_post",
    "schedule_made",
    "schedules_reply",
    "search_reply",
    "seat_label",
    "seats_form",
    "seats_reply",
    "settings_form",
    "settings_reply",
    "settings_reset",
    "settings_saved",
    "shared_post",
    "sharing_reply",
    "slip_reply",
    "start_reply",
    "stats_reply",
    "status_reply",
    "still_in_message",
    "store_away_reply",
    "template_deleted",
    "template_fields_reply",
    "template_form",
    "template_mistake",
    "template_mistakes",
    "template_refused_reply",
    "template_reply",
    "template_saved",
    "templates_reply",
    "thread_unread",
    "tips_reply",
    "tool_calls_reply",
    "unread_post",
    "vague_hint",
    "vote_counted",
    "vote_withdrawn",
    "voted_late",
    "whole_run",
]


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
