"""Draws tables as a padded code block if that is narrow enough, else as groups of bullets, and charts as text bars."""

import re
import unicodedata
from collections.abc import Sequence

from bot.post import Chart

WIDEST = 60
"""Columns of characters that a code block shows on a desktop without wrapping; a phone shows about half and
scrolls."""

LONGEST_BLOCK = 1_500
"""Most characters of a code block within a message of 2,000."""

SHORT = 3
"""Length up to which a first cell says too little alone (`B`, `12`), so its heading is put before it."""

FEW = 3
"""Most columns with which a row is easier to read on one line than as a group of bullets."""

BAR = 16
_NUMBER = re.compile(r"[-+−]?[\d\s.,]+\s?[%€$×s]?|–|-?")


def table_text(columns: Sequence[str], rows: Sequence[Sequence[str]], *, names_values: bool = False) -> str:
    """Draw a table as markdown. Cells are plain text in which mentions are already broken.

    Args:
        columns: The headings.
        rows: The cells.
        names_values: Whether the second heading matters to those who read a row without the table, as in a comparison.
    """
    width = max(len(columns), *(len(row) for row in rows), 1) if rows else max(len(columns), 1)
    cells = [[" ".join(cell.split()) for cell in row] + [""] * (width - len(row)) for row in (columns, *rows)]
    block = aligned(cells)
    widest = max(len_shown(line) for line in block.split("\n"))
    if widest <= WIDEST and len(block) <= LONGEST_BLOCK:
        return f"```\n{_kept_in(block)}\n```"
    return _bullets(cells[0], cells[1:], names_values=names_values)


def _kept_in(block: str) -> str:
    return block.replace("```", "`\u200b`\u200b`")


def _bullets(columns: Sequence[str], rows: Sequence[Sequence[str]], *, names_values: bool) -> str:
    """Draw each row under its first cell in bold: on the same line if there are few columns, else as a group of
    bullets."""
    lines: list[str] = []
    for row in rows:
        name = f"{columns[0]} " if len(row[0]) <= SHORT else ""
        first = f"**{_inline(f'{name}{row[0]}'.strip()) or '–'}**"
        if 1 < len(columns) <= FEW:
            names = [columns[1] if names_values and len(columns) > 2 else "", *columns[2:]]
            lines.append(f"{first}: {' · '.join(map(_named, names, row[1:]))}")
            continue
        lines.append(first)
        for name, cell in zip(columns[1:], row[1:], strict=True):
            if cell:
                lines.append(f"- {_named(name, cell)}")
    return "\n".join(lines) if rows else " · ".join(_inline(name) for name in columns)


def _named(name: str, cell: str) -> str:
    return f"{_inline(name)}: {_inline(cell)}" if name else _inline(cell)


def _inline(cell: str) -> str:
    return cell.replace("**", "").replace("||", "\\|\\|")


def aligned(cells: Sequence[Sequence[str]]) -> str:
    """Return lines with aligned columns for rows of equal length; the first row is the heading."""
    width = max((len(row) for row in cells), default=0)
    right = [_is_numeric([row[at] for row in cells[1:]]) for at in range(width)]
    widths = [max(len_shown(row[at]) for row in cells) for at in range(width)]
    lines = [
        "  ".join(_padded(cell, widths[at], right=right[at]) for at, cell in enumerate(row)).rstrip()
        for row in cells
    ]
    return "\n".join([*lines[:1], "  ".join("─" * one for one in widths), *lines[1:]])


def _is_numeric(column: Sequence[str]) -> bool:
    return bool(column) and all(_NUMBER.fullmatch(cell) for cell in column)


def len_shown(text: str) -> int:
    """Return the width of a text in a monospaced font."""
    return sum(_columns(sign) for sign in text)


def _columns(sign: str) -> int:
    if unicodedata.category(sign) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(sign) in "WF" else 1


def _padded(text: str, width: int, *, right: bool) -> str:
    room = " " * (width - len_shown(text))
    return room + text if right else text + room


def chart_text(chart: Chart) -> str:
    """Draw the chart as lines of text in a code block, one group for each label."""
    top = max((abs(value) for _, values in chart.series for value in values), default=0) or 1
    left = max((len_shown(name) for name, _ in chart.series), default=0)
    lines: list[str] = []
    for at, label in enumerate(chart.labels):
        lines.append(label)
        for name, values in chart.series:
            bar = "█" * round(abs(values[at]) / top * BAR) or "▏"
            lines.append(f"  {_padded(name, left, right=False)}  {bar} {values[at]:g}")
    return f"```\n{_kept_in(chr(10).join(lines))}\n```"
