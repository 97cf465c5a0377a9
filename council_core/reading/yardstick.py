"""Read the points of a right answer, the responses that contain each, and the reviewer's confidence."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast, get_args

from council_core.domain.review import Confidence
from council_core.domain.title import cut
from council_core.envelope.characters import visible
from council_core.reading.labels import Labels
from council_core.reading.scores import first_of

POINT_KEYS = ("must_contain", "yardstick", "points")
ANSWER_KEYS = ("own_answer", "reference_answer")
MET_KEYS = ("meets", "met")
CONFIDENCE_KEYS = ("confidence",)

MOST_POINTS = 4
LONGEST_POINT = 2_000
"""Most characters of a point; people read fewer."""

FEWEST_PAIRS = 3
"""Pairs from which points that all contradict an order suggest that it begins with the worst."""


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
        raw = [line for line in raw.splitlines() if line.strip()]
    given = cast("Sequence[object]", raw) if isinstance(raw, Sequence) else ()
    told = {
        at: _short(point) for at, point in enumerate(given, 1) if isinstance(point, str) and point.strip()
    }
    shown = tuple(told)[:MOST_POINTS]
    points = tuple(told[at] for at in shown)
    answer = first_of(fields, ANSWER_KEYS)
    said = _short(answer) if isinstance(answer, str) else ""
    if not points and not said:
        return None
    return LabelYardstick(
        points=points, answer=said, met=_met(first_of(fields, MET_KEYS), labels, told, shown)
    )


def turned_by(measure: LabelYardstick | None, order: Sequence[Sequence[str]]) -> str:
    """Return one clause if a reviewer's own points say the opposite of its order for every pair that they tell apart;
    empty if they agree anywhere, or tell fewer than three pairs apart."""
    met = {label: len(places) for label, places in measure.met} if measure else {}
    told = [
        (above, below)
        for place, group in enumerate(order)
        for above in group
        for later in order[place + 1 :]
        for below in later
        if above in met and below in met and met[above] != met[below]
    ]
    if len(told) < FEWEST_PAIRS or any(met[above] > met[below] for above, below in told):
        return ""
    above, below = told[0]
    return f"{above} is ranked above {below}, but contains fewer of its points"


def confidence(fields: Mapping[str, object]) -> Confidence:
    """Return the reviewer's own confidence; empty if it uses none of our words for it."""
    value = first_of(fields, CONFIDENCE_KEYS)
    said = value.strip().casefold() if isinstance(value, str) else ""
    return cast("Confidence", said) if said in get_args(Confidence) else ""


def _met(
    value: object, labels: Labels, told: Mapping[int, str], shown: Sequence[int]
) -> tuple[tuple[str, tuple[int, ...]], ...]:
    """Return the points that each response meets, by their place among those shown. A response whose points cannot be
    read is left out, so that it never seems to meet none."""
    if not isinstance(value, Mapping) or not told:
        return ()
    found: dict[str, tuple[int, ...]] = {}
    for key, raw in cast("Mapping[str, object]", value).items():
        label, met = labels.find(key), _places(raw, told)
        if label is not None and met is not None:
            found[label] = tuple(place for place, at in enumerate(shown, 1) if at in met)
    return tuple((label, found[label]) for label in labels.shown if label in found)


def _places(raw: object, told: Mapping[int, str]) -> set[int] | None:
    """Return places of points in the reviewer's own list, given as numbers, in their words, or as one True or False
    for each; None for anything else."""
    if isinstance(raw, Mapping):
        rows = cast("Mapping[str, object]", raw)
        raw = [at for at, is_met in rows.items() if is_met]
        if not all(isinstance(is_met, bool) for is_met in rows.values()):
            return None
    if not isinstance(raw, Sequence) or isinstance(raw, str):
        return None
    given = cast("Sequence[object]", raw)
    if given and all(isinstance(each, bool) for each in given):
        return {at for at, is_met in enumerate(given, 1) if is_met} if len(given) == max(told) else None
    places = {_place(each, told) for each in given}
    return {at for at in places if at is not None} if None not in places else None


def _place(value: object, told: Mapping[int, str]) -> int | None:
    """Return the place of one point, from 1 on; None for anything that names no point."""
    if isinstance(value, str):
        text = value.strip()
        if not (text.isdecimal() and len(text) < 4):
            return next((at for at, point in told.items() if point == _short(text)), None)
        value = int(text)
    if isinstance(value, bool) or not isinstance(value, int | float) or value not in told:
        return None
    return int(value)


def _short(text: str) -> str:
    return cut(" ".join(visible(text).split()), LONGEST_POINT)
