"""Draws tables and charts within a terminal's width."""

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table as RichTable
from rich.text import Text

from bot.platforms.terminal.harmless import harmless
from bot.post import Chart, Table

LONGEST_BAR = 20
ROOM_FOR_A_FIGURE = 8
"""Characters reserved after a bar."""


class DrawnTable:
    """A table, or one paragraph for each row if columns would break words."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        rows = (self.table.columns, *self.table.rows)
        columns = len(self.table.columns)
        widths = [max(_longest_word(row[index]) for row in rows) for index in range(columns)]
        if sum(widths) + 3 * (columns - 1) > options.max_width:
            yield from self._paragraphs()
            return
        drawn = RichTable(show_edge=False, pad_edge=False, header_style="bold")
        for column, width in zip(self.table.columns, widths, strict=True):
            drawn.add_column(Text(harmless(column)), overflow="fold", min_width=width)
        for row in self.table.rows:
            drawn.add_row(*(Text(harmless(cell)) for cell in row))
        yield drawn

    def _paragraphs(self) -> RenderResult:
        for row in self.table.rows:
            cells = [f"{column}: {cell}" for column, cell in zip(self.table.columns, row, strict=True)]
            yield Text(harmless(" · ".join(cells)))


class DrawnChart:
    """Bars, one group for each label."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        series = self.chart.series
        largest = max((value for _, values in series for value in values), default=0.0)
        width = max((len(name) for name, _ in series), default=0)
        room = max(min(LONGEST_BAR, options.max_width - width - 4 - ROOM_FOR_A_FIGURE), 1)
        yield Text(harmless(self.chart.title), style="bold")
        for index, label in enumerate(self.chart.labels):
            yield Text(harmless(label))
            for name, values in series:
                length = round(room * values[index] / largest) if largest > 0 else 0
                bar = f"{'█' * length} " if length else ""
                yield Text(f"  {harmless(name):<{width}}  {bar}{values[index]:g}")


def _longest_word(text: str) -> int:
    return max((len(word) for word in harmless(text).split()), default=1)
