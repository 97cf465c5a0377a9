"""A member's ranking of the slate with its reasons, as it was read out of what the member wrote."""

from dataclasses import dataclass
from typing import Literal

from council_core.domain.answer import NO_USAGE, Abstention, Usage
from council_core.domain.ballot import Order
from council_core.domain.member import MemberId
from council_core.domain.slate import Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One criterion of one response as one reviewer scored it."""

    alias: Alias
    criterion: str
    value: float


Confidence = Literal["", "low", "medium", "high"]
"""How sure a reviewer says it is; empty where it says nothing. Shown, and never weighed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Yardstick:
    """What a reviewer held a right answer to contain, written before it judged."""

    points: tuple[str, ...]
    """At most four."""

    answer: str = ""
    """Its own short answer, where the question has one."""

    met: tuple[tuple[Alias, tuple[int, ...]], ...] = ()
    """The numbers, from 1, of the points that each response contains."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was read out of a reviewer's text: one clear order, or why there is none.

    A reading never guesses: `order` is None whenever the text does not say one thing about what was shown.
    """

    status: Literal["valid", "void"]
    order: Order | None
    why: str
    """One sentence for people: where the order was found, or why the ballot is void."""

    scores: tuple[Score, ...] = ()
    reasons: tuple[tuple[Alias, str], ...] = ()
    comment: str = ""
    yardstick: Yardstick | None = None
    confidence: Confidence = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One reviewer's work: what it was shown, what it wrote, what was read out of it."""

    reviewer: MemberId
    number: int
    """What people see as Reviewer 1, 2 … before the reveal; drawn per run, not by roster."""

    shown: tuple[Alias, ...]
    """The responses in the order in which this reviewer saw them."""

    texts: tuple[str, ...]
    """What it wrote, letters put back in place of its opaque ids: the first reply and, after a repair
    request, the second. Empty when the call failed."""

    reading: Reading
    latency: float
    usage: Usage = NO_USAGE
    reliability: float = 1.0
    """How far this reviewer is trusted beforehand: learned from people's past votes, 1 where too few exist."""

    shortened: tuple[Alias, ...] = ()
    """The responses of which it was not shown the middle; the same for every reviewer of a run."""

    failure: Abstention | None = None
    """Why there is nothing to read, when the model gave no review at all."""

    round: int = 1
    """The round of the slate it was shown."""

    def without_texts(self) -> "Review":
        """Return the review with its order and weight, without its text."""
        return Review(
            reviewer=self.reviewer,
            number=self.number,
            shown=self.shown,
            texts=(),
            reading=Reading(status=self.reading.status, order=self.reading.order, why=""),
            latency=0.0,
            reliability=self.reliability,
            round=self.round,
        )

    @property
    def is_valid(self) -> bool:
        return self.reading.status == "valid"
