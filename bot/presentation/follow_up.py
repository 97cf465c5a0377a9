"""Draw a follow-up's one post beside its responses: the verdict, below it the vote, later the ranking and the names.

While the run goes on, its card holds the vote. When there is a verdict, this post replaces the card below the
responses; as a new post it notifies the asker.
"""

from dataclasses import replace

from bot.post import Block, KeyedPost, Limits, Prose
from bot.presentation.board import Board, board_blocks
from bot.presentation.card import fact_lines, question_of
from bot.presentation.run_buttons import buttons_below_verdict
from bot.presentation.verdict import verdict_posts
from bot.presentation.words import Words
from council_core.domain.events import VerdictReached

SHARE_OF_PROSE = 2 / 3
"""Share of a post's prose for the verdict; the rest is for the question and the board."""

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
    """Return the post for the run's present state, with checked claims. A verdict that is too long for it is attached
    as a file.

    Args:
        verdict: The event of a verdict, or of its failure.
        board: The vote, the ranking and the names, as far as they are known.
        limits: Limits of one post.
        words: Words in the thread's language.
        missing: Reason why something could not be posted, in the platform's sentence.
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
    """Return the question as a quotation, because its card is deleted."""
    lines = question_of(question).split("\n")
    return Prose(text="\n".join(f"> {line}".rstrip() for line in lines))
