"""How much may be spent: what each level around a place allows, for one run, a day or a month."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal

from council_core.domain.place_settings import Scope

Period = Literal["run", "day", "month"]
Keeper = Literal["channel", "workspace", "environment"]
"""Who set it, and whose spending it holds to: one channel's, a whole workspace's, or that of all together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Allowance:
    """What one level allows in one period. All allowances around a place hold at once."""

    keeper: Keeper
    period: Period
    dollars: Decimal
    scope: Scope | None = None
    """Whose runs are counted; None for all there are."""


def begins(period: Period, now: datetime) -> datetime:
    """When a day or a month began, in UTC; for one run, now."""
    if period == "run":
        return now
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight if period == "day" else midnight.replace(day=1)
