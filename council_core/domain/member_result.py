"""A member's result in one revealed run, from which the boards are computed."""

from dataclasses import dataclass
from decimal import Decimal

from council_core.domain.answer import AbstentionReason
from council_core.domain.member import MemberId
from council_core.domain.question import RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class MemberResult:
    """A member's result in one revealed run. Without an answer there is no place."""

    run_id: RunId
    member: MemberId
    name: str
    """Name in that run; a seat keeps its id when its name changes."""

    place: float | None
    """Place by the models, from 1, without judgements of own answers; tied responses share the mean of their places.
    None where nothing was ranked."""

    team_place: float | None
    """The same by people's blind votes."""

    seconds: float
    """Time until the answer was there, or until the member had failed."""

    cost: Decimal | None
    """US dollars for the answer; None where nobody knows."""

    reason: AbstentionReason | None = None
    """Reason why there is no answer."""
