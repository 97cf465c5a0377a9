"""Exported files in English."""

from dataclasses import dataclass
from decimal import Decimal

from bot.presentation.words.en.phrases import counted


@dataclass(frozen=True, slots=True)
class DocumentWords:
    """Exported files: a whole run as a document, its pictures, and decisions as records. CommonMark, names are escaped."""

    asked_before: str = "Asked:"
    """Heading above an earlier question of the thread."""
    concluded: str = "Verdict:"
    """Heading above the verdict on it."""
    material: str = "What came with the question"
    name: str = "Name"
    kind: str = "Kind"
    size: str = "Bytes"
    given: str = "Characters given"
    """Column with the part of a piece of material that models were given."""
    supported_by: str = "Supported by"
    contradicted_by: str = "Contradicted by"
    not_found_by: str = "Not found by"
    scores: str = "Scores by criterion"
    scores_about: str = "Means over the reviews that counted. Reviewers use their scales differently, so the ranking does not rest on them."
    agreement: str = "Agreement between reviewers"
    agreement_about: str = (
        "How often two reviewers order two responses alike; a tie counts half, and chance reaches one half."
    )
    each_model: str = "Each model"
    first_votes: str = "First votes (blind)"
    """A column of first votes, blind ones in parentheses."""
    seconds: str = "Seconds"
    tokens_in: str = "Tokens in"
    tokens_out: str = "Tokens out"
    team: str = "The team"
    not_helpful: str = "Not helpful, because:"
    sources_about: str = "Links that the responses and the verdict name."
    absent: str = "Who could not take part"
    nothing: str = "(nothing)"
    """Text in place of a missing result of a tool."""
    won: str = "Comparisons won among the models"
    """Title of a picture: comparisons won."""
    won_and_voted: str = "Comparisons won among the models, and first votes of the team"
    """The same with the first votes of the team."""
    decided: str = "Status: accepted"
    """Status of a decision in an architecture decision record."""
    context: str = "Context and problem statement"
    options: str = "Considered options"
    outcome: str = "Decision outcome"

    def asked(self, *, name: str, when: str) -> str:
        """The asker and the time, above the question."""
        return f"{name} asked on {when}:"

    def given_of(self, *, given: str, of: str) -> str:
        """1,200 of 5,000 characters."""
        return f"{given} of {of}"

    def call(self, *, name: str, number: int, tool: str) -> str:
        """Heading of a model's call of a tool."""
        return f"{name}, call {number}: {tool}"

    def failed(self, *, why: str) -> str:
        """The result of a tool that failed; plain text."""
        return f"Failed: {why}"

    def agrees(self, *, tau: float) -> str:
        """Kendall's tau-b between the team's votes and the models' ranking."""
        return (
            f"Likeness to the models' order: {tau:.2f}; 1 is the same order, 0 is chance, -1 is the reverse."
        )

    def helpful(self, *, good: int, of: int) -> str:
        return f"Found the verdict helpful: {good} of {of}."

    def cost(self, *, cost: Decimal | None, is_estimate: bool) -> str:
        """US dollars with four places, for tables of small sums; plain text."""
        about = "about " if is_estimate else ""
        return "unknown" if cost is None else f"{about}${cost:,.4f}"

    def first_of(self, *, count: int, of: int, blind: int) -> str:
        """The first votes that a response got, of all votes, and the blind ones; beside a bar. Plain text."""
        return f"{count} of {counted(of, 'vote')} ({blind} blind)"

    def rubric(self, *, name: str) -> str:
        return f"rubric {name}"

    def aggregation(self, *, name: str) -> str:
        return f"aggregation {name}"

    def decided_on(self, *, day: str) -> str:
        return f"Date: {day}"

    def decided_by(self, *, name: str) -> str:
        return f"Recorded by: {name}"

    def look_again(self, *, day: str) -> str:
        return f"Look again: {day}"

    def from_run(self, *, run_id: str, name: str, day: str) -> str:
        return f"Council run: {run_id}, asked by {name} on {day}"
