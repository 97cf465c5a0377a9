"""Mask spans of a text, and keep track of the masked ranges of the original."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from council_core.domain.slate import Masked

STAND_INS = {
    "self_name": "[model]",
    "self_base": "[model]",
    "self_vendor": "[maker]",
    "self_cutoff": "[date]",
    "self_tell": "[trait]",
    "guess": "[author]",
    "template_token": "",
    "reasoning": "",
}
"""Stand-ins for a span, by label; the same for every author, because a choice of words would give it away."""

_ROUNDS = 8


class Span(NamedTuple):
    """A half-open range of a text, and the reason to mask it."""

    start: int
    end: int
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MaskedText:
    """The masked text, and the masked spans with offsets into the original."""

    text: str
    spans: tuple[Masked, ...]


def cover(text: str, find: Callable[[str], Sequence[Span]]) -> MaskedText:
    """Mask all that `find` finds, and repeat until it finds nothing, because masking may join words."""
    spans: list[Span] = []
    shown = text
    for _ in range(_ROUNDS):
        found = find(shown)
        if not found:
            break
        spans = _united([*spans, *_carried_back(text, spans, found)])
        shown = _shown(text, spans)
    return MaskedText(
        text=shown,
        spans=tuple(
            Masked(start=span.start, end=span.end, text=text[span.start : span.end], label=span.label)
            for span in spans
        ),
    )


def _shown(text: str, spans: Sequence[Span]) -> str:
    pieces: list[str] = []
    position = 0
    for span in spans:
        pieces += (text[position : span.start], STAND_INS[span.label])
        position = span.end
    return "".join([*pieces, text[position:]])


def _united(spans: list[Span]) -> list[Span]:
    """Return the spans in order and without overlaps; overlapping ones become one, with the label of the first and
    longest."""
    apart: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, -span.end)):
        if apart and span.start < apart[-1].end:
            last = apart.pop()
            apart.append(last._replace(end=max(last.end, span.end)))
        else:
            apart.append(span)
    return apart


def _carried_back(text: str, covered: Sequence[Span], found: Sequence[Span]) -> list[Span]:
    """Turn ranges of the shown text into ranges of the original; a stand-in becomes the whole range that it covers."""
    edges: list[tuple[int, int, int, int]] = []
    shown = original = 0
    for span in covered:
        plain = span.start - original
        edges.append((shown, shown + plain, original, span.start))
        shown += plain
        edges.append((shown, shown + len(STAND_INS[span.label]), span.start, span.end))
        shown += len(STAND_INS[span.label])
        original = span.end
    edges.append((shown, shown + len(text) - original, original, len(text)))
    carried: list[Span] = []
    at = 0
    for span in sorted(found):
        while edges[at][1] <= span.start:
            at += 1
        last = at
        while edges[last][1] < span.end:
            last += 1
        carried.append(Span(_place(edges, at, span.start, 2), _place(edges, last, span.end, 3), span.label))
    return carried


def _place(edges: list[tuple[int, int, int, int]], at: int, shown: int, side: int) -> int:
    shown_low, shown_high, low, high = edges[at]
    is_plain = shown_high - shown_low == high - low
    return low + shown - shown_low if is_plain else edges[at][side]
