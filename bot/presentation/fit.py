"""Cut a long CommonMark text into pieces that each fit into a post and can be read alone, without losing anything.

A text is cut before a heading if one is in the right place. Otherwise it is cut at a blank line, between table rows or
lines, after a sentence or between words; inside a word only as a last resort. A code block that is cut is closed and
opened again; a table that is cut gets its heading row again.
"""

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Literal

from bot.post import Limits
from bot.presentation.markdown_lines import MarkdownLine, closing, read_lines

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


ROOM_FOR_A_SEAM = {"heading": 0.5, "blank": 0.35, "row": 0.35, "line": 0.35, "sentence": 0.25, "word": 0.0}
"""Share of a piece's room that must be full before a cut of that kind is accepted."""

FENCE = re.compile(r"`{3,}")
LANGUAGE = re.compile(r"[\w+#.-]*")
CODE_IN_CHAT = re.compile(r"(?P<fence>`{3,})(?P<code>.*?)(?:(?P<close>(?P=fence))(?!`)|\Z)", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Piece:
    """A slice of the text, with the marks around it that make it complete by itself."""

    before: str
    body: str
    """The text's own characters; all bodies together are the text."""

    after: str = ""
    indent: int = 0
    """Indentation of the first lines, whose code block is opened again at the margin."""

    indented: int = 0
    """Number of those lines."""

    @property
    def text(self) -> str:
        """Return the text with its code block closed, without empty lines at its ends."""
        return self.opened + self.after

    @property
    def opened(self) -> str:
        """Return the text before its code block is closed."""
        lines = self.body.split("\n")
        for index, line in enumerate(lines[: self.indented]):
            blank = len(line) - len(line.lstrip(" "))
            lines[index] = line[min(blank, self.indent) :]
        body = "\n".join(lines).rstrip("\n")
        return self.before + (body if self.before else body.lstrip("\n"))


def fit(text: str, limits: Limits) -> tuple[str, ...]:
    """Return the text in pieces, none heavier than `limits.prose` by `limits.weigh`, and none with more blocks than
    `limits.blocks`; one piece if the whole text fits. Blank text gives none."""
    return tuple(piece.text for piece in pieces(text, limits) if piece.body.strip())


def balanced(text: str) -> str:
    """Return the text with an open code block closed, so that later text is not drawn inside it."""
    return text + closing(text)


def question_prose(text: str) -> str:
    """Return a person's question as separate CommonMark.

    In chat, ``` opens and closes a code block anywhere; in CommonMark only at the beginning of a line. Such a block
    gets lines of its own. A question whose code blocks are valid CommonMark stays as it is.
    """
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    first = FENCE.search(text)
    if first is None or not (
        closing(text) or text[text.rfind("\n", 0, first.start()) + 1 : first.start()].strip()
    ):
        return balanced(text)
    return balanced(CODE_IN_CHAT.sub(_on_lines_of_its_own, text))


def _on_lines_of_its_own(block: re.Match[str]) -> str:
    code = block["code"]
    if "\n" not in code:
        return block[0]
    fence, rest = block["fence"], block.string[block.end() :]
    # The text behind a fence names a language in CommonMark; in chat it may be code.
    opened = "\n" if not LANGUAGE.fullmatch(code.partition("\n")[0].strip()) else ""
    before = "\n" if block.string[: block.start()].rpartition("\n")[2].strip() else ""
    closes = block["close"] or ""
    end = "" if not closes or code.endswith("\n") else "\n"
    after = "\n" if closes and rest.partition("\n")[0].strip() else ""
    return f"{before}{fence}{opened}{code}{end}{closes}{after}"


def pieces(text: str, limits: Limits) -> tuple[Piece, ...]:
    """Return the text in slices, with newlines as its only line ends; see `fit`."""
    return tuple(_Cutter(text.replace("\r\n", "\n").replace("\r", "\n"), limits).cut())


class _Cutter:
    """Walks through one text from front to back and takes as much as fits."""

    def __init__(self, text: str, limits: Limits) -> None:
        self.text = text
        self.limits = limits
        self.lines = read_lines(text)
        self.starts = [line.start for line in self.lines]
        costs = [limits.escape_cost if sign in "&<>" else 1 for sign in text]
        for line in self.lines:
            if line.counts_as_heading and line.start < len(costs):
                costs[line.start] += limits.heading_cost
        self.weights = [0, *accumulate(costs)]
        self.blocks = [line.start for line in self.lines if line.begins_block]

    @cached_property
    def seams(self) -> list[Seam]:
        """Return the possible cuts; computed only if the text must be cut, which few texts must."""
        return seams_in(self.text, self.lines, too_long=self.limits.prose // 2)

    @cached_property
    def places(self) -> list[int]:
        return [seam.at for seam in self.seams]

    def cut(self) -> Iterator[Piece]:
        start = 0
        while start < len(self.text):
            piece = self._next(start)
            yield piece
            start += len(piece.body)

    def _next(self, start: int) -> Piece:
        """Return the piece that begins here. Its closing marks are known only after it is cut, so it may be shortened
        once more."""
        before = self._before(start)
        room = self.limits.prose - self.limits.weigh(before)
        while True:
            end = self._end(start, before, room)
            piece = self._piece(start, end, before)
            too_much = self.limits.weigh(piece.text) - self.limits.prose
            if too_much <= 0 or end == start + 1:
                return piece
            taken = min(room, self.weights[end] - self.weights[start])
            room = max(taken - too_much, taken // 2)

    def _piece(self, start: int, end: int, before: str) -> Piece:
        first = self._line_at(start)
        inside = 0
        if first.fence and first.fence_indent:
            below = self.lines[bisect_right(self.starts, start) - 1 :]
            inside = next((index for index, line in enumerate(below) if not line.fence), len(below))
        open_piece = Piece(
            before=before, body=self.text[start:end], indent=first.fence_indent, indented=inside
        )
        return Piece(
            before=before,
            body=open_piece.body,
            after=closing(open_piece.opened),
            indent=first.fence_indent,
            indented=inside,
        )

    def _line_at(self, position: int) -> MarkdownLine:
        return self.lines[bisect_right(self.starts, position) - 1]

    def _before(self, start: int) -> str:
        """Return the text to repeat before a piece that begins here: the first line of its code block, or its table's
        head."""
        line = self._line_at(start)
        if line.opens_fence and start > line.start:
            said_again = [f"{line.opens_fence}\n"]
        elif line.fence:
            said_again = [f"{line.fence}\n", f"{line.short_fence}\n"]
        else:
            said_again = [line.table_head]
        return next((said for said in said_again if self.limits.weigh(said) <= self.limits.prose // 3), "")

    def _end(self, start: int, before: str, room: int) -> int:
        """Return the best end for the piece that begins here, with at most `room` characters of the text itself."""
        furthest = bisect_right(self.weights, self.weights[start] + max(room, 0)) - 1
        if self.limits.blocks is not None:
            begun = bisect_right(self.blocks, start) + (
                1 if self._line_at(start).table_head and before else 0
            )
            over = max(begun + self.limits.blocks - 1, bisect_right(self.blocks, start))
            furthest = min(furthest, self.blocks[over]) if over < len(self.blocks) else furthest
        if furthest >= len(self.text):
            return len(self.text)
        return self._best_seam(start, furthest) or max(furthest, start + 1)

    def _best_seam(self, start: int, furthest: int) -> int | None:
        within = self.seams[bisect_right(self.places, start) : bisect_right(self.places, furthest)]
        last: dict[str, Seam] = {seam.kind: seam for seam in within}
        full = self.weights[furthest] - self.weights[start]
        for kind, share in ROOM_FOR_A_SEAM.items():
            seam = last.get(kind)
            if seam is not None and self.weights[seam.at] - self.weights[start] >= share * full:
                return seam.at
        return last["inside"].at if "inside" in last else None
