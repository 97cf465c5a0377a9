"""Find code blocks, block quotes and code spans, by the line rules of CommonMark."""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

_FENCE = re.compile(r"[ \t]*(?:[-*+>][ \t]+)?(`{3,}|~{3,})[ \t]*([^\n`]*)$")
_QUOTED_LINE = re.compile(r" {0,3}>")
_INDENTED = re.compile(r"(?: {4}|\t| {1,3}\t)")
_LIST_ITEM = re.compile(r"\s*(?:[-*+•]|\d{1,9}[.)])\s")
_BACKTICKS = re.compile(r"^[ \t]*`{3,}(?=[^`\n]*$)|(?P<run>`+)|(?P<blank>\n[ \t]*\n)", re.MULTILINE)
_PROGRAM = re.compile(
    r"[;{}=<>$\\]|\b(?:def|import|return|class|function|const|let|var|SELECT|echo|print)\b|\w\(|^\s*[#$%]",
    re.M,
)
_WRAPPER = re.compile(r"\s*(?P<mark>`{3,}|~{3,})[ \t]*(?:markdown|md)[ \t]*\n", re.IGNORECASE)
_SPACE = re.compile(r"\s*")
_WORDS_FOR_PROSE = frozenset({"", "text", "txt", "plaintext", "markdown", "md", "plain"})

LineKind = Literal["code", "quotation"]


@dataclass(slots=True, kw_only=True)
class _Fence:
    start: int
    body: int
    mark: str
    language: str


@dataclass(slots=True)
class _Blocks:
    """Blocks found so far in a walk over the lines."""

    found: list[tuple[int, int, LineKind]] = field(default_factory=list[tuple[int, int, LineKind]])

    def add(self, start: int, end: int, kind: LineKind) -> None:
        if self.found and self.found[-1][2] == kind and self.found[-1][1] == start:
            start = self.found.pop()[0]
        self.found.append((start, end, kind))


def code_and_quoted_lines(text: str) -> list[tuple[int, int, LineKind]]:
    """Return fenced and indented code and block quotes as `(start, end, kind)`, in order and without overlaps.

    Three kinds are left out, because they are the answer itself: prose in one fence around everything, prose after a
        fence that is never closed, and a text with every line quoted.
    """
    blocks = _Blocks()
    fence: _Fence | None = None
    after_blank, in_list = True, False
    for start, end, line in _lines(text):
        if fence is not None:
            if _closes(fence, line):
                if not _wraps_everything(text, fence, start, end):
                    blocks.add(fence.start, end, "code")
                fence = None
            continue
        opening = _FENCE.match(line)
        if opening:
            fence = _Fence(start=start, body=end, mark=opening.group(1), language=opening.group(2).strip())
            after_blank = False
            continue
        if _QUOTED_LINE.match(line):
            blocks.add(start, end, "quotation")
        elif (
            _INDENTED.match(line)
            and line.strip()
            and not in_list
            and (after_blank or _code_ends(blocks, start))
        ):
            blocks.add(start, end, "code")
        elif line.strip():
            in_list = bool(_LIST_ITEM.match(line)) or (in_list and line[0] in " \t")
        after_blank = not line.strip()
    if fence is not None and not (_is_for_prose(fence) and _reads_as_prose(text[fence.body :])):
        blocks.add(fence.start, len(text), "code")
    return [] if _all_quoted(text, blocks) else blocks.found


def inline_code(text: str) -> Iterator[tuple[int, int]]:
    """Yield code spans: from a run of backticks to the next run of the same length in the same paragraph; no
    fences."""
    runs: list[tuple[int, int]] = []
    paragraphs: list[int] = []
    for match in _BACKTICKS.finditer(text):
        if match.lastgroup == "run":
            runs.append(match.span())
        elif match.lastgroup == "blank":
            paragraphs.append(match.start())
    by_length: dict[int, list[int]] = {}
    for start, end in runs:
        by_length.setdefault(end - start, []).append(start)
    free_from = 0
    for start, end in runs:
        if start < free_from:
            continue
        same = by_length[end - start]
        following = bisect_right(same, start)
        if following == len(same):
            continue
        closing = same[following]
        border = bisect_right(paragraphs, start)
        if border < len(paragraphs) and paragraphs[border] < closing:
            continue
        free_from = closing + (end - start)
        yield start, free_from


def fence_around(text: str) -> list[tuple[int, int]]:
    """Return the one or two lines of a fence such as ```` ```markdown ```` that a model put around its whole answer.

    Fences of code within it open with a language. A fence that only begins the text, or stands in it, is an example.
    """
    wrapper = _WRAPPER.match(text)
    if wrapper is None:
        return []
    mark = wrapper["mark"]
    inner = re.compile(rf"\n[ \t]*{mark[0]}{{{len(mark)},}}[ \t]*(?P<info>[^`\n]*)$", re.MULTILINE)
    is_open = False
    for fence in inner.finditer(text, wrapper.end() - 1):
        is_bare = not fence["info"].strip()
        if is_bare and not is_open:
            ends_text = _only_space(text, fence.end(), len(text))
            return [wrapper.span(), (fence.start(), len(text))] if ends_text else []
        if is_bare != is_open:
            return []
        is_open = not is_open
    return [wrapper.span()]


def _lines(text: str) -> Iterator[tuple[int, int, str]]:
    position = 0
    for line in text.splitlines(keepends=True):
        yield position, position + len(line), line.rstrip("\r\n")
        position += len(line)


def _closes(fence: _Fence, line: str) -> bool:
    stripped = line.strip()
    return len(stripped) >= len(fence.mark) and not stripped.strip(fence.mark[0])


def _wraps_everything(text: str, fence: _Fence, closing: int, end: int) -> bool:
    return (
        _is_for_prose(fence)
        and _only_space(text, 0, fence.start)
        and _only_space(text, end, len(text))
        and _reads_as_prose(text[fence.body : closing])
    )


def _only_space(text: str, start: int, end: int) -> bool:
    return _SPACE.fullmatch(text, start, end) is not None


def _is_for_prose(fence: _Fence) -> bool:
    return fence.language.lower() in _WORDS_FOR_PROSE


def _reads_as_prose(body: str) -> bool:
    return not _PROGRAM.search(body)


def _code_ends(blocks: _Blocks, at: int) -> bool:
    return bool(blocks.found) and blocks.found[-1][1:] == (at, "code")


def _all_quoted(text: str, blocks: _Blocks) -> bool:
    if not blocks.found or any(kind == "code" for _, _, kind in blocks.found):
        return False
    edges = [0, *(edge for start, end, _ in blocks.found for edge in (start, end)), len(text)]
    return all(_only_space(text, low, high) for low, high in zip(edges[::2], edges[1::2], strict=True))
