"""A member's answer, or the reason why it gave none, with the cost of either."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Literal, TypeVar

from council_core.domain.material import Digest
from council_core.domain.member import MemberId
from council_core.domain.tool import Wants, Work
from council_core.errors import CallFault

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
"""Reason why a member gave nothing. `timed_out`: the call's own deadline; `late`: the stage went on without it;
`unreachable`: no connection; `unavailable`: the provider replied with an error of its own; `not_asked`: it had failed
so often before that it was not asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens and cost of one or several calls. None means unknown."""

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

    @property
    def is_unpriced(self) -> bool:
        """Tell whether tokens were counted whose price is unknown."""
        return self.cost is None and (self.tokens_in is not None or self.tokens_out is not None)

    @staticmethod
    def total(usages: Iterable["Usage"]) -> "Usage":
        """Return the sum of all; it is an estimate as soon as one of them is."""
        total = Usage()
        for usage in usages:
            total += usage
        return total


def _sum(a: N | None, b: N | None) -> N | None:
    if a is None:
        return b
    return a if b is None else a + b


NO_USAGE = Usage()
"""Usage of a call without any figures, or of one that was never made."""


LONGEST_REPLY = 200_000
"""Longest reply in characters that Council takes, about 50,000 tokens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """Marks a reply that is too long to read, so that Council took only its beginning."""

    characters: int
    """Length of the whole in characters."""

    whole: Digest | None = None
    """Blob that holds the whole; None where it is not stored."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A model's reply to one prompt."""

    text: str
    """Text of the reply; empty only where it calls tools: another reply without words is a `Failure`."""

    latency: float
    """Seconds from the first byte sent to the last received, retries included."""

    usage: Usage = NO_USAGE
    finish_reason: FinishReason = "stop"
    reasoning: str = ""
    """Thoughts that the model wrote before its answer; stored, and never shown before the reveal."""

    cut: Cut | None = None
    """Set where `text` is only the beginning."""

    wants: Wants | None = None
    """Set where the model calls tools; an answer has none."""

    work: Work | None = None
    """Work with tools behind the answer; None where no tools were offered."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rest:
    """Period in which a model is not asked."""

    failures: int
    """Number of calls in a row that had failed."""

    until: datetime
    """Time from which it is tried again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A call without a usable result, and the reason."""

    reason: AbstentionReason
    fault: CallFault | None = None
    """The exact reason; None in failures that earlier versions stored."""

    facts: Mapping[str, str] = field(default_factory=dict[str, str])
    """Parts of the fault's sentence. No key, no traceback."""

    detail: str = ""
    """The English sentence of an earlier version."""

    latency: float
    usage: Usage = NO_USAGE
    others: float | None = None
    """Seconds that the slowest other call took, where a stage closed early without this one."""

    rest: Rest | None = None
    """Period of rest, where the model was not asked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Unseen(Failure):
    """A call that needed pictures, of a model that takes none. It costs nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reconsidered:
    """Result of the disagreement round for one member, which was shown the differing positions of all."""

    position: str
    """Its position before."""

    text: str = ""
    """Its answer before, where it changed it; empty where it kept it."""

    reason: str = ""
    """Its reason to keep or change it; empty where it gave none, or did not reply."""

    usage: Usage = NO_USAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A member's answer to the question."""

    kind: Literal["answer"] = "answer"
    member: MemberId
    reply: Reply
    first: Reply | None = None
    """Its text before it had read the others, where the run let members revise."""

    round: int = 1
    position: str = ""
    """Position of the answer in one line, taken from its last line; empty where it takes none."""

    reconsidered: Reconsidered | None = None
    """Result of the disagreement round, where there was one."""

    @property
    def work(self) -> Work | None:
        """Return the work with tools behind it; a revised answer written by an earlier version has it in `first`."""
        return self.reply.work or (self.first.work if self.first is not None else None)

    def without_calls(self) -> "Answer":
        """Return the answer without tool calls and their results."""
        work = None if self.work is None else self.work.without_calls()
        first = None if self.first is None else replace(self.first, work=None)
        return replace(self, reply=replace(self.reply, work=work), first=first)

    @property
    def usage(self) -> Usage:
        """Return the usage of all its calls together."""
        usage = self.reply.usage if self.first is None else self.first.usage + self.reply.usage
        return usage if self.reconsidered is None else usage + self.reconsidered.usage

    @property
    def text(self) -> str:
        return self.reply.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Abstention:
    """A member that gave no answer, and the reason."""

    kind: Literal["abstention"] = "abstention"
    member: MemberId
    failure: Failure
    round: int = 1


Outcome = Answer | Abstention
