"""Prepare the page of boards over many runs, in the words of chat."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from markupsafe import Markup

from bot.presentation.boards import (
    advised,
    change,
    course_cells,
    course_numbers,
    effort_cells,
    leader,
    limited,
    months_of,
    strength_cells,
    unanswered,
    uses_tools,
)
from bot.presentation.words import Words
from bot.web.page.prose import inline
from council_core.domain.member_result import ALL_RESULTS, ResultLimits
from council_core.insights.boards import FEWEST, Board, Boards, Dispensable, Effort, Strength
from council_core.insights.trends import Trend

WIDTH, MARK = 100.0, 1.2
"""Width of the picture of an interval, and of the mark on the strength, in the picture's own units."""

HEIGHT, EDGE = 30.0, 2.0
"""Height of the picture of a course, and the room around its line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StrengthRow:
    """One model of a board."""

    name: str
    points: str
    interval: str
    wins: str
    runs: int
    begin: float
    """Left end of the interval in the picture."""

    length: float
    middle: float


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardTable:
    """Strength by one kind of judge."""

    title: str
    first: Markup
    """Sentence about the leader, or about the reason why there is no board."""

    rows: tuple[StrengthRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EffortRow:
    """Mean time and cost of one model's answers."""

    name: str
    answers: str
    seconds: str
    cost: str
    tools: str
    absent: Markup
    """Number of missing answers, with the reasons; empty if the model always answered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CourseRow:
    """Wins of one model, month by month."""

    name: str
    lines: tuple[str, ...]
    """Points of the picture, one line for each stretch of months without a gap."""

    ends: str
    numbers: str


@dataclass(frozen=True, slots=True, kw_only=True)
class TrendTable:
    """Wins of all models, month by month."""

    months: str
    change: Markup
    rows: tuple[CourseRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """The boards of some channels."""

    title: str
    counted: str
    tables: tuple[BoardTable, ...]
    efforts: tuple[EffortRow, ...]
    limited: Markup
    advice: Markup = field(default_factory=Markup)
    """Suggested change of members; empty for none."""

    trend: TrendTable | None = None
    with_tools: bool = False


def board_page(
    boards: Boards,
    words: Words,
    *,
    everywhere: bool,
    limits: ResultLimits = ALL_RESULTS,
    advice: Dispensable | None = None,
) -> BoardPage:
    """Return the content of the page, which covers only revealed runs. `advice` is shown to people who choose the
    members."""
    page = words.boards
    title = page.panel if everywhere else page.title(everywhere=False)
    if not boards.runs:
        none = page.none_fit() if limits.is_any else page.none(everywhere=everywhere)
        return BoardPage(
            title=title, counted=none, tables=(), efforts=(), limited=inline(limited(words, limits))
        )
    return BoardPage(
        title=title,
        counted=words.lists.counted(runs=boards.runs)
        if everywhere
        else page.counted(runs=boards.runs, everywhere=False),
        tables=(_table(boards.models, words, by_team=False), _table(boards.team, words, by_team=True)),
        efforts=tuple(_effort(each, words) for each in boards.efforts),
        limited=inline(limited(words, limits)),
        advice=Markup() if advice is None else inline(advised(words, advice)),
        trend=None if boards.trend is None else _trend(boards.trend, words),
        with_tools=uses_tools(boards.efforts),
    )


def _table(board: Board, words: Words, *, by_team: bool) -> BoardTable:
    page = words.boards
    too_few = page.too_few(runs=board.runs, needed=FEWEST, by_team=by_team)
    first = inline(leader(words, board) or too_few)
    return BoardTable(title=page.judges(by_team=by_team), first=first, rows=_rows(board.lines, words))


def _rows(lines: Sequence[Strength], words: Words) -> tuple[StrengthRow, ...]:
    if not lines:
        return ()
    least, most = min(each.low for each in lines), max(each.high for each in lines)
    unit = WIDTH / max(1.0, most - least)
    return tuple(
        StrengthRow(
            name=each.name,
            points=points,
            interval=interval,
            wins=wins,
            runs=each.runs,
            begin=round(min((each.low - least) * unit, WIDTH - 1), 1),
            length=round(max(1.0, (each.high - each.low) * unit), 1),
            middle=round(min((each.points - least) * unit, WIDTH - MARK), 1),
        )
        for each, (points, interval, wins) in ((each, strength_cells(words, each)) for each in lines)
    )


def _effort(effort: Effort, words: Words) -> EffortRow:
    answers, seconds, cost, tools = effort_cells(words, effort)
    absent = inline(unanswered(words, effort) if effort.abstentions else "")
    return EffortRow(
        name=effort.name, answers=answers, seconds=seconds, cost=cost, tools=tools, absent=absent
    )


def _trend(trend: Trend, words: Words) -> TrendTable:
    return TrendTable(
        months=months_of(trend),
        change=inline(change(words, trend)),
        rows=tuple(
            CourseRow(
                name=course.name,
                lines=tuple(course_lines(course.wins)),
                ends=course_cells(words, course)[1],
                numbers=course_numbers(words, trend, course),
            )
            for course in trend.courses
        ),
    )


def course_lines(wins: Sequence[float | None]) -> Iterator[str]:
    """Yield lines through the shares of the months, from the left; a month between two gaps is a short stroke."""
    step = (WIDTH - 2 * EDGE) / max(1, len(wins) - 1)
    stretch: list[tuple[float, float]] = []
    for number, share in enumerate((*wins, None)):
        if share is not None:
            stretch.append((EDGE + number * step, EDGE + (1 - share) * (HEIGHT - 2 * EDGE)))
            continue
        if len(stretch) == 1:
            x, y = stretch[0]
            stretch.append((x + EDGE, y))
        if stretch:
            yield " ".join(f"{x:.1f},{y:.1f}" for x, y in stretch)
        stretch = []
