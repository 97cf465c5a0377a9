"""Read numbers and texts within their limits; for any other give the value, the limit, and who can change it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Generic, Literal, TypeVar

from council_core.domain.member import FIXED
from council_core.errors import Problem

N = TypeVar("N", int, float, Decimal)

LONGEST_SHOWN = 60
"""Characters of a wrong value in an error message."""

Limiter = Literal["nobody", "version", "provider"]
"""Party that can change a limit: none, a new version of Council, or a model's provider."""

LIMITED_BY: Mapping[Limiter, str] = {
    "nobody": "which nobody can lower",
    "version": FIXED,
    "provider": "the most that a provider takes",
}


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
    """Example, such as `0.50 or 20`."""

    is_open: bool = False
    """Whether the lowest number itself is too low."""

    who_lowers: Limiter = "nobody"
    who_raises: Limiter = "version"

    def read(self, name: str, text: str) -> tuple[N | None, Problem | None]:
        """Return the number; or None and the problem of the setting `name`."""
        try:
            value = self.kind(text)
            is_number = isfinite(value)
        except (ValueError, InvalidOperation, OverflowError):
            value, is_number = None, False
        if value is None or not is_number:
            return None, self._problem(name, text)
        if value < self.lowest or (self.is_open and value == self.lowest):
            return None, self._beyond(name, text, "too_low_open" if self.is_open else "too_low")
        if value > self.highest:
            return None, self._beyond(name, text, "too_high")
        return value, None

    def _problem(self, name: str, text: str) -> Problem:
        kind = "no_number_above" if self.is_open else "no_number"
        return Problem(
            f"{name} is '{shown(text)}'; expected {self._in_words}.",
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
        than = {"too_low": "at least", "too_low_open": "more than", "too_high": "at most"}[kind]
        unit = f" {self.unit}" if self.unit else ""
        return Problem(
            f"{name} is '{shown(text)}'; expected {than} {limit:,}{unit}, {LIMITED_BY[limiter]}.",
            kind,
            name=name,
            value=shown(text),
            limit=f"{limit:,}",
            unit=self.unit,
            limiter=limiter,
        )

    @property
    def _in_words(self) -> str:
        """Return the limits in words, such as `a whole number from 1 to 20`."""
        kind = "a whole number" if self.kind is int else "a number"
        unit = f" of {self.unit}" if self.unit else ""
        low = f"above {self.lowest:,}, up" if self.is_open else f"from {self.lowest:,}"
        example = f", such as {self.example}" if self.example else ""
        return f"{kind}{unit} {low} to {self.highest:,}{example}"


def too_long(name: str, text: str, longest: int) -> Problem | None:
    """Return the problem of a text that is too long; None if it is not."""
    if len(text) <= longest:
        return None
    said = f"{name} has {len(text):,} characters; expected at most {longest:,}, {FIXED}."
    return Problem(said, "too_long", name=name, count=f"{len(text):,}", most=f"{longest:,}")


def one_of(name: str, text: str, known: Iterable[str]) -> Problem:
    """Return the problem of a text that is not among the known ones."""
    words = ", ".join(known)
    return Problem(
        f"{name} is '{shown(text)}'; expected one of {words}.",
        "one_of",
        name=name,
        value=shown(text),
        known=words,
    )
