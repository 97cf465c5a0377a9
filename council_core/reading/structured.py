"""Read a ranking from a JSON value as groups of labels, best first, or say why there is none."""

from collections.abc import Mapping, Sequence
from typing import cast

from council_core.reading.classic import Groups
from council_core.reading.labels import Labels
from council_core.reading.scores import row_label
from council_core.reading.sequence import one_line

PLACE_KEYS = ("rank", "place", "position")
SCORE_KEYS = ("score", "points", "overall", "total", "rating")
MOST_ENTRIES = 200


def groups_of(value: object, labels: Labels) -> Groups | str:
    """Return the groups in a ranking's value, with None for a label that was not shown; or one clause about why there
    are none.

    Reads `["B", "A"]`, ties as `[["B", "C"], "A"]`, rows with a label and a rank, `{"B": 1, "A": 2}`, `{"1": "B", "2":
    "A"}` and `"B > A"`.
    """
    if isinstance(value, str):
        return one_line(value, labels) or "its ranking is a text that is no order"
    if isinstance(value, Mapping):
        return _from_places(cast(Mapping[str, object], value), labels)
    if not isinstance(value, Sequence):
        return "its ranking is not a list"
    entries = cast(Sequence[object], value)
    if not entries:
        return "its ranking is empty"
    if len(entries) > MOST_ENTRIES:
        return "its ranking has too many entries"
    rows = [cast(Mapping[str, object], entry) for entry in entries if isinstance(entry, Mapping)]
    if rows:
        return (
            _from_rows(rows, labels) if len(rows) == len(entries) else "its ranking mixes labels and objects"
        )
    groups: list[tuple[str | None, ...]] = []
    for entry in entries:
        tied = cast(Sequence[object], entry) if isinstance(entry, list) else (entry,)
        if not tied or len(tied) > MOST_ENTRIES or not all(isinstance(label, str) for label in tied):
            return "its ranking holds something that is no label"
        groups.append(tuple(labels.find(str(label)) for label in tied))
    return tuple(groups)


def _from_rows(rows: Sequence[Mapping[str, object]], labels: Labels) -> Groups | str:
    found = [row_label(row, labels) for row in rows]
    places = [next((row[key] for key in PLACE_KEYS if key in row), None) for row in rows]
    if all(place is None for place in places):
        scores = [next((row[key] for key in SCORE_KEYS if key in row), None) for row in rows]
        given = [score for score in scores if isinstance(score, (int, float))]
        if given != sorted(given, reverse=True):
            return "the scores in its ranking say another order"
        return tuple((label,) for label in found)
    return _by_place(list(zip(places, found, strict=True)))


def _from_places(value: Mapping[str, object], labels: Labels) -> Groups | str:
    if not value or len(value) > MOST_ENTRIES:
        return "its ranking is empty" if not value else "its ranking has too many entries"
    if all(key.strip().isdecimal() for key in value) and all(
        isinstance(label, str) for label in value.values()
    ):
        return _by_place([(int(key[:9]), labels.find(str(label))) for key, label in value.items()])
    return _by_place([(place, labels.find(key)) for key, place in value.items()])


def _by_place(pairs: Sequence[tuple[object, str | None]]) -> Groups | str:
    drawn: dict[int, list[str | None]] = {}
    for place, label in pairs:
        if isinstance(place, bool) or not isinstance(place, int) or not 1 <= place <= MOST_ENTRIES:
            return "its ranking holds a place that is no whole number"
        drawn.setdefault(place, []).append(label)
    last, position = 0, 1
    for place in sorted(drawn):
        if place not in (last + 1, position):
            return "the numbers in its ranking are no places"
        last, position = place, position + len(drawn[place])
    return tuple(tuple(drawn[place]) for place in sorted(drawn))
