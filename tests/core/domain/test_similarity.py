"""Tests of the questions that count as asked before, measured on two sets of a hundred labelled pairs of our own."""

from pathlib import Path

import pytest

from council_core.domain.similarity import likeness, sought_words

SETS = {
    name: [
        tuple(line.split("\t"))
        for line in (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    for name in ("question_pairs", "hard_question_pairs")
}


def is_similar(one: str, other: str) -> bool:
    return likeness(one, other) > 0


@pytest.mark.parametrize("name", SETS)
def test_nine_of_ten_offers_are_right_and_most_repetitions_are_found(name: str) -> None:
    pairs = SETS[name]
    found = [(label, one, other) for label, one, other in pairs if is_similar(one, other)]
    right = [pair for pair in found if pair[0] == "same"]
    same = [pair for pair in pairs if pair[0] == "same"]

    assert len(pairs) == 100
    assert len(right) / len(found) >= 0.9, [pair for pair in found if pair[0] != "same"]
    assert len(right) / len(same) >= 0.8, [pair for pair in same if not is_similar(pair[1], pair[2])]


@pytest.mark.parametrize(
    ("one", "other"), [(one, other) for pairs in SETS.values() for _, one, other in pairs]
)
def test_it_makes_no_difference_which_question_came_first(one: str, other: str) -> None:
    assert likeness(one, other) == likeness(other, one)


def test_a_short_question_is_only_like_itself() -> None:
    assert is_similar("Tabs?", "tabs")
    assert not is_similar("Tabs?", "Tabs today or not?")


def test_questions_are_looked_up_by_the_words_that_say_something() -> None:
    assert sought_words("Which database should we use for the event log?", most=2) == ("database", "event")
