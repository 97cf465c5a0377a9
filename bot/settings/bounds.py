"""Read numbers and texts within their limits; for any other give the value, the limit, and who can change it."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Generic, Literal, TypeVar

from council_core.errors import Problem
from council_core.toml_files import nearest

N = TypeVar("N", int, float, Decimal)

MOST_DECIMALS = 12
"""Most digits behind the point of a sum: `1E-99999999`, written out, fills the memory."""

DECIMAL_COMMA = re.compile(r"^(\d+),(\d{1,2})$")
"""A number as Germans write it. With three digits behind the comma it could mean thousands."""

LONGEST_SHOWN = 60
"""Characters of a wrong value in an error message."""

Limiter = Literal["nobody", "version", "provider"]
"""Party that can change a limit: none, a new version of Council, or a model's provider."""


def shown(text: str) -> str:
    """Return a value for an error message: whole, or its beginning."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds(Generic[N]):
    """Numbers that a setting accepts, and the problem of any other."""

    kind: type[N]
    lowest: int = 0
    highest: int
    unit: str = ""
    """Unit, such as `minutes`."""

    example: str = ""
    """Example, such as `0.50`."""

    is_open: bool = False
    """Whether the lowest number itself is too low."""

    who_lowers: Limiter = "nobody"
    who_raises: Limiter = "version"

    def read(self, name: str, text: str) -> tuple[N | None, Problem | None]:
        """Return the number; or None and the problem of the setting `name`."""
        try:
            value = self.kind(text if self.kind is int else DECIMAL_COMMA.sub(r"\1.\2", text))
            is_number = isfinite(value) and not _is_endless(value)
        except (ValueError, InvalidOperation, OverflowError):
            value, is_number = None, False
        if value is None or not is_number:
            return None, self._problem(name, text)
        if value < self.lowest or (self.is_open and value == self.lowest):
            return None, self._beyond(name, text, "too_low_open" if self.is_open else "too_low")
        if value > self.highest:
            return None, self._beyond(name, text, "too_high")
        return value or self.kind(0), None  # without the sign of -0

    def _problem(self, name: str, text: str) -> Problem:
        kind = "no_number_above" if self.is_open else "no_number"
        return Problem(
            "no_whole_number" if self.kind is int else kind,
            name=name,
            value=shown(text),
            lowest=f"{self.lowest:,}",
            highest=f"{self.highest:,}",
            unit=self.unit,
            example=self.example,
        )

    def _beyond(self, name: str, text: str, kind: Literal["too_low", "too_low_open", "too_high"]) -> Problem:
        limit = self.highest if kind == "too_high" else self.lowest
        limiter = self.who_raises if kind == "too_high" else self.who_lowers
        return Problem(
            kind,
            name=name,
            value=shown(text),
            limit=f"{limit:,}",
            unit=self.unit,
            limiter=limiter,
        )


def _is_endless(value: float | Decimal) -> bool:
    return isinstance(value, Decimal) and int(value.as_tuple().exponent) < -MOST_DECIMALS


def too_long(name: str, text: str, longest: int) -> Problem | None:
    """Return the problem of a text that is too long; None if it is not."""
    if len(text) <= longest:
        return None
    return Problem("too_long", name=name, count=f"{len(text):,}", most=f"{longest:,}")


def one_of(name: str, text: str, known: Iterable[str]) -> Problem:
    """Return the problem of a text that is not among the known ones, with the nearest of them."""
    known = tuple(known)
    facts = {"name": name, "value": shown(text), "known": ", ".join(known)}
    near = nearest(text.lower(), known)
    return Problem("one_of_near", **facts, near=near) if near else Problem("one_of", **facts)
