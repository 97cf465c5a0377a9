"""Texts of exported files; see `thread.py` for the rules."""

from decimal import Decimal
from typing import Protocol


class DocumentWords(Protocol):
    """Exported files: a whole run as a document, its pictures, and decisions as records. CommonMark, names are escaped."""

    @property
    def asked_before(self) -> str:
        """Heading above an earlier question of the thread."""
        ...

    @property
    def concluded(self) -> str:
        """Heading above the verdict on it."""
        ...

    @property
    def material(self) -> str: ...

    @property
    def name(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def size(self) -> str: ...

    @property
    def given(self) -> str:
        """Column with the part of a piece of material that models were given."""
        ...

    @property
    def supported_by(self) -> str: ...

    @property
    def contradicted_by(self) -> str: ...

    @property
    def not_found_by(self) -> str: ...

    @property
    def scores(self) -> str: ...

    @property
    def scores_about(self) -> str: ...

    @property
    def agreement(self) -> str: ...

    @property
    def agreement_about(self) -> str: ...

    @property
    def each_model(self) -> str: ...

    @property
    def first_votes(self) -> str:
        """A column of first votes, blind ones in parentheses."""
        ...

    @property
    def seconds(self) -> str: ...

    @property
    def tokens_in(self) -> str: ...

    @property
    def tokens_out(self) -> str: ...

    @property
    def team(self) -> str: ...

    @property
    def not_helpful(self) -> str: ...

    @property
    def sources_about(self) -> str: ...

    @property
    def absent(self) -> str: ...

    @property
    def nothing(self) -> str:
        """Text in place of a missing result of a tool."""
        ...

    @property
    def won(self) -> str:
        """Title of a picture: comparisons won."""
        ...

    @property
    def won_and_voted(self) -> str:
        """The same with the first votes of the team."""
        ...

    @property
    def decided(self) -> str:
        """Status of a decision in an architecture decision record."""
        ...

    @property
    def context(self) -> str: ...

    @property
    def options(self) -> str: ...

    @property
    def outcome(self) -> str: ...

    def asked(self, *, name: str, when: str) -> str:
        """The asker and the time, above the question."""
        ...

    def given_of(self, *, given: str, of: str) -> str:
        """1,200 of 5,000 characters."""
        ...

    def call(self, *, name: str, number: int, tool: str) -> str:
        """Heading of a model's call of a tool."""
        ...

    def failed(self, *, why: str) -> str:
        """The result of a tool that failed; plain text."""
        ...

    def agrees(self, *, tau: float) -> str:
        """Kendall's tau-b between the team's votes and the models' ranking."""
        ...

    def helpful(self, *, good: int, of: int) -> str: ...

    def cost(self, *, cost: Decimal | None, is_estimate: bool, is_partial: bool = False) -> str:
        """US dollars with four places, for tables of small sums; plain text."""
        ...

    def first_of(self, *, count: int, of: int, blind: int) -> str:
        """The first votes that a response got, of all votes, and the blind ones; beside a bar. Plain text."""
        ...

    def rubric(self, *, name: str) -> str: ...

    def aggregation(self, *, name: str) -> str: ...

    def decided_on(self, *, day: str) -> str: ...

    def decided_by(self, *, name: str) -> str: ...

    def look_again(self, *, day: str) -> str: ...

    def from_run(self, *, run_id: str, name: str, day: str) -> str: ...
