"""Draws tables and charts as Slack's own blocks if they fit, else as text columns and bars."""

import re
import unicodedata
from collections.abc import Sequence

from bot.platforms.slack.drawing import blocks
from bot.platforms.slack.drawing.blocks import Kit
from bot.platforms.slack.drawing.markup import neutral
from bot.post import Chart, Table

# docs.slack.dev, table block: 100 rows of 20 cells, 10,000 characters in all cells of a message.
MOST_ROWS, MOST_COLUMNS, MOST_CELLS = 100, 20, 10_000
# docs.slack.dev, data visualization block: 12 series of 20 points, names of 20 characters.
MOST_SERIES, MOST_POINTS, LONGEST_NAME = 12, 20, 20

_NUMBER = re.compile(r"[-+−]?[\d\s.,]+\s?[%€$×s]?|–|-?")
_BAR = 16

LONGEST_BAR_NAME = 60
WIDEST_CELL = 60
"""Most characters of a cell; most screens wrap wider tables, which destroys the columns."""


def table_block(table: Table) -> Kit | None:
    """Return the table as a block; None if it is too large for one."""
    rows = [[neutral(cell) for cell in row] for row in (table.columns, *table.rows)]
    size = sum(max(1, len(cell.strip())) for row in rows for cell in row)
    if not table.columns or len(rows) > MOST_ROWS or len(table.columns) > MOST_COLUMNS or size > MOST_CELLS:
        return None
    return blocks.table(rows, numeric_columns(table.rows, len(table.columns)))


def numeric_columns(rows: Sequence[Sequence[str]], width: int) -> list[bool]:
    """Tell for each column whether it holds only numbers."""
    return [bool(rows) and all(_NUMBER.fullmatch(row[at].strip()) for row in rows) for at in range(width)]


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of cells, the first one the heading, as lines with aligned columns.

    Rows whose cells are too wide for columns become lists of headings and values.
    """
    width = max((len(row) for row in rows), default=0)
    cells = [[" ".join(neutral(cell).split()) for cell in row] + [""] * (width - len(row)) for row in rows]
    if any(_width(cell) > WIDEST_CELL for row in cells for cell in row):
        head, *rest = cells
        records = ["\n".join(f"{name}: {cell}" for name, cell in zip(head, row, strict=True)) for row in rest]
        return "\n\n".join(records or ["\n".join(head)])
    right = numeric_columns(cells[1:], width)
    widths = [max(_width(row[at]) for row in cells) for at in range(width)]
    lines = [
        "  ".join(_padded(cell, widths[at], right=right[at]) for at, cell in enumerate(row)).rstrip()
        for row in cells
    ]
    return "\n".join([*lines[:1], "  ".join("─" * one for one in widths), *lines[1:]])


def _width(text: str) -> int:
    return sum(
        0
        if unicodedata.category(sign) in ("Mn", "Cf")
        else 2
        if unicodedata.east_asian_width(sign) in "WF"
        else 1
        for sign in text
    )


def _padded(text: str, width: int, *, right: bool) -> str:
    room = " " * (width - _width(text))
    return room + text if right else text + room


def chart_block(chart: Chart) -> Kit | None:
    """Return the chart as a block; None if it is too large, or if its shortened names would become equal."""
    labels = [blocks.cut(neutral(label), LONGEST_NAME) for label in chart.labels]
    names = [blocks.cut(neutral(name), LONGEST_NAME) for name, _ in chart.series]
    fits = 0 < len(labels) <= MOST_POINTS and 0 < len(names) <= MOST_SERIES
    if not fits or len(set(labels)) < len(labels) or len(set(names)) < len(names):
        return None
    series = [(name, values) for name, (_, values) in zip(names, chart.series, strict=True)]
    return blocks.bar_chart(neutral(chart.title), labels, series)


def bars(chart: Chart) -> str:
    """Return the chart as lines of text, one group for each label."""
    top = max((abs(value) for _, values in chart.series for value in values), default=0) or 1
    left = max((_width(blocks.cut(neutral(name), LONGEST_BAR_NAME)) for name, _ in chart.series), default=0)
    lines: list[str] = []
    for at, label in enumerate(chart.labels):
        lines.append(blocks.cut(neutral(label), LONGEST_BAR_NAME))
        for name, values in chart.series:
            bar = "█" * round(abs(values[at]) / top * _BAR) or "▏"
            lines.append(
                f"  {_padded(blocks.cut(neutral(name), LONGEST_BAR_NAME), left, right=False)}  {bar} {values[at]:g}"
            )
    return "\n".join(lines)
