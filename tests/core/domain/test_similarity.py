"""Tests of the questions that count as asked before, measured on three sets of labelled pairs of our own."""

from pathlib import Path

import pytest

from council_core.domain.similarity import likeness, sought_words

SETS = {
    name: [
        tuple(line.split("\t"))
        for line in (Path(__file__).parent / f"{name}.txt").read_text(encoding="utf-8").splitlines()
        if not line.startswith("#")
    ]
    for name in ("question_pairs", "hard_question_pairs", "fresh_question_pairs")
}


def is_similar(one: str, other: str) -> bool:
    return likeness(one, other) > 0


@pytest.mark.parametrize("name", SETS)
def test_nine_of_ten_offers_are_right_and_most_repetitions_are_found(name: str) -> None:
    pairs = SETS[name]
    found = [(label, one, other) for label, one, other in pairs if is_similar(one, other)]
    right = [pair for pair in found if pair[0] == "same"]
    same = [pair for pair in pairs if pair[0] == "same"]

    assert len(pairs) == (80 if name.startswith("fresh") else 100)
    assert len(right) / len(found) >= 0.9, [pair for pair in found if pair[0] != "same"]
    assert len(right) / len(same) >= 0.8, [pair for pair in same if not is_similar(pair[1], pair[2])]


@pytest.mark.parametrize("name", SETS)
def test_it_makes_no_difference_which_question_came_first(name: str) -> None:
    assert [pair for pair in SETS[name] if likeness(*pair[1:]) != likeness(*pair[:0:-1])] == []


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Who maintains our feature flag service?", "Do we need a feature flag service?"),
        ("When do we freeze the code?", "Why do we freeze the code?"),
        ("Should we move to Berlin next year?", "Should we move from Berlin next year?"),
        ("Sollen wir von AWS wechseln?", "Sollen wir zu AWS wechseln?"),
        ("서버를 서울 리전으로 옮길까요?", "서버를 서울 리전에서 옮길까요?"),
    ],
)
def test_who_when_and_why_and_where_something_comes_from_make_other_questions(one: str, other: str) -> None:
    assert not is_similar(one, other)


def test_a_short_question_is_only_like_itself() -> None:
    assert is_similar("Tabs?", "tabs")
    assert not is_similar("Tabs?", "Tabs today or not?")


def test_questions_are_looked_up_by_the_words_that_say_something() -> None:
    assert sought_words("Which database should we use for the event log?", most=2) == ("database", "event")
