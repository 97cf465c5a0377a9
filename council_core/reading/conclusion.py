"""Read a chairman's text: the verdict itself, and the short points below it.

The prompt asks for lines such as `AGREE: the new runners are faster` behind the verdict. A verdict without them counts
too, and has no points.
"""

import re
from collections.abc import Sequence
from string import whitespace

from council_core.domain.verdict import Points

MOST = 3
"""Most points of one kind."""

LONGEST = 2_000
"""Most characters of one point; people read fewer."""

MARKS = "*_" + whitespace
"""Emphasis and spaces around a point."""

_POINT = re.compile(
    r"^[\s>*_-]*(?P<kind>AGREE|DIFFER|UNIQUE|ASK)[*_\s]*[:\uff1a](?P<text>.*)$", re.IGNORECASE
)
_RULE = re.compile(r"^\s*(?:[-*_=]{3,}|#{1,6}(?:\s*(?:points|summary))?)\s*$", re.IGNORECASE)
_FENCE = re.compile(r"^\s*`{3,}\w*\s*$")
_NOTHING = re.compile(r"(?:none|nothing|n/?a|[-\u2013\u2014.]*)[.!]?", re.IGNORECASE)


def conclusion(text: str) -> tuple[str, Points]:
    """Split a reply into the verdict and its points, which are its last lines.

    Returns:
        The verdict without those lines, and the points. A reply of points alone stays whole.
    """
    lines = text.rstrip().split("\n")
    at = len(lines)
    while at and (_POINT.match(lines[at - 1]) or _is_spacing(lines[at - 1])):
        at -= 1
    found = [match for line in lines[at:] if (match := _POINT.match(line))]
    while at < len(lines) and not _POINT.match(lines[at]):
        at += 1
    is_fenced = sum(_FENCE.match(line) is not None for line in lines[at:]) % 2 == 1
    kept = lines[:at]
    while kept and (not kept[-1].strip() or _RULE.match(kept[-1]) or (is_fenced and _FENCE.match(kept[-1]))):
        is_fenced = not _FENCE.match(kept.pop()) and is_fenced
    body = "\n".join(kept).rstrip()
    if not found or not body:
        return text, Points()
    return body, Points(
        agree=_said(found, "agree"),
        differ=_said(found, "differ"),
        unique=_said(found, "unique"),
        ask=_said(found, "ask"),
    )


def _is_spacing(line: str) -> bool:
    return not line.strip() or _RULE.match(line) is not None or _FENCE.match(line) is not None


def _said(found: Sequence[re.Match[str]], kind: str) -> tuple[str, ...]:
    texts = [
        match["text"].strip(MARKS)[:LONGEST].rstrip() for match in found if match["kind"].lower() == kind
    ]
    return tuple(dict.fromkeys(text for text in texts if not _NOTHING.fullmatch(text)))[:MOST]
