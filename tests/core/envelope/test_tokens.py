"""Tests of a review's cost in tokens: each answer is in its prompt once, after words that are the same for all."""

from council_core.domain.slate import Alias
from council_core.envelope import seal
from council_core.rubrics import load

RESPONSES = [
    (Alias(letter), f"Answer {letter}: " + "spaces look the same everywhere. " * 20) for letter in "ABCD"
]
QUESTION = "Tabs or spaces? " * 40
REVIEWERS = ("openai:one", "openai:one#2", "anthropic:two")


def prompts(*, other_way_round: bool = False) -> list[str]:
    """Return the prompt of each reviewer."""
    return [
        seal(
            RESPONSES,
            question=QUESTION,
            rubric=load("quality"),
            seed="5eed" * 8,
            reviewer=reviewer,
            seat=seat,
            other_way_round=other_way_round,
        ).prompt.text
        for seat, reviewer in enumerate(REVIEWERS)
    ]


def test_each_answer_stands_in_a_review_prompt_once() -> None:
    for prompt in prompts():
        assert [prompt.count(text.strip()) for _, text in RESPONSES] == [1, 1, 1, 1]


def test_all_reviewers_read_the_same_bytes_up_to_the_responses() -> None:
    heads = {
        prompt.partition("Each stands between two lines with the code")[0]
        for prompt in (*prompts(), *prompts(other_way_round=True))
    }

    (head,) = heads
    assert QUESTION.strip() in head
    assert all(criterion.name in head for criterion in load("quality").criteria)
