"""A member's ranking of the slate with its reasons, as it was read from the member's text."""

from dataclasses import dataclass
from typing import Literal

from council_core.domain.answer import NO_USAGE, Abstention, Usage
from council_core.domain.ballot import Order
from council_core.domain.claim import ClaimCheck
from council_core.domain.member import MemberId
from council_core.domain.slate import Alias
from council_core.domain.tool import Work
from council_core.errors import BallotFault


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """One reviewer's score of one response on one criterion."""

    alias: Alias
    criterion: str
    value: float


Confidence = Literal["", "low", "medium", "high"]
"""A reviewer's own certainty; empty where it gives none. Shown, and never weighed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Yardstick:
    """A reviewer's points of a right answer, written before it judged."""

    points: tuple[str, ...]
    """Points; at most four."""

    answer: str = ""
    """Its own short answer, where the question has one."""

    met: tuple[tuple[Alias, tuple[int, ...]], ...] = ()
    """Numbers, from 1, of the points that each response contains."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """Result of reading a reviewer's text: one clear order, or the reason why there is none.

    A reading never guesses: `order` is None whenever the text is ambiguous about the shown responses.
    """

    status: Literal["valid", "void"]
    order: Order | None
    why: str
    """One English sentence: the place of the order in the text, or the reason why the ballot is void."""

    fault: BallotFault | None = None
    """Reason why the ballot is void; None for a valid one, and in readings that earlier versions stored."""

    about: str = ""
    """Letter, letters or remark that the fault is about."""

    scores: tuple[Score, ...] = ()
    reasons: tuple[tuple[Alias, str], ...] = ()
    comment: str = ""
    yardstick: Yardstick | None = None
    confidence: Confidence = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """One reviewer's work: the responses it was shown, its text, and the order read from it."""

    reviewer: MemberId
    number: int
    """Number in Reviewer 1, 2 … before the reveal; drawn per run, not by roster."""

    shown: tuple[Alias, ...]
    """Responses in the order in which this reviewer saw them."""

    texts: tuple[str, ...]
    """Its replies, with letters in place of its opaque ids: the first one and, after a repair request, the second.
    Empty when the call failed."""

    reading: Reading
    latency: float
    usage: Usage = NO_USAGE
    reliability: float = 1.0
    """Trust in this reviewer beforehand: learned from people's past votes, 1 where too few exist."""

    shortened: tuple[Alias, ...] = ()
    """Responses whose middle it was not shown; the same for every reviewer of a run."""

    failure: Abstention | None = None
    """Reason why there is nothing to read, when the model gave no review."""

    round: int = 1
    """Round of the slate it was shown."""

    claims: tuple[ClaimCheck, ...] = ()
    """Claims that the reviewer checked against sources before it reviewed."""

    work: Work | None = None
    """Its work with tools for that."""

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
