"""Predicts the blocks into which Slack translates a markdown block, which count towards the limit of 50."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})(.*)$")
HEADING = re.compile(r"^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$")
SETEXT = re.compile(r"^ {0,3}(=+|-{2,})\s*$")
RULE = re.compile(r"^ {0,3}(?:(?:\*\s*){3,}|(?:-\s*){3,}|(?:_\s*){3,})$")
TABLE_RULE = re.compile(r"^\s*\|?\s*:?-+:?\s*(\|\s*:?-+:?\s*)*\|?\s*$")


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of Markdown that becomes one block."""

    kind: Literal["heading", "fence", "table", "rule", "text"]
    text: str


def pieces(text: str) -> list[Piece]:
    """Return the blocks that Slack makes of `text`, in order."""
    found: list[Piece] = []
    run: list[str] = []
    lines = text.split("\n")
    at = 0

    def end_run() -> None:
        if any(line.strip() for line in run):
            found.append(Piece("text", "\n".join(run).strip("\n")))
        run.clear()

    while at < len(lines):
        line = lines[at]
        if fence := FENCE.match(line):
            end = _fence_end(lines, at, fence[1])
            end_run()
            found.append(Piece("fence", "\n".join(lines[at + 1 : end])))
            at = end + 1
        elif heading := HEADING.match(line):
            end_run()
            found.append(Piece("heading", heading[2]))
            at += 1
        elif run and run[-1].strip() and SETEXT.match(line):
            title = run.pop().strip()
            end_run()
            found.append(Piece("heading", title))
            at += 1
        elif RULE.match(line):
            end_run()
            found.append(Piece("rule", ""))
            at += 1
        elif "|" in line and at + 1 < len(lines) and "-" in lines[at + 1] and TABLE_RULE.match(lines[at + 1]):
            end = at + 2
            while end < len(lines) and "|" in lines[end]:
                end += 1
            end_run()
            found.append(Piece("table", "\n".join([line, *lines[at + 2 : end]])))
            at = end
        else:
            run.append(line)
            at += 1
    end_run()
    return found


def _fence_end(lines: list[str], start: int, mark: str) -> int:
    for at in range(start + 1, len(lines)):
        line = lines[at].strip()
        if line.startswith(mark) and not line.strip(mark[0]):
            return at
    return len(lines)


def headings(text: str) -> int:
    """Count the headings in `text`; each weighs about 100 more characters in a message's size."""
    return sum(piece.kind == "heading" for piece in pieces(text))


def cells(table: str) -> list[list[str]]:
    """Return the rows of a table piece."""
    return [
        [cell.strip().replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row.strip().strip("|"))]
        for row in table.split("\n")
    ]


def translate(text: str) -> Iterator[dict[str, Any]]:
    """The blocks that conversations.replies shows in place of the markdown block."""
    for piece in pieces(text):
        match piece.kind:
            case "heading":
                yield {
                    "type": "header",
                    "text": {"type": "plain_text", "text": piece.text[:150] or " ", "emoji": True},
                }
            case "rule":
                yield {"type": "divider"}
            case "table":
                rows = [
                    [{"type": "raw_text", "text": cell or " "} for cell in row] for row in cells(piece.text)
                ]
                yield {"type": "table", "rows": rows}
            case "fence" | "text":
                part = "rich_text_preformatted" if piece.kind == "fence" else "rich_text_section"
                inner = [{"type": part, "elements": [{"type": "text", "text": piece.text}]}]
                yield {"type": "rich_text", "elements": inner}
