"""Tables and charts as lines of text in a font whose letters all have the same width."""

import re
from collections.abc import Sequence

from rich.cells import cell_len

from bot.post import Chart

BAR = 16
"""Signs of the longest bar."""

_NUMBER = re.compile(r"[-+−]?[\d\s.,]+\s?[%€$×s]?|–|-?")


def aligned(cells: Sequence[Sequence[str]]) -> str:
    """Return lines with aligned columns for rows of equal length, whose first one is the heading."""
    size = max((len(row) for row in cells), default=0)
    right = numeric_columns(cells[1:], size)
    widths = [max(cell_len(row[at]) for row in cells) for at in range(size)]
    lines = [
        "  ".join(_padded(cell, widths[at], right=right[at]) for at, cell in enumerate(row)).rstrip()
        for row in cells
    ]
    return "\n".join([*lines[:1], "  ".join("─" * one for one in widths), *lines[1:]])


def numeric_columns(rows: Sequence[Sequence[str]], size: int) -> list[bool]:
    """Tell for each of so many columns whether it holds only numbers."""
    return [bool(rows) and all(_NUMBER.fullmatch(row[at].strip()) for row in rows) for at in range(size)]


def bars(chart: Chart) -> str:
    """Return the chart as lines: each label, and below it a bar with its value for each series."""
    top = max((abs(value) for _, values in chart.series for value in values), default=0) or 1
    left = max((cell_len(name) for name, _ in chart.series), default=0)
    lines: list[str] = []
    for at, label in enumerate(chart.labels):
        lines.append(label)
        for name, values in chart.series:
            bar = "█" * round(abs(values[at]) / top * BAR) or "▏"
            lines.append(f"  {_padded(name, left, right=False)}  {bar} {values[at]:g}")
    return "\n".join(lines)


def _padded(text: str, width: int, *, right: bool) -> str:
    room = " " * (width - cell_len(text))
    return room + text if right else text + room
