"""Numbers and texts that a setting takes -> a sentence for any other: what was given, the limit, who can change it."""

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from math import isfinite
from typing import Generic, TypeVar

from council_core.domain.member import FIXED

N = TypeVar("N", int, float, Decimal)

LONGEST_SHOWN = 60
"""Characters of a wrong value in an error message."""

NOBODY_LOWERS = "which nobody can lower"


def shown(text: str) -> str:
    """A value as an error message quotes it: whole, or its beginning."""
    return text if len(text) <= LONGEST_SHOWN else f"{text[:LONGEST_SHOWN]}…"


@dataclass(frozen=True, slots=True, kw_only=True)
class Bounds(Generic[N]):
    """The numbers that a setting takes, and what is said of any other."""

    kind: type[N]
    lowest: int = 0
    highest: int
    unit: str = ""
    """Such as `minutes`."""

    example: str = ""
    """Such as `0.50 or 20`."""

    is_open: bool = False
    """Whether the lowest number itself is too low."""

    who_lowers: str = NOBODY_LOWERS
    who_raises: str = FIXED

    def read(self, text: str) -> tuple[N | None, str]:
        """The number; or None and the rest of a sentence that begins with the value and a semicolon."""
        try:
            value = self.kind(text)
            is_number = isfinite(value)
        except (ValueError, InvalidOperation, OverflowError):
            value, is_number = None, False
        if value is None or not is_number:
            return None, f"expected {self.in_words}."
        if value < self.lowest or (self.is_open and value == self.lowest):
            least = f"more than {self.lowest:,}" if self.is_open else f"at least {self.lowest:,}"
            return None, f"expected {least}{self._of_unit}, {self.who_lowers}."
        if value > self.highest:
            return None, f"expected at most {self.highest:,}{self._of_unit}, {self.who_raises}."
        return value, ""

    @property
    def in_words(self) -> str:
        """Such as `a whole number from 1 to 20`."""
        kind = "a whole number" if self.kind is int else "a number"
        unit = f" of {self.unit}" if self.unit else ""
        low = f"above {self.lowest:,}, up" if self.is_open else f"from {self.lowest:,}"
        example = f", such as {self.example}" if self.example else ""
        return f"{kind}{unit} {low} to {self.highest:,}{example}"

    @property
    def _of_unit(self) -> str:
        return f" {self.unit}" if self.unit else ""


def too_long(name: str, text: str, longest: int) -> str:
    """Say that a text is too long; empty where it is not."""
    if len(text) <= longest:
        return ""
    return f"{name} has {len(text):,} characters; expected at most {longest:,}, {FIXED}."
