"""Prints the findings of many rooms as a table, with the command that repeats one of them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.crash.checks import COUNTED, Findings


@dataclass(slots=True, kw_only=True)
class Line:
    """One kind of points on one platform."""

    platform: str
    kind: str
    points: int = 0
    kills: int = 0
    runs: int = 0
    missed: int = 0
    """Points that a room never reached, as the order of events differs a little between runs."""

    found: list[Findings] = field(default_factory=list[Findings])

    def sum_of(self, what: str) -> int:
        return sum(int(getattr(each, what)) for each in self.found)

    @property
    def is_well(self) -> bool:
        return all(each.is_well for each in self.found)


def table(lines: Sequence[Line]) -> str:
    """Return the lines under headings, with their sum below."""
    heads = (
        "platform", "points", "tried", "missed", "kills", "runs", "not ended", "lost", "doubled", "out of order",
        "calls again", "stale posts", "forgotten", "alarms", "told not yet",
    )  # fmt: skip
    rows: list[tuple[str, ...]] = [heads]
    for each in lines:
        counts = [each.points, each.missed, each.kills, each.runs, *(each.sum_of(what) for what in COUNTED)]
        rows.append((each.platform, each.kind, *(str(count) for count in counts)))
    numbers = [[int(cell) for cell in row[2:]] for row in rows[1:]]
    rows.append(("all", "", *(str(sum(column)) for column in zip(*numbers, strict=True))))
    widths = [max(len(row[at]) for row in rows) for at in range(len(heads))]
    return "\n".join(_drawn(row, widths) for row in rows)


def _drawn(row: Sequence[str], widths: Sequence[int]) -> str:
    """Align texts to the left, numbers to the right."""
    cells = [cell.rjust(width) for cell, width in zip(row, widths, strict=True)]
    return "  ".join([row[0].ljust(widths[0]), row[1].ljust(widths[1]), *cells[2:]])
