"""The chairman's conclusion and the points that stay disputed."""

from dataclasses import dataclass

from council_core.domain.answer import NO_USAGE, Abstention, Reply, Usage
from council_core.domain.member import MemberId
from council_core.domain.slate import Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """The points on which responses agree and differ, as the chairman puts them, and its suggested follow-ups."""

    agree: tuple[str, ...] = ()
    """Points of all responses."""

    differ: tuple[str, ...] = ()
    """Points on which they differ, each side under its letters."""

    unique: tuple[str, ...] = ()
    """Points of one response alone, under its letter."""

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

    misquoted: tuple[str, ...] = ()
    """Quotations in the verdict that are not in a source."""

    critique: str = ""
    """The chairman's own critique of the verdict, where the run asked for one."""

    critique_usage: Usage = NO_USAGE
    points: Points = NO_POINTS

    @property
    def text(self) -> str:
        return self.reply.text
