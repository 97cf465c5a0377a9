"""Requests about responses and the verdict: vote, rank, reveal, give feedback."""

from dataclasses import dataclass
from typing import Literal

from bot.requests.person import Person
from council_core.domain.ballot import Order
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.slate import Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class CastVote:
    """Vote for one response, or change an earlier vote."""

    kind: Literal["vote"] = "vote"
    person: Person
    place: Place
    run_id: RunId
    alias: Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class RankAll:
    """Open the form for ranking all responses."""

    kind: Literal["rank"] = "rank"
    person: Person
    place: Place
    run_id: RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class CastRanking:
    """Vote with an order of responses, or change an earlier vote."""

    kind: Literal["ranking"] = "ranking"
    person: Person
    place: Place
    run_id: RunId
    order: Order


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawVote:
    """Withdraw one's own vote."""

    kind: Literal["withdraw"] = "withdraw"
    person: Person
    place: Place
    run_id: RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class SeeResult:
    """Show ranking and verdict before voting; a later vote is not blind."""

    kind: Literal["look"] = "look"
    person: Person
    place: Place
    run_id: RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealNames:
    """Close the voting now and reveal the names."""

    kind: Literal["reveal"] = "reveal"
    person: Person
    place: Place
    run_id: RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveFeedback:
    """Say whether the verdict helped."""

    kind: Literal["feedback"] = "feedback"
    person: Person
    place: Place
    run_id: RunId
    good: bool
    reason: str = ""
    """The reason in the person's words; empty if they gave none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteReason:
    """Open the form for the reason why the verdict did not help."""

    kind: Literal["why"] = "why"
    person: Person
    place: Place
    run_id: RunId
