"""Counts, lists and names for use in other messages; see `thread.py` for the rules."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Literal, Protocol

from council_core.domain.answer import Usage
from council_core.domain.question import Masked

AgeUnit = Literal["minute", "hour", "day", "week", "month", "year"]


class PhraseWords(Protocol):
    """Numbers, letters, durations and sums of money, as parts of other sentences. Plain text."""

    @property
    def demo_notice(self) -> str:
        """Notice that no model was asked."""
        ...

    def number(self, *, count: int) -> str:
        """Return 3 as three."""
        ...

    def figure(self, *, count: int) -> str:
        """Return 12345 as 12,345."""
        ...

    def decimal(self, *, value: float, places: int = 1, is_signed: bool = False) -> str:
        """Return 3.25 as 3.2, for a score; with a sign for a difference."""
        ...

    def models(self, *, count: int) -> str:
        """Return 3 as 3 models."""
        ...

    def votes(self, *, count: int) -> str: ...

    def ballots(self, *, count: int, blind: int) -> str:
        """The number of votes, with that of blind ones where anybody voted. A person who changed a blind vote later may
        make the second number the larger one."""
        ...

    def reviews(self, *, count: int) -> str: ...

    def words(self, *, count: int) -> str:
        """The length of a text, such as 350 words."""
        ...

    def characters(self, *, count: int) -> str: ...

    def octets(self, *, count: int) -> str:
        """The size of a file, such as 12,345 bytes."""
        ...

    def ago(self, *, count: int, unit: AgeUnit) -> str:
        """(3, "week") -> 3 weeks ago."""
        ...

    def listed(self, *, things: Sequence[str]) -> str:
        """Return (A, B, C) as A, B and C."""
        ...

    def responses(self, *, aliases: Sequence[str]) -> str:
        """Return (B, C) as Responses B and C."""
        ...

    def order(self, *, groups: Sequence[Sequence[str]]) -> str:
        """Return ((B), (A, C)) as B, then A and C tied."""
        ...

    def lasting(self, *, seconds: float) -> str:
        """Return 80 as 1 minute 20 seconds."""
        ...

    def briefly(self, *, seconds: float) -> str:
        """Return 80 as 1 min 20 s."""
        ...

    def percent(self, *, share: float | None) -> str:
        """Return 0.667 as 67 %; a dash for None."""
        ...

    def money(self, *, cost: Decimal | None, is_estimate: bool, is_partial: bool = False) -> str:
        """Return US dollars, `at least` so many where some calls had no known price; for None that the cost is
        unknown."""
        ...

    def tokens(self, *, usage: Usage) -> str:
        """Return 1,200 tokens in · 340 tokens out; empty if nothing is known."""
        ...

    def secrets(self, *, masked: Sequence[Masked]) -> str:
        """Kinds and counts of masked secrets, never a value."""
        ...
