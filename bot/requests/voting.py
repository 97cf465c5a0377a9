"""Requests about responses and the verdict: vote, rank, reveal, give feedback."""

from dataclasses import dataclass
from typing import Literal

from bot.requests.person import OnRun
from council_core.domain.ballot import Order
from council_core.domain.slate import Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class CastVote(OnRun):
    """Vote for one response, or change an earlier vote."""

    kind: Literal["vote"] = "vote"
    alias: Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class RankAll(OnRun):
    """Open the form for ranking all responses."""

    kind: Literal["rank"] = "rank"


@dataclass(frozen=True, slots=True, kw_only=True)
class CastRanking(OnRun):
    """Vote with an order of responses, or change an earlier vote."""

    kind: Literal["ranking"] = "ranking"
    order: Order


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawVote(OnRun):
    """Withdraw one's own vote."""

    kind: Literal["withdraw"] = "withdraw"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeeResult(OnRun):
    """Show ranking and verdict before voting; a later vote is not blind."""

    kind: Literal["look"] = "look"


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealNames(OnRun):
    """Close the voting now and reveal the names."""

    kind: Literal["reveal"] = "reveal"
    checks_only: bool = False
    """True to only check the request: nothing is done, and a reply comes only if it would be refused."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveFeedback(OnRun):
    """Say whether the verdict helped."""

    kind: Literal["feedback"] = "feedback"
    good: bool
    reason: str = ""
    """The reason in the person's words; empty if they gave none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReason(OnRun):
    """Open the form for the reason why the verdict did not help."""

    kind: Literal["why"] = "why"


VotingRequest = (
    CastVote | RankAll | CastRanking | WithdrawVote | SeeResult | RevealNames | GiveFeedback | WriteReason
)
