"""Draws tables as a padded code block if that is narrow enough, else as groups of bullets, and charts as text bars."""

import re
from collections.abc import Sequence

from rich.cells import cell_len

from bot.platforms.columns import aligned, bars
from bot.post import Chart
from council_core.exports.source import outside_code

WIDEST = 60
"""Columns of characters that a code block shows on a desktop without wrapping; a phone shows about half and
scrolls."""

LONGEST_BLOCK = 1_500
"""Most characters of a code block within a message of 2,000."""

SHORT = 3
"""Length up to which a first cell says too little alone (`B`, `12`), so its heading is put before it."""

FEW = 3
"""Most columns with which a row is easier to read on one line than as a group of bullets."""


def table_text(columns: Sequence[str], rows: Sequence[Sequence[str]], *, is_prose: bool = False) -> str:
    """Draw a table as markdown. Mentions in its cells are already broken.

    Args:
        columns: The headings.
        rows: The cells.
        is_prose: Whether the cells are Markdown and not plain text. Such a table often compares, so its second heading
            matters to those who read a row without the table.
    """
    width = max(len(columns), *(len(row) for row in rows), 1) if rows else max(len(columns), 1)
    cells = [[" ".join(cell.split()) for cell in row] + [""] * (width - len(row)) for row in (columns, *rows)]
    block = aligned([[_without_marks(cell) for cell in row] for row in cells] if is_prose else cells)
    widest = max(cell_len(line) for line in block.split("\n"))
    has_links = is_prose and any(_LINK.search(cell) for row in cells for cell in row)
    if widest <= WIDEST and len(block) <= LONGEST_BLOCK and not has_links:
        return f"```\n{_kept_in(block)}\n```"
    return _bullets(cells[0], cells[1:], is_prose=is_prose)


_LINK = re.compile(r"\]\(<?https?://")
_MARKED = re.compile(
    r"(?P<strong>\*\*|__|~~)(?=\S)(?P<words>.+?)(?<=\S)(?P=strong)"
    r"|(?<![\w*])\*(?=[^\s*])(?P<em>[^*]+)(?<=\S)\*(?![\w*])"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
)


def _without_marks(cell: str) -> str:
    """Return a cell without its marks, which a code block would show. Those around code stay."""

    def words(found: re.Match[str]) -> str:
        return found["escaped"] or _MARKED.sub(words, found["words"] or found["em"])

    return outside_code(cell, lambda text: _MARKED.sub(words, text))


def _kept_in(block: str) -> str:
    return block.replace("```", "`\u200b`\u200b`")


def _bullets(columns: Sequence[str], rows: Sequence[Sequence[str]], *, is_prose: bool) -> str:
    """Draw each row under its first cell in bold: on the same line if there are few columns, else as a group of
    bullets."""
    lines: list[str] = []
    for row in rows:
        name = f"{columns[0]} " if len(row[0]) <= SHORT else ""
        first = f"**{_inline(f'{name}{row[0]}'.strip()) or '–'}**"
        if 1 < len(columns) <= FEW:
            names = [columns[1] if is_prose and len(columns) > 2 else "", *columns[2:]]
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


def chart_text(chart: Chart) -> str:
    """Draw the chart as lines of text in a code block."""
    return f"```\n{_kept_in(bars(chart))}\n```"
