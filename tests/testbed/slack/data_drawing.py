"""Draws tables and charts as aligned lines of text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from typing import Any

from tests.testbed.slack.rich_text_drawing import draw_rich_text

GAP = "  "


def cell_text(cell: dict[str, Any], names: Any) -> str:
    """Return the visible text of one cell."""
    if cell["type"] == "rich_text":
        return " ".join(draw_rich_text(cell, names))
    return str(cell.get("text", cell.get("value", "")))


def draw_table(block: dict[str, Any], names: Any, indent: str, width: int) -> Iterator[str]:
    """Columns as wide as their widest cell, broken where the table would not fit; a rule below the head."""
    rows = [[cell_text(cell, names) for cell in row] for row in block["rows"]]
    columns = max(len(row) for row in rows)
    rows = [row + [""] * (columns - len(row)) for row in rows]
    widths = _fit([max(len(row[at]) for row in rows) for at in range(columns)], width)
    settings: list[Any] = block.get("column_settings", [])
    aligned_right = {at for at, setting in enumerate(settings) if setting and setting.get("align") == "right"}
    for number, row in enumerate(rows):
        broken = [textwrap.wrap(text, widths[at]) or [""] for at, text in enumerate(row)]
        for line in range(max(len(cell) for cell in broken)):
            parts = [cell[line] if line < len(cell) else "" for cell in broken]
            aligned = [
                part.rjust(size) if at in aligned_right else part.ljust(size)
                for at, (part, size) in enumerate(zip(parts, widths, strict=True))
            ]
            yield (indent + GAP.join(aligned)).rstrip()
        if number == 0:
            yield indent + GAP.join("-" * size for size in widths)


def _fit(widths: list[int], width: int) -> list[int]:
    room = max(width - len(GAP) * (len(widths) - 1), 4 * len(widths))
    widths = [max(1, size) for size in widths]
    while sum(widths) > room:
        widest = widths.index(max(widths))
        widths[widest] -= 1
    return widths


def draw_chart(block: dict[str, Any], indent: str) -> Iterator[str]:
    """The title, then a line of figures for each series, or the segments of a pie."""
    chart = block["chart"]
    yield f"{indent}{block['title']} ({chart['type']} chart)"
    if chart["type"] == "pie":
        yield f"{indent}{GAP}" + ", ".join(f"{one['label']} {one['value']:g}" for one in chart["segments"])
        return
    for series in chart["series"]:
        points = ", ".join(f"{point['label']} {point['value']:g}" for point in series["data"])
        yield f"{indent}{GAP}{series['name']}: {points}"
