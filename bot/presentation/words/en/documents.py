"""Exported files in English."""

from dataclasses import dataclass
from decimal import Decimal

from bot.presentation.words.en.phrases import counted


@dataclass(frozen=True, slots=True)
class EnglishDocuments:
    """Implements `DocumentWords`."""

    asked_before: str = "Asked:"
    concluded: str = "Verdict:"
    material: str = "What came with the question"
    name: str = "Name"
    kind: str = "Kind"
    size: str = "Bytes"
    given: str = "Characters given"
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
    seconds: str = "Seconds"
    tokens_in: str = "Tokens in"
    tokens_out: str = "Tokens out"
    team: str = "The team"
    not_helpful: str = "Not helpful, because:"
    sources_about: str = "Links that the responses and the verdict name."
    absent: str = "Who could not take part"
    nothing: str = "(nothing)"
    won: str = "Comparisons won among the models"
    won_and_voted: str = "Comparisons won among the models, and first votes of the team"
    decided: str = "Status: accepted"
    context: str = "Context and problem statement"
    options: str = "Considered options"
    outcome: str = "Decision outcome"

    def asked(self, *, name: str, when: str) -> str:
        return f"{name} asked on {when}:"

    def given_of(self, *, given: str, of: str) -> str:
        return f"{given} of {of}"

    def call(self, *, name: str, number: int, tool: str) -> str:
        return f"{name}, call {number}: {tool}"

    def failed(self, *, why: str) -> str:
        return f"Failed: {why}"

    def agrees(self, *, tau: float) -> str:
        return (
            f"Likeness to the models' order: {tau:.2f}; 1 is the same order, 0 is chance, -1 is the reverse."
        )

    def helpful(self, *, good: int, of: int) -> str:
        return f"Found the verdict helpful: {good} of {of}."

    def cost(self, *, cost: Decimal | None, is_estimate: bool, is_partial: bool = False) -> str:
        about = "at least " if is_partial else "about " if is_estimate else ""
        return "unknown" if cost is None else f"{about}${cost:,.4f}"

    def first_of(self, *, count: int, of: int, blind: int) -> str:
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
