"""Boards over many runs -> what their page shows, in the words of chat."""

from collections.abc import Sequence
from dataclasses import dataclass

from markupsafe import Markup

from bot.post import quoted
from bot.presentation.words import Words
from bot.web.page.prose import inline
from council_core.insights.boards import FEWEST, Board, Boards, Effort, Strength

WIDTH, MARK = 100.0, 1.2
"""Width of the picture of an interval, and of the mark on the strength, in its own units."""


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
    """Sentence that says who leads, or why there is no board."""

    rows: tuple[StrengthRow, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EffortRow:
    """Time and cost of an answer of one model."""

    name: str
    answers: int
    seconds: str
    cost: str


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardPage:
    """The boards of some channels."""

    title: str
    counted: str
    tables: tuple[BoardTable, ...]
    efforts: tuple[EffortRow, ...]


def board_page(boards: Boards, words: Words, *, everywhere: bool) -> BoardPage:
    """Return what the page shows; only revealed runs are in it."""
    page = words.boards
    title = page.panel if everywhere else page.title(everywhere=False)
    if not boards.runs:
        return BoardPage(title=title, counted=page.none(everywhere=everywhere), tables=(), efforts=())
    return BoardPage(
        title=title,
        counted=words.lists.counted(runs=boards.runs)
        if everywhere
        else page.counted(runs=boards.runs, everywhere=False),
        tables=(_table(boards.models, words, by_team=False), _table(boards.team, words, by_team=True)),
        efforts=tuple(_effort(each, words) for each in boards.efforts),
    )


def _table(board: Board, words: Words, *, by_team: bool) -> BoardTable:
    page = words.boards
    if board.is_few:
        first = page.too_few(runs=board.runs, needed=FEWEST, by_team=by_team)
    elif board.certainty not in ("clear", "leaning"):
        first = page.too_close
    else:
        first = page.leads(name=f"**{quoted(board.lines[0].name)}**", is_clear=board.certainty == "clear")
    return BoardTable(title=page.judges(by_team=by_team), first=inline(first), rows=_rows(board.lines, words))


def _rows(lines: Sequence[Strength], words: Words) -> tuple[StrengthRow, ...]:
    if not lines:
        return ()
    least, most = min(each.low for each in lines), max(each.high for each in lines)
    unit = WIDTH / max(1.0, most - least)
    return tuple(
        StrengthRow(
            name=each.name,
            points=f"{each.points:.0f}",
            interval=f"{each.low:.0f}–{each.high:.0f}",
            wins=words.phrases.percent(share=each.wins),
            runs=each.runs,
            begin=round(min((each.low - least) * unit, WIDTH - 1), 1),
            length=round(max(1.0, (each.high - each.low) * unit), 1),
            middle=round(min((each.points - least) * unit, WIDTH - MARK), 1),
        )
        for each in lines
    )


def _effort(effort: Effort, words: Words) -> EffortRow:
    return EffortRow(
        name=effort.name,
        answers=effort.answers,
        seconds="–" if effort.seconds is None else words.phrases.briefly(seconds=effort.seconds),
        cost="–" if effort.cost is None else words.phrases.money(cost=effort.cost, is_estimate=False),
    )
