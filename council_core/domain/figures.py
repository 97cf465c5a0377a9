"""Figures of all runs of a period."""

from dataclasses import dataclass
from decimal import Decimal


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodFigures:
    """Number and cost of the runs that were asked in a period."""

    runs: int
    cost: Decimal | None
    """Sum of the known costs in US dollars; None where none is known."""

    cost_is_estimate: bool
    """Whether a part of it is estimated from tokens and list prices."""
