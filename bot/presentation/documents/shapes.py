"""Shapes of pictures: SVG without style, script or any address in it.

A picture uses the colours of the text around it and one accent, so it is legible on light and dark.
"""

from collections.abc import Iterable
from html import escape
from unicodedata import east_asian_width

from council_core.exports.document import FONTS, WIDTH, Chart
from council_core.exports.tree import CONTROL

ACCENT = "#2a9d7f"
LABEL, ROW = 200, 26
"""Pixels: width of a name, height of one line."""

NARROW = 340
"""Pixels: width of a picture for a phone."""

MARGIN = 4
"""Pixels left free at the left of a name: in some fonts a letter such as J begins before its place."""

LETTER, WIDE_LETTER = 8.0, 13.0
"""Pixels: width of most letters, and of Chinese, Japanese and Korean ones, at the size of the texts."""

SPACE = 8
"""Pixels between a shape and its text."""


def fitted(text: str, room: float) -> str:
    """Return a text cut to a width in pixels."""
    if width_of(text) <= room:
        return text
    while text and width_of(f"{text}…") > room:
        text = text[:-1]
    return f"{text}…"


def width_of(text: str) -> float:
    """Return about how many pixels a text takes, rather too many than too few."""
    return sum(WIDE_LETTER if east_asian_width(letter) in "WF" else LETTER for letter in text)


def text_at(x: float, y: float, text: str, *, anchor: str = "start") -> str:
    """Return a text at a point."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(CONTROL.sub("", text))}</text>'


def stroke(x1: float, y1: float, x2: float, y2: float) -> str:
    """Return a thin line."""
    return f'<path d="M{x1} {y1}L{x2} {y2}" stroke="currentColor" stroke-opacity="0.4"/>'


def chart_of(section: str, title: str, height: float, shapes: Iterable[str], *, width: int = WIDTH) -> Chart:
    """Return a picture of these shapes."""
    svg = (
        f'<svg class="chart" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height:.0f}" width="{width}" '
        f'height="{height:.0f}" role="img" font-family="{FONTS}" font-size="13" fill="currentColor">'
        f"<title>{escape(title)}</title>{''.join(shapes)}</svg>"
    )
    return Chart(section=section, title=title, svg=svg, height=round(height))
