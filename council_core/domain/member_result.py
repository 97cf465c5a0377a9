"""A member's result in one revealed run, from which the boards are computed."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
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
    """Place by people's blind votes, in the same form."""

    seconds: float
    """Seconds until the answer or the failure."""

    cost: Decimal | None
    """US dollars for the answer; None where it is not known."""

    reason: AbstentionReason | None = None
    """Reason why there is no answer."""

    asked_at: datetime | None = None
    """When the question was asked; None where an earlier version noted no time."""

    rubric: str = ""
    template: str = ""
    """Names of the rubric and of the template; empty for no template, and where an earlier version noted none."""

    tools: int | None = None
    """Number of tool calls behind the answer; None where an earlier version noted none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultLimits:
    """Limits of the results behind a board. An empty one limits nothing."""

    workspace: bool = False
    """Whether all channels of the workspace count, and not only the place's."""

    template: str = ""
    rubric: str = ""
    member: str = ""
    """Name or id of a member: only runs in which it sat."""

    since: date | None = None
    until: date | None = None
    """First and last day (UTC) on which a question was asked."""

    @property
    def is_any(self) -> bool:
        """Tell whether some runs of the place are left out."""
        return bool(self.template or self.rubric or self.member or self.since or self.until)

    @property
    def begins(self) -> datetime | None:
        """Return the first moment that counts; None for no limit."""
        return None if self.since is None else datetime.combine(self.since, time(), tzinfo=UTC)

    @property
    def ends(self) -> datetime | None:
        """Return the first moment that no longer counts; None for no limit."""
        return None if self.until is None else next_midnight(self.until)


def next_midnight(day: date) -> datetime:
    """Return the end of a day (UTC); the beginning of the last one that a calendar has, which no day follows."""
    following = day + timedelta(days=1) if day < date.max else day
    return datetime.combine(following, time(), tzinfo=UTC)


ALL_RESULTS = ResultLimits()
