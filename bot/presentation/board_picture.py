"""Draw the boards of a place as one picture for one person, with its numbers as text beside it."""

from bot.post import Actions, Button, File, Heading, Line, Post, PrivateReply, line, quoted
from bot.presentation.boards import leader, limited
from bot.presentation.documents.board_charts import board_charts, told
from bot.presentation.phrases import small
from bot.presentation.words import Words
from bot.requests import board_action
from council_core.domain.export import Script
from council_core.domain.member_result import ALL_RESULTS, ResultLimits
from council_core.exports.png import png_of_charts
from council_core.insights.boards import Boards

NAME = "board.png"


def board_picture(
    words: Words, boards: Boards, *, everywhere: bool = False, limits: ResultLimits = ALL_RESULTS
) -> PrivateReply:
    """Return the boards as a PNG. Drawing takes some tenths of a second, so call it in a thread.

    Args:
        words: Words in the person's language.
        boards: The boards; at least one has enough runs.
        everywhere: Whether these are the boards of all channels.
        limits: Limits of the questions that count.

    Raises:
        RequestError: The package resvg-py is not installed.
    """
    page = words.boards
    content, missing = png_of_charts(board_charts(boards, words))
    counted = page.counted(runs=boards.runs, everywhere=everywhere)
    texts = told(boards, words)
    firsts = [leader(words, board) for board in (boards.models, boards.team) if board.lines]
    blocks = (
        Heading(text=page.title(everywhere=everywhere)),
        line(counted),
        *small(limited(words, limits)),
        *(line(first) for first in dict.fromkeys(firsts)),
        *(line(quoted(text), small=True) for text in texts),
        *_without_letters(words, list(missing)),
        *_back(words, limits),
    )
    picture = File(name=NAME, media_type="image/png", content=content, title=f"{counted} {'. '.join(texts)}.")
    return PrivateReply(post=Post(blocks=blocks, summary=picture.title, files=(picture,)))


def _back(words: Words, limits: ResultLimits) -> tuple[Actions, ...]:
    """Return the way back to the tables, because the picture takes their place in a private reply."""
    action = board_action(limits)
    return (Actions(buttons=(Button(label=words.boards.as_tables, action=action),)),) if action else ()


def _without_letters(words: Words, scripts: list[Script]) -> tuple[Line, ...]:
    return (line(words.endings.export_missing(scripts=scripts)),) if scripts else ()
