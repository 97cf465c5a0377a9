"""Read the points of a right answer, the responses that contain each, and the reviewer's confidence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from council_core.domain.review import Confidence
from council_core.envelope.characters import visible
from council_core.reading.labels import Labels
from council_core.reading.scores import first_of

POINT_KEYS = ("must_contain", "yardstick", "points")
ANSWER_KEYS = ("own_answer", "reference_answer")
MET_KEYS = ("meets", "met")
CONFIDENCE_KEYS = ("confidence",)

MOST_POINTS = 4
LONGEST_POINT = 300


@dataclass(frozen=True, slots=True, kw_only=True)
class LabelYardstick:
    """A reviewer's measure of a right answer, under the labels that it was shown."""

    points: tuple[str, ...]
    answer: str
    met: tuple[tuple[str, tuple[int, ...]], ...]


def yardstick(fields: Mapping[str, object], labels: Labels) -> LabelYardstick | None:
    """Return the points of a right answer in the reviewer's words; None if the reply has none.

    Args:
        fields: The reply's JSON object.
        labels: Labels shown.
    """
    raw = first_of(fields, POINT_KEYS)
    if isinstance(raw, str):
        raw = raw.splitlines()
    given = cast("Sequence[object]", raw) if isinstance(raw, Sequence) else ()
    points = tuple(_short(point) for point in given if isinstance(point, str) and point.strip())[:MOST_POINTS]
    answer = first_of(fields, ANSWER_KEYS)
    said = _short(answer) if isinstance(answer, str) else ""
    if not points and not said:
        return None
    return LabelYardstick(
        points=points, answer=said, met=_met(first_of(fields, MET_KEYS), labels, len(points))
    )


def confidence(fields: Mapping[str, object]) -> Confidence:
    """Return the reviewer's own confidence; empty if it gives none in one of our words."""
    value = first_of(fields, CONFIDENCE_KEYS)
    said = value.strip().casefold() if isinstance(value, str) else ""
    return cast("Confidence", said) if said in get_args(Confidence) else ""


def _met(value: object, labels: Labels, points: int) -> tuple[tuple[str, tuple[int, ...]], ...]:
    if not isinstance(value, Mapping) or not points:
        return ()
    found: dict[str, tuple[int, ...]] = {}
    for key, numbers in cast("Mapping[str, object]", value).items():
        label = labels.find(key)
        if label is not None and isinstance(numbers, Sequence) and not isinstance(numbers, str):
            named = {_number(number) for number in cast("Sequence[object]", numbers)}
            found[label] = tuple(number for number in range(1, points + 1) if number in named)
    return tuple((label, found[label]) for label in labels.shown if label in found)


def _number(value: object) -> int:
    """The number of a point, from 1; 0 for anything else."""
    if isinstance(value, str) and value.strip().isdecimal() and len(value) < 4:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else 0


def _short(text: str) -> str:
    text = " ".join(visible(text).split())
    return text if len(text) <= LONGEST_POINT else text[: LONGEST_POINT - 1].rstrip() + "…"
