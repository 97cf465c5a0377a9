"""The chairman's conclusion, the points that stay disputed, and the positions of a minority."""

from collections.abc import Callable
from dataclasses import dataclass

from council_core.domain.answer import NO_USAGE, Abstention, Reply, Usage
from council_core.domain.member import MemberId
from council_core.domain.slate import Alias

LONGEST_POINT = 200
"""Most characters of a point that people read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Points:
    """Points of agreement and difference between responses, as the chairman sees them, and suggested follow-ups."""

    agree: tuple[str, ...] = ()
    """Points that all responses make."""

    differ: tuple[str, ...] = ()
    """Points on which they differ, each side under its letters."""

    unique: tuple[str, ...] = ()
    """Points that one response alone makes, under its letter."""

    ask: tuple[str, ...] = ()
    """Further questions."""

    def shown(self, mask: Callable[[str], str]) -> "Points":
        """Return the points as people read them: masked and then cut, because a name that was cut is not masked."""

        def each(texts: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(mask(text)[:LONGEST_POINT].rstrip() for text in texts)

        return Points(
            agree=each(self.agree), differ=each(self.differ), unique=each(self.unique), ask=each(self.ask)
        )


NO_POINTS = Points()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The chairman's conclusion from question, answers and reviews, which it knows by letters alone."""

    chairman: MemberId
    reply: Reply
    top: tuple[Alias, ...]
    """Top-ranked responses that people see beside the verdict; empty when nothing was ranked."""

    passed_over: tuple[Abstention, ...] = ()
    """Failures of those ahead of this chairman in the line."""

    foreign_links: tuple[str, ...] = ()
    """Links in the verdict that no answer held."""

    misquoted: tuple[str, ...] = ()
    """Quotations in the verdict that are not in a source."""

    critique: str = ""
    """The chairman's own critique of the verdict; empty where the run asked for none."""

    critique_usage: Usage = NO_USAGE
    points: Points = NO_POINTS

    @property
    def text(self) -> str:
        return self.reply.text


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One position and all responses that hold it."""

    position: str
    """The position in the words of one of them."""

    holders: tuple[Alias, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Dissent:
    """One response that differs from most, or differed before it saw the other positions."""

    alias: Alias
    position: str
    before: str
    """Its position before the disagreement round; empty where there was none."""

    reason: str
    """Its reason to keep or change that; empty where it was not asked, or gave none."""

    sources: int
    """Number of links in it."""

    @property
    def has_changed(self) -> bool:
        return bool(self.before) and self.before != self.position


@dataclass(frozen=True, slots=True, kw_only=True)
class Minority:
    """Positions of a minority beside the majority's. Code finds them, so every verdict reports them."""

    main: Held
    dissents: tuple[Dissent, ...]
