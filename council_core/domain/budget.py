"""Budgets of a channel, a workspace or the whole environment, and what a question is expected to cost."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Literal

from council_core.domain.place import Scope


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """Tokens and money of one run, all its stages together."""

    tokens_in: int
    tokens_out: int
    cost: Decimal | None
    """US dollars of the models with a known price; None when no price is known."""

    unpriced: tuple[str, ...] = ()
    """Models without a known price, whose calls are not in `cost`."""

    @property
    def tokens(self) -> int:
        return self.tokens_in + self.tokens_out


Period = Literal["run", "day", "month"]
Keeper = Literal["channel", "workspace", "environment"]
"""Level that sets a budget and whose spending counts: one channel, a whole workspace, or everything together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """Budget of one level for one period. All allowances around a place apply at once."""

    keeper: Keeper
    period: Period
    dollars: Decimal
    scope: Scope | None = None
    """Scope of the runs that count; None for all."""


def begins(period: Period, now: datetime) -> datetime:
    """Return the time when the day or month began, in UTC; for one run, now."""
    if period == "run":
        return now
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight if period == "day" else midnight.replace(day=1)


def renews(period: Period, now: datetime) -> datetime | None:
    """Return the time when the next day or month begins, in UTC; None for one run."""
    if period == "run":
        return None
    days = 1 if period == "day" else 31
    return begins(period, begins(period, now) + timedelta(days=days))


@dataclass(frozen=True, slots=True, kw_only=True)
class PeriodFigures:
    """Number and cost of the runs that were asked in a period."""

    runs: int
    cost: Decimal | None
    """Sum of the known costs in US dollars; None where none is known."""

    cost_is_estimate: bool
    """Whether a part of it is estimated from tokens and list prices."""
