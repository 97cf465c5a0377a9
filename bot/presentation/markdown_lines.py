"""Read the lines of a CommonMark text, each with the code block or table around it."""

import re
from dataclasses import dataclass, replace

from markdown_it import MarkdownIt
from markdown_it.token import Token

HEADING_SIGN = re.compile(r"\s*#{1,6} ")
LONGEST_OPENING = 80
"""Most characters behind the marker of a code block that are repeated after a cut."""

END = "\x02end\x03"
"""Mark that no read text contains, because control characters are not part of Markdown."""

PARSER = MarkdownIt("commonmark").enable("table")
PARSER.core.ruler.enableOnly(["normalize", "block"])


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkdownLine:
    """One line, and the marks to repeat if the text is cut before or inside it."""

    start: int
    """Its offset in the text."""

    text: str
    fence: str = ""
    """The fence that reopens this line's code block, or that the line closes; without a newline."""

    short_fence: str = ""
    """The same without the name of a language."""

    fence_indent: int = 0
    """Indentation of the code block's lines, because the block is part of a list."""

    opens_fence: str = ""
    """The marker, if this line opens a code block."""

    closes_fence: bool = False
    table_head: str = ""
    """For a row below a table's first one: heading row and delimiter row, with their newlines."""

    is_glued: bool = False
    """Whether it belongs to the line above, as a table's first row does, so that there is no cut before it."""

    is_heading: bool = False
    begins_block: bool = False
    after_heading: bool = False
    after_blank: bool = False

    @property
    def counts_as_heading(self) -> bool:
        """Tell whether marks alone would make a heading of this line, as in code with `# `."""
        return bool(HEADING_SIGN.match(self.text))


def read_lines(text: str) -> list[MarkdownLine]:
    """Return the lines of a text in order; their texts joined by newlines are the text.

    Line ends other than a newline must be removed before.
    """
    lines: list[MarkdownLine] = []
    start = 0
    for raw in text.split("\n"):
        after_blank = not lines or not lines[-1].text.strip()
        lines.append(MarkdownLine(start=start, text=raw, after_blank=after_blank))
        start += len(raw) + 1
    for token in PARSER.parse(text):
        if token.map is not None:
            _mark(lines, token, *token.map)
    return lines


def closing(text: str) -> str:
    """Return the fence that closes an open code block at the end of a text; empty if none is open."""
    if "```" not in text and "~~~" not in text:
        return ""
    for token in PARSER.parse(f"{text}\n\n{END}"):
        if token.type == "fence" and END in token.content:
            return f"\n{token.markup}"
    return ""


def _mark(lines: list[MarkdownLine], token: Token, first: int, end: int) -> None:
    """Record the block around each of these lines."""
    end = min(end, len(lines))
    if token.level == 0 or token.type in ("fence", "heading_open", "table_open", "hr"):
        lines[first] = replace(lines[first], begins_block=True)
        if token.level > 0 and end < len(lines):
            lines[end] = replace(lines[end], begins_block=True)
    if token.type == "fence":
        _mark_fence(lines, token, first, end)
    elif token.type == "heading_open":
        _mark_heading(lines, first, end)
    elif token.type == "table_open" and token.level == 0:
        _mark_table(lines, first, end)


def _mark_fence(lines: list[MarkdownLine], token: Token, first: int, end: int) -> None:
    opening = lines[first].text
    before = opening[: max(opening.find(token.markup), 0)]
    margin = re.sub(r"[^>\s]", " ", before)
    indent = 0 if ">" in margin else len(margin)
    margin = margin if ">" in margin else ""
    short = f"{margin}{token.markup}"
    full = f"{short}{token.info}" if len(token.info) <= LONGEST_OPENING else short
    lines[first] = replace(lines[first], opens_fence=token.markup, fence_indent=indent)
    is_closed = end - first - 1 > token.content.count("\n")
    for index in range(first + 1, end):
        closes = is_closed and index == end - 1
        lines[index] = replace(
            lines[index], fence=full, short_fence=short, fence_indent=indent, closes_fence=closes
        )


def _mark_heading(lines: list[MarkdownLine], first: int, end: int) -> None:
    lines[first] = replace(lines[first], is_heading=True)
    for index in range(first + 1, end):
        lines[index] = replace(lines[index], is_glued=True)
    while end < len(lines) and not lines[end].text.strip():
        end += 1
    if end < len(lines):
        lines[end] = replace(lines[end], after_heading=True)


def _mark_table(lines: list[MarkdownLine], first: int, end: int) -> None:
    head = f"{lines[first].text}\n{lines[first + 1].text}\n"
    for index in range(first + 1, end):
        is_glued = index <= first + 2
        lines[index] = replace(lines[index], is_glued=is_glued, table_head="" if is_glued else head)
