"""Rubrics and their criteria, as files and people write them, and the arithmetic of a response's scores."""

import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, isfinite
from typing import Literal

from council_core.errors import RequestError

Direction = Literal["higher", "lower"]
"""Better end of the scale."""

SortBy = Literal["ranking", "mean"]
"""Order of a table of scores: by the council's ranking, or by the mean score."""

NAME_LIMIT = 40
CRITERIA_LIMIT = 12
"""Most criteria. A wider table cannot be read in chat, and reviewers begin to copy scores from one column to the
next."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Criterion:
    """One point on which every response is scored.

    Raises:
        RequestError: The name, weight, direction or scale makes no sense; the text says which and why.
    """

    name: str
    description: str = ""
    weight: float = 1.0
    """Weight in the mean, against 1 for an ordinary one."""

    direction: Direction = "higher"
    low: float = 0.0
    high: float = 10.0

    def __post_init__(self) -> None:
        if not self.name.strip() or len(self.name) > NAME_LIMIT:
            raise RequestError("criterion_name", fact=str(NAME_LIMIT))
        if not (isfinite(self.weight) and self.weight > 0):
            raise RequestError("criterion_weight", fact=self.name)
        if self.direction not in ("higher", "lower"):
            raise RequestError("criterion_direction", fact=self.name)
        if not (isfinite(self.low) and isfinite(self.high) and self.low < self.high):
            raise RequestError("criterion_scale", fact=self.name)

    @property
    def key(self) -> str:
        """Name as a key of a JSON object, where some providers allow only ASCII letters, digits and `_`."""
        slug = re.sub(r"[^a-z0-9]+", "_", self.name.casefold()).strip("_")
        if self.name.isascii() and slug:
            return slug
        # A variable whose text is not UTF-8 holds halves of surrogate pairs.
        return f"criterion_{zlib.crc32(self.name.encode(errors='surrogatepass')):08x}"

    @property
    def scale(self) -> str:
        """The scale in words, such as `0 to 10, lower is better`."""
        return f"{self.low:g} to {self.high:g}, {self.direction} is better"

    def merit(self, value: float) -> float:
        """Convert a score to 0 (worst) to 1 (best), whichever way the scale runs."""
        share = (value - self.low) / (self.high - self.low)
        return share if self.direction == "higher" else 1.0 - share


@dataclass(frozen=True, slots=True, kw_only=True)
class Rubric:
    """The points that reviewers look at.

    Raises:
        RequestError: Two criteria share a name, or there are too many.
    """

    name: str
    title: str
    summary: str
    """One line for people who choose a rubric."""

    guidance: str
    """Text for reviewers, in their prompt."""

    criteria: tuple[Criterion, ...] = ()
    """Criteria to score; empty for a rubric that asks for an order only."""

    sort_by: SortBy = "ranking"

    def __post_init__(self) -> None:
        if len(self.criteria) > CRITERIA_LIMIT:
            raise RequestError("criteria_too_many", fact=str(CRITERIA_LIMIT))
        keys = [criterion.key for criterion in self.criteria]
        if twice := sorted({c.name for c in self.criteria if keys.count(c.key) > 1}):
            raise RequestError("criteria_twice", fact=twice[0])
        if self.sort_by == "mean" and not self.criteria:
            raise ValueError(f"The rubric '{self.name}' sorts by mean and has no criteria to score.")

    @staticmethod
    def custom(criteria: Sequence[Criterion]) -> "Rubric":
        """Build a channel's own rubric.

        Args:
            criteria: Criteria to score, in the order of the table's columns; at least one.

        Raises:
            RequestError: There is no criterion, there are too many, or two share a name.
        """
        if not criteria:
            raise RequestError("criteria_none")
        return Rubric(
            name="custom",
            title="Custom",
            summary=", ".join(criterion.name for criterion in criteria),
            guidance="Score each response on each criterion by itself, then rank them.",
            criteria=tuple(criteria),
        )

    @property
    def is_scored(self) -> bool:
        return bool(self.criteria)

    @property
    def lower_is_better(self) -> bool:
        """Tell whether every criterion counts harm, so that the smallest mean is the best."""
        return bool(self.criteria) and all(criterion.direction == "lower" for criterion in self.criteria)

    @property
    def overall(self) -> Criterion | None:
        """Return the criterion that sums up all others, if the rubric has one."""
        return next((criterion for criterion in self.criteria if criterion.key == "overall"), None)

    def criterion(self, name: str) -> Criterion | None:
        """Return the criterion of this name or key, in any case; None when there is none."""
        wanted = name.strip().casefold()
        slug = re.sub(r"[^a-z0-9]+", "_", wanted).strip("_")
        for criterion in self.criteria:
            if wanted in (criterion.name.casefold(), criterion.key) or (slug and slug == criterion.key):
                return criterion
        return None

    def mean(self, values: Mapping[str, float]) -> float | None:
        """Return the weighted mean of one response's scores, by criterion's name, on the scale of the scores.

        A table may be sorted by it; the smallest is the best where `lower_is_better`. None without a score.
        """
        return self._weighed({c.name: values[c.name] for c in self.criteria if c.name in values})

    def merit(self, values: Mapping[str, float]) -> float | None:
        """Return the same mean with every score as 0 (worst) to 1 (best), so that mixed directions can be
        compared."""
        return self._weighed({c.name: c.merit(values[c.name]) for c in self.criteria if c.name in values})

    def _weighed(self, values: Mapping[str, float]) -> float | None:
        weights = {c.name: c.weight for c in self.criteria if c.name in values}
        if not weights:
            return None
        return fsum(weights[name] * values[name] for name in weights) / fsum(weights.values())


SHAPE = re.compile(
    r"(?P<name>[^:;()\n]*?)\s*(?:\bx\s*(?P<weight>\d+(?:[.,]\d+)?))?\s*(?:\((?P<direction>lower|higher)\))?"
    r"\s*(?::\s*(?P<description>.*))?",
    re.IGNORECASE,
)


def read_criteria(text: str) -> tuple[Criterion, ...]:
    """Read a channel's own criteria as people type them, scored 0 to 10.

        correctness x2: Is it true?; brevity; harm (lower)

    A criterion is a name, optionally followed by `x2` for its weight, `(lower)` where less is better, and a colon with
    guidance for reviewers. Criteria are on lines of their own or between semicolons.

    Raises:
        RequestError: A criterion cannot be read, there is none, or there are too many; the text says which.
    """
    entries = [entry.strip() for entry in re.split(r"[;\n]", text) if entry.strip()]
    return tuple(_criterion(entry) for entry in entries)


def custom_rubric(text: str) -> Rubric:
    """Build the rubric of these criteria.

    Raises:
        RequestError: As for `read_criteria`; or two criteria share a name.
    """
    return Rubric.custom(read_criteria(text))


def _criterion(entry: str) -> Criterion:
    match = SHAPE.fullmatch(entry)
    if match is None or not match["name"]:
        raise RequestError("criterion_unread", fact=entry)
    return Criterion(
        name=match["name"],
        description=match["description"] or "",
        weight=float((match["weight"] or "1").replace(",", ".")),
        direction="lower" if (match["direction"] or "").lower() == "lower" else "higher",
    )
