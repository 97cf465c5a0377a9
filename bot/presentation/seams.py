"""Find the places where a text may be cut, and rate each of them."""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from bot.presentation.markdown_lines import MarkdownLine

SeamKind = Literal["heading", "blank", "row", "line", "sentence", "word", "inside"]

WHOLE = re.compile(
    r"(?<!`)(?P<code>`+)(?!`)(?:.+?)(?<!`)(?P=code)(?!`)"
    r"|!?\[[^\[\]]*\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*(?:\s[^()]*)?\)"
    r"|<[^<>\s]+>"
    r"|https?://[^\s<>]+",
    re.DOTALL,
)
"""Inline code, links and addresses, which would lose their meaning if cut."""

SENTENCE_END = re.compile(r"[.!?…][\"')\]*_]*\s+|[。！？]")
WORD_END = re.compile(r"\s+")
JOINS = "\u200d\ufe0e\ufe0f"


@dataclass(frozen=True, slots=True)
class Seam:
    """A possible cut before the character at this offset."""

    at: int
    kind: SeamKind


def seams_in(text: str, lines: Sequence[MarkdownLine], *, too_long: int) -> list[Seam]:
    """Return all places where a cut is allowed, from front to back.

    Args:
        text: Text to cut.
        lines: The same text as lines.
        too_long: Characters above which even a link or code may be cut.
    """
    short = (span for span in _wholes(text, lines) if span[1] - span[0] <= too_long)
    wholes = sorted([*_marks(lines), *short])
    found: dict[int, Seam] = {}
    for line in lines:
        for seam in _seams_of(line):
            found.setdefault(seam.at, seam)
    for at in range(1, len(text)):
        if at not in found and _splits_nothing(text, at):
            found[at] = Seam(at, "inside")
    starts = [start for start, _ in wholes]
    return [found[at] for at in sorted(found) if 0 < at < len(text) and not _is_inside(at, wholes, starts)]


def _seams_of(line: MarkdownLine) -> Iterator[Seam]:
    """Yield the possible cuts before this line and within it."""
    before = _before(line)
    if before:
        yield Seam(line.start, before)
    if not line.fence:
        for end in SENTENCE_END.finditer(line.text):
            yield Seam(line.start + end.end(), "sentence")
    for gap in WORD_END.finditer(line.text):
        if line.text[: gap.start()].strip():
            yield Seam(line.start + gap.end(), "word")


def _before(line: MarkdownLine) -> SeamKind | None:
    """Rate a cut before this line; None if it would separate a header or split something."""
    if line.is_glued or line.closes_fence or not line.text.strip():
        return None
    if line.fence:
        return "line"
    if line.is_heading:
        return "heading"
    if line.after_heading:
        return "sentence"
    if line.after_blank:
        return "blank"
    return "row" if line.table_head else "line"


def _marks(lines: Sequence[MarkdownLine]) -> Iterator[tuple[int, int]]:
    """Return the positions of the marks that open and close code blocks."""
    for line in lines:
        if line.opens_fence:
            yield line.start, line.start + line.text.find(line.opens_fence) + len(line.opens_fence)
        elif line.closes_fence:
            yield line.start, line.start + len(line.text)


def _wholes(text: str, lines: Sequence[MarkdownLine]) -> list[tuple[int, int]]:
    """Return the spans of inline code, links and addresses, paragraph by paragraph."""
    spans: list[tuple[int, int]] = []
    start: int | None = None
    for line in lines:
        ends = bool(line.fence) or bool(line.opens_fence) or not line.text.strip()
        if ends and start is not None:
            spans += [found.span() for found in WHOLE.finditer(text, start, line.start)]
            start = None
        elif not ends and start is None:
            start = line.start
    if start is not None:
        spans += [found.span() for found in WHOLE.finditer(text, start)]
    return spans


def _is_inside(at: int, spans: Sequence[tuple[int, int]], starts: Sequence[int]) -> bool:
    index = bisect_right(starts, at) - 1
    return index >= 0 and spans[index][0] < at < spans[index][1]


def _splits_nothing(text: str, at: int) -> bool:
    """Tell whether a cut here keeps each letter with its accent, each emoji whole, and each surrogate pair together."""
    here, before = text[at], text[at - 1]
    if here in JOINS or before == "\u200d" or unicodedata.combining(here):
        return False
    is_pair = "\ud800" <= before <= "\udbff" and "\udc00" <= here <= "\udfff"
    is_flag = "\U0001f1e6" <= here <= "\U0001f1ff" or "\U0001f3fb" <= here <= "\U0001f3ff"
    return not is_pair and not is_flag
