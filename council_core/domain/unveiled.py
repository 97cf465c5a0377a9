"""Parts of events that carry a name, for use after the reveal."""

from dataclasses import dataclass

from council_core.domain.answer import Usage
from council_core.domain.member import MemberId
from council_core.domain.slate import Alias


@dataclass(frozen=True, slots=True, kw_only=True)
class Unveiled:
    """One letter after the reveal: its author, and the result of its answer. Before the reveal there is none."""

    alias: Alias
    member: MemberId
    name: str
    place: int | None
    win_rate: float | None
    """Share of the members' one-to-one comparisons won, 0 to 1; None where nothing was ranked."""

    votes: int
    """First choices of the team."""

    blind_votes: int
    """First choices of those who had not seen ranking or verdict."""

    latency: float
    usage: Usage
    tools: tuple[tuple[str, int], ...] = ()
    """Each tool that it used, with the number of its calls."""

    refused_tools: bool = False
    """Whether its model takes no tools, and so answered without them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewerRevealed:
    """The member behind Reviewer 1, 2 …"""

    number: int
    member: MemberId
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedAnswer:
    """An answer with its author's name, because nothing remains to be judged."""

    name: str
    text: str
    alias: Alias | None = None
    """Its letter, if the run had come so far."""
