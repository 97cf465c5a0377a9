"""Settings of one seat that forms offer, one row each; `bot.settings.roster` reads them in a member's text."""

from dataclasses import dataclass
from typing import get_args

from bot.settings.bounds import Bounds
from council_core.domain.member import ReasoningEffort

MOST_TOKENS = 1_000_000
"""Most of `max_tokens`: no model writes more."""

TEMPERATURE = Bounds(kind=float, highest=2, who_raises="provider")
TOKENS = Bounds(kind=int, lowest=1, highest=MOST_TOKENS)
EFFORTS: tuple[str, ...] = get_args(ReasoningEffort)


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSetting:
    """One setting of a seat. Its roles depend on the operator, so `role` has no choices here."""

    name: str
    """Its name in a member's text."""

    label: str
    """Its English name for people; a language's words may translate it."""

    hint: str = ""
    choices: tuple[str, ...] = ()
    is_typed: bool = False


SEAT_SETTINGS: tuple[SeatSetting, ...] = (
    SeatSetting(name="role", label="Role"),
    SeatSetting(
        name="temperature",
        label="Temperature",
        hint="0 to 2, such as 0.2; many models with an effort set ignore it",
        is_typed=True,
    ),
    SeatSetting(
        name="max_tokens",
        label="Longest answer (tokens)",
        hint="A whole number; 1000 are some 750 words",
        is_typed=True,
    ),
    SeatSetting(name="effort", label="Effort", choices=EFFORTS),
)
