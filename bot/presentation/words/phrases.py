"""Counts, lists and names, which other messages hold; see `thread.py` for the rules."""

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
        """Says that no model was asked."""
        ...

    def number(self, *, count: int) -> str:
        """3 -> three."""
        ...

    def figure(self, *, count: int) -> str:
        """12345 -> 12,345."""
        ...

    def decimal(self, *, value: float) -> str:
        """3.25 -> 3.2: a score."""
        ...

    def models(self, *, count: int) -> str:
        """3 -> 3 models."""
        ...

    def votes(self, *, count: int) -> str: ...

    def ballots(self, *, count: int, blind: int) -> str:
        """The number of votes, with that of blind ones where anybody voted. A person who changed a blind vote later may
        make the second number the larger one."""
        ...

    def reviews(self, *, count: int) -> str: ...

    def words(self, *, count: int) -> str:
        """350 -> 350 words: the length of a text."""
        ...

    def characters(self, *, count: int) -> str: ...

    def octets(self, *, count: int) -> str:
        """12345 -> 12,345 bytes."""
        ...

    def ago(self, *, count: int, unit: AgeUnit) -> str:
        """(3, "week") -> 3 weeks ago."""
        ...

    def listed(self, *, things: Sequence[str]) -> str:
        """(A, B, C) -> A, B and C."""
        ...

    def responses(self, *, aliases: Sequence[str]) -> str:
        """(B, C) -> Responses B and C."""
        ...

    def order(self, *, groups: Sequence[Sequence[str]]) -> str:
        """((B), (A, C)) -> B, then A and C tied."""
        ...

    def lasting(self, *, seconds: float) -> str:
        """80 -> 1 minute 20 seconds."""
        ...

    def briefly(self, *, seconds: float) -> str:
        """80 -> 1 min 20 s."""
        ...

    def percent(self, *, share: float | None) -> str:
        """0.667 -> 67 %; a dash for None."""
        ...

    def money(self, *, cost: Decimal | None, is_estimate: bool) -> str:
        """US dollars; None -> cost unknown."""
        ...

    def tokens(self, *, usage: Usage) -> str:
        """1,200 tokens in · 340 tokens out; empty where nothing is known."""
        ...

    def secrets(self, *, masked: Sequence[Masked]) -> str:
        """Kinds and counts of what was masked, never a value."""
        ...
