"""What the chairman concluded, and what stays disputed."""

from dataclasses import dataclass

from council_core.domain.answer import NO_USAGE, Abstention, Reply, Usage
from council_core.domain.member import MemberId
from council_core.domain.slate import Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Where the responses agree and differ, in the chairman's short sentences, and what it would ask next."""

    agree: tuple[str, ...] = ()
    """What all of them say."""

    differ: tuple[str, ...] = ()
    """What they say differently, each side under its letters."""

    unique: tuple[str, ...] = ()
    """What only one of them saw, under its letter."""

    ask: tuple[str, ...] = ()
    """Further questions."""


NO_POINTS = Points()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The chairman's conclusion from question, answers and reviews, all under letters."""

    chairman: MemberId
    reply: Reply
    top: tuple[Alias, ...]
    """The top-ranked responses that people find beside the verdict; empty when nothing was ranked."""

    passed_over: tuple[Abstention, ...] = ()
    """Those before this chairman in line who failed."""

    foreign_links: tuple[str, ...] = ()
    """Links in the verdict that no answer had."""

    critique: str = ""
    """The chairman's own critique of the verdict, where the run asked for one."""

    critique_usage: Usage = NO_USAGE
    points: Points = NO_POINTS

    @property
    def text(self) -> str:
        return self.reply.text
