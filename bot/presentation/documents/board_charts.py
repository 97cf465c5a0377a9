"""Draw the boards of a place as pictures. Every number in them is in the text of the board too."""

from collections.abc import Iterable

from bot.post import Actions, Button, File, Heading, Line, Post, PrivateReply, line, quoted
from bot.presentation.boards import course_numbers, leader, limited, months_of, strength_cells
from bot.presentation.documents.charts import (
    ACCENT,
    LABEL,
    MARGIN,
    ROW,
    SPACE,
    chart_of,
    fitted,
    stroke,
    text_at,
    width_of,
)
from bot.presentation.phrases import small
from bot.presentation.words import Words
from bot.requests.actions import board_action
from council_core.domain.export import Script
from council_core.domain.member_result import ALL_RESULTS, ResultLimits
from council_core.exports.document import WIDTH, Chart
from council_core.exports.png import png_of_charts
from council_core.insights.boards import AVERAGE, Board, Boards
from council_core.insights.trends import Trend

MOST = 26
"""Most members in one picture, the strongest."""

TALL, EDGE = 120, 6
"""Pixels: height of the picture of all courses, and the room around its lines."""

SHADES = (ACCENT, "#b5543c", "#4467b0", "#8a5fa8", "#8c7a1f", "#5d6670")
"""Colours of courses. The text beside each course names its member, so no colour has to be told apart."""


def board_charts(boards: Boards, words: Words) -> tuple[Chart, ...]:
    """Return a picture of each board that has enough runs, and one of the wins by month."""
    page = words.boards
    made = [
        _strengths(board, page.judges(by_team=by_team), words)
        for board, by_team in ((boards.models, False), (boards.team, True))
        if board.lines
    ]
    if boards.trend is not None:
        made.append(_courses(boards.trend, words))
    return tuple(made)


def told(boards: Boards, words: Words) -> tuple[str, ...]:
    """Return what the pictures show as plain text, one for each picture: for screen readers."""
    page = words.boards
    texts = [
        f"{page.judges(by_team=by_team)}: "
        + ", ".join(f"{each.name} {' · '.join(strength_cells(words, each))}" for each in board.lines[:MOST])
        for board, by_team in ((boards.models, False), (boards.team, True))
        if board.lines
    ]
    if (trend := boards.trend) is not None:
        courses = (f"{each.name} {course_numbers(words, trend, each)}" for each in trend.courses[:MOST])
        texts.append(f"{page.by_month}: {', '.join(courses)}")
    return tuple(texts)


def _strengths(board: Board, title: str, words: Words) -> Chart:
    """Draw the range of each member as a line with its strength as a point, over a line at the average."""
    lines = board.lines[:MOST]
    least = min(AVERAGE, *(each.low for each in lines))
    most = max(AVERAGE, *(each.high for each in lines))
    said = [" · ".join(strength_cells(words, each)) for each in lines]
    room = WIDTH - LABEL - 2 * SPACE - max(map(width_of, said))

    def at(points: float) -> float:
        return LABEL + room * (points - least) / max(1.0, most - least)

    average = at(AVERAGE)
    shapes = [
        stroke(average, 4, average, ROW * len(lines) + 4),
        text_at(average, ROW * len(lines) + 20, str(AVERAGE), anchor="middle"),
    ]
    for row, (each, numbers) in enumerate(zip(lines, said, strict=True)):
        y = ROW * row + 17
        shapes += [
            text_at(MARGIN, y + 4, fitted(each.name, LABEL - MARGIN - SPACE)),
            _range(at(each.low), at(each.high), y),
            f'<circle cx="{at(each.points):.1f}" cy="{y}" r="5" fill="{ACCENT}"/>',
            text_at(WIDTH, y + 4, numbers, anchor="end"),
        ]
    return chart_of("board", title, ROW * len(lines) + 28, shapes)


def _range(low: float, high: float, y: float) -> str:
    return (
        f'<rect x="{low:.1f}" y="{y - 3}" width="{max(1.0, high - low):.1f}" height="6" rx="3" fill="{ACCENT}" '
        f'fill-opacity="0.35"/>'
    )


def _courses(trend: Trend, words: Words) -> Chart:
    """Draw each member's share of wins as a line over the months, with its last share beside its name."""
    courses = trend.courses[:MOST]
    step = (WIDTH - LABEL - 2 * EDGE) / (len(trend.months) - 1)
    shapes = [stroke(LABEL, y, WIDTH, y) for y in (EDGE, TALL - EDGE)]
    shapes += [
        text_at(LABEL - SPACE, y + 4, words.phrases.percent(share=share), anchor="end")
        for y, share in ((EDGE + 6, 1.0), (TALL - EDGE, 0.0))
    ]
    shapes.append(text_at(WIDTH, TALL + 16, months_of(trend), anchor="end"))
    for number, course in enumerate(courses):
        colour, y = SHADES[number % len(SHADES)], TALL + ROW * (number + 2)
        for stretch in stretches(course.wins):
            points = [
                (LABEL + EDGE + step * month, EDGE + (TALL - 2 * EDGE) * (1 - share))
                for month, share in stretch
            ]
            path = "L".join(f"{x:.1f} {down:.1f}" for x, down in points)
            shapes.append(f'<path d="M{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
            shapes += [f'<circle cx="{x:.1f}" cy="{down:.1f}" r="3" fill="{colour}"/>' for x, down in points]
        shapes += [
            f'<rect x="0" y="{y - 10}" width="10" height="10" rx="2" fill="{colour}"/>',
            text_at(18, y, fitted(f"{course.name}: {course_numbers(words, trend, course)}", WIDTH - 18)),
        ]
    return chart_of("trend", words.boards.by_month, TALL + ROW * (len(courses) + 2), shapes)


def stretches(wins: Iterable[float | None]) -> list[list[tuple[int, float]]]:
    """Return the shares with their months in pieces, without the months that have none."""
    found: list[list[tuple[int, float]]] = [[]]
    for month, share in enumerate(wins):
        if share is None:
            found.append([])
        else:
            found[-1].append((month, share))
    return [piece for piece in found if piece]


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
