"""Text as chats show it: tables in columns of equal width, line breaks without HTML, and colons that name no emoji."""

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


FENCED = re.compile(r"^ {0,12}(?P<fence>`{3,}|~{3,}).*?(?:^ {0,12}(?P=fence)|\Z)", re.DOTALL | re.MULTILINE)
CODE = re.compile(r"(`{1,3}[^`\n]+`{1,3})")
BREAK = re.compile(r"(?:(?<![ \t])[ \t]++)?<br ?/?>[ \t]*+", re.IGNORECASE)
POINTS = (".", ",", ";", ":", "!", "?", "|", "。", "、")


def without_breaks(text: str) -> str:
    """Return a text with line ends, and in rows of tables semicolons, for each `<br>` outside of code."""
    if "<br" not in text.lower():
        return text
    parts: list[str] = []
    end = 0
    for block in FENCED.finditer(text):
        parts += [*map(_line, text[end : block.start()].splitlines(keepends=True)), block[0]]
        end = block.end()
    return "".join([*parts, *map(_line, text[end:].splitlines(keepends=True))])


def _line(line: str) -> str:
    becomes = _in_row if "|" in line else _in_text
    return "".join(
        piece if at % 2 else BREAK.sub(becomes, piece) for at, piece in enumerate(CODE.split(line))
    )


def _in_text(found: re.Match[str]) -> str:
    return "" if found.string.startswith("\n", found.end()) else "\n"


def _in_row(found: re.Match[str]) -> str:
    return " " if found.string[: found.start()].endswith(POINTS) else "; "


NO_WIDTH = "\u200b"
"""Zero width space: parts the colons and is invisible."""

_NAME = r"[a-z0-9_+'-]{1,100}"
_INSIDE_WORDS = re.compile(
    rf"(?P<address>https?://\S+)|(?<=[0-9A-Za-z:]):(?={_NAME}:)|:(?={_NAME}:[0-9A-Za-z])", re.IGNORECASE
)


def parted(text: str) -> str:
    """Part the colons that a chat would take for an emoji's name, as in `10:100:20` or `urn:x:y`.

    Return a text in which only the name of an emoji that stands alone, as `:tada:`, becomes one."""
    return _INSIDE_WORDS.sub(lambda found: found["address"] or f":{NO_WIDTH}", text) if ":" in text else text
