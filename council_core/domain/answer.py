"""What a member said, or that it said nothing, and what either took."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal, TypeVar

from council_core.domain.blob import Digest
from council_core.domain.member import MemberId

N = TypeVar("N", int, Decimal)

FinishReason = Literal["stop", "length", "content_filter", "tool_call", "error", "unknown"]

AbstentionReason = Literal[
    "timed_out",
    "late",
    "rate_limited",
    "unauthorized",
    "no_credit",
    "unknown_model",
    "refused",
    "empty",
    "bad_request",
    "bad_reply",
    "unreachable",
    "unavailable",
    "not_asked",
]
"""Why a member gave nothing. `timed_out`: the call's own deadline; `late`: the stage went on without it;
`unreachable`: no connection; `unavailable`: the provider answered with an error of its own; `not_asked`: it
had failed so often before that nobody asked it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What one or several calls took. None means that nobody said."""

    tokens_in: int | None = None
    tokens_out: int | None = None
    cost: Decimal | None = None
    """US dollars."""

    cost_is_estimate: bool = False
    """False only where the provider itself named the cost."""

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            tokens_in=_sum(self.tokens_in, other.tokens_in),
            tokens_out=_sum(self.tokens_out, other.tokens_out),
            cost=_sum(self.cost, other.cost),
            cost_is_estimate=self.cost_is_estimate or other.cost_is_estimate,
        )

    @staticmethod
    def total(usages: Iterable["Usage"]) -> "Usage":
        """The sum of all; an estimate as soon as one of them is."""
        total = Usage()
        for usage in usages:
            total += usage
        return total


def _sum(a: N | None, b: N | None) -> N | None:
    if a is None:
        return b
    return a if b is None else a + b


NO_USAGE = Usage()
"""What a call took that nobody said anything about, or that was never made."""


LONGEST_REPLY = 200_000
"""Characters of a reply, about 50,000 tokens, that Council takes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """That Council took only the beginning of a reply, because the whole is too long to be read."""

    characters: int
    """How many the whole has."""

    whole: Digest | None = None
    """Where the whole is kept; None where it is not."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model said to one prompt."""

    text: str
    """Never empty: a reply without words is a `Failure`."""

    latency: float
    """Seconds from the first byte sent to the last received, retries included."""

    usage: Usage = NO_USAGE
    finish_reason: FinishReason = "stop"
    reasoning: str = ""
    """What the model thought aloud before it spoke; kept, and never shown before the reveal."""

    cut: Cut | None = None
    """Where `text` is only the beginning."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """That a provider is left alone for a while."""

    failures: int
    """How many calls in a row it had failed."""

    until: datetime
    """From when it is tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """That a call gave nothing that could be used, and why."""

    reason: AbstentionReason
    detail: str
    """One sentence for people: what happened and, where one can, what to do. No key, no traceback."""

    latency: float
    usage: Usage = NO_USAGE
    others: float | None = None
    """Seconds that the slowest of the others took, where a stage closed early without this one."""

    rest: Rest | None = None
    """Why nobody was asked, where nobody was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconsidered:
    """That a member was shown the positions of all, since they differed, and what it made of that."""

    position: str
    """What it held before."""

    text: str = ""
    """Its answer before, where it changed it; empty where it kept it."""

    reason: str = ""
    """Why it kept or changed it; empty where it did not say, or did not reply."""

    usage: Usage = NO_USAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a member said to the question."""

    kind: Literal["answer"] = "answer"
    member: MemberId
    reply: Reply
    first: Reply | None = None
    """What it said before it had read the others, where the run let members revise."""

    round: int = 1
    position: str = ""
    """What the answer comes down to, in one line that stood at its end for machines; empty where it takes none."""

    reconsidered: Reconsidered | None = None
    """The disagreement round, where there was one."""

    @property
    def usage(self) -> Usage:
        """What all its calls took together."""
        usage = self.reply.usage if self.first is None else self.first.usage + self.reply.usage
        return usage if self.reconsidered is None else usage + self.reconsidered.usage

    @property
    def text(self) -> str:
        return self.reply.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstention:
    """That a member gave no answer, and why."""

    kind: Literal["abstention"] = "abstention"
    member: MemberId
    failure: Failure
    round: int = 1


Outcome = Answer | Abstention
