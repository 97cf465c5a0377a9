"""Draws tables and charts as Slack's own blocks if they fit, else as text columns and bars."""

from collections.abc import Sequence
from dataclasses import replace

from rich.cells import cell_len

from bot.platforms import columns
from bot.platforms.slack.drawing import blocks
from bot.platforms.slack.drawing.blocks import Kit
from bot.platforms.slack.drawing.markup import neutral
from bot.post import Chart, Table

# docs.slack.dev, table block: 100 rows of 20 cells, 10,000 characters in all cells of a message.
MOST_ROWS, MOST_COLUMNS, MOST_CELLS = 100, 20, 10_000
# docs.slack.dev, data visualization block: 12 series of 20 points, names of 20 characters.
MOST_SERIES, MOST_POINTS, LONGEST_NAME = 12, 20, 20

LONGEST_BAR_NAME = 60
WIDEST_CELL = 60
"""Most characters of a cell; most screens wrap wider tables, which destroys the columns."""


def table_block(table: Table) -> Kit | None:
    """Return the table as a block; None if it is too large for one."""
    rows = [[neutral(cell) for cell in row] for row in (table.columns, *table.rows)]
    size = sum(max(1, len(cell.strip())) for row in rows for cell in row)
    if not table.columns or len(rows) > MOST_ROWS or len(table.columns) > MOST_COLUMNS or size > MOST_CELLS:
        return None
    return blocks.table(rows, columns.numeric_columns(table.rows, len(table.columns)))


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """Return rows of cells, the first one the heading, as lines with aligned columns.

    Rows whose cells are too wide for columns become lists of headings and values.
    """
    width = max((len(row) for row in rows), default=0)
    cells = [[" ".join(neutral(cell).split()) for cell in row] + [""] * (width - len(row)) for row in rows]
    if any(cell_len(cell) > WIDEST_CELL for row in cells for cell in row):
        head, *rest = cells
        records = ["\n".join(f"{name}: {cell}" for name, cell in zip(head, row, strict=True)) for row in rest]
        return "\n\n".join(records or ["\n".join(head)])
    return columns.aligned(cells)


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
    labels = tuple(blocks.cut(neutral(label), LONGEST_BAR_NAME) for label in chart.labels)
    series = tuple((blocks.cut(neutral(name), LONGEST_BAR_NAME), values) for name, values in chart.series)
    return columns.bars(replace(chart, labels=labels, series=series))
