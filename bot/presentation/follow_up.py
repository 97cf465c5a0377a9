"""A follow-up's one post beside its responses: the verdict, below it the vote, later the ranking and the names.

While the run goes on, its card holds the vote. When the verdict is there, this post takes the card's place below the
responses, so that it rings for the person who asked.
"""

from dataclasses import replace

from bot.post import Block, Limits, Prose
from bot.presentation.board import Board, board_blocks
from bot.presentation.card import fact_lines, question_of
from bot.presentation.keyed_post import KeyedPost
from bot.presentation.run_buttons import buttons_below_verdict
from bot.presentation.verdict import verdict_posts
from bot.presentation.words import Words
from council_core.domain.events import VerdictReached

SHARE_OF_PROSE = 2 / 3
"""The part of a post's prose that the verdict may take; the rest is for the question and the board."""

BLOCKS_OF_BOARD = 15


def follow_up_post(
    verdict: VerdictReached,
    board: Board,
    limits: Limits,
    words: Words,
    *,
    missing: str = "",
    has_page: bool = False,
) -> KeyedPost:
    """Build the post as the run stands, checked claims included; a verdict that is too long for it comes with a file.

    Args:
        verdict: The conclusion, or that nobody could conclude.
        board: The vote, the ranking and the names, as far as they are known.
        limits: How much one post holds.
        words: The language of the thread.
        missing: Why something could not be posted, in a sentence of the platform's.
        has_page: Whether the run has a page in the browser.
    """
    summary = board.summary
    room = replace(
        limits,
        parts=1,
        prose=int(limits.prose * SHARE_OF_PROSE),
        blocks=None if limits.blocks is None else limits.blocks - BLOCKS_OF_BOARD,
    )
    buttons = buttons_below_verdict(summary, words, has_page=has_page)
    below: tuple[Block, ...] = (
        *board_blocks(board, limits, words),
        *fact_lines(summary, words, missing=missing),
        *((buttons,) if limits.buttons > 0 else ()),
    )
    post, *_ = verdict_posts(verdict, room, words, above=(_quotation(summary.question),), below=below)
    return post


def _quotation(question: str) -> Prose:
    """The question as a quotation, since its card goes away."""
    lines = question_of(question).split("\n")
    return Prose(text="\n".join(f"> {line}".rstrip() for line in lines))
