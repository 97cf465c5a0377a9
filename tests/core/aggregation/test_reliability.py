"""A reviewer's record with people sets its reliability."""

from math import log

import pytest

from council_core.aggregation.reliability import LEAST, MOST, Record, record_of
from council_core.domain.slate import Alias
from tests.core.aggregation.panels import approx, judge


@pytest.mark.parametrize(
    ("agreed", "pairs", "expected"),
    [
        (0, 0, 1.0),
        (65, 100, 1.0),
        (80, 100, log((87.8 / 112) / (24.2 / 112)) / log(0.65 / 0.35)),
        (50, 100, log((57.8 / 112) / (54.2 / 112)) / log(0.65 / 0.35)),
        (0, 100, LEAST),
        (1000, 1000, MOST),
    ],
    ids=["no record", "ordinary", "a good one", "a coin", "always wrong", "always right"],
)
def test_a_record_becomes_a_reliability(agreed: float, pairs: int, expected: float) -> None:
    assert Record(agreed=agreed, pairs=pairs, picks=1).reliability == approx(expected)


@pytest.mark.parametrize(
    ("says", "own", "picked", "expected"),
    [
        ("A B C D", None, "A", Record(agreed=3, pairs=3, picks=1)),
        ("A B C D", None, "C", Record(agreed=1, pairs=3, picks=1)),
        ("A BC D", None, "B", Record(agreed=1.5, pairs=3, picks=1)),
        ("A B C D", "D", "B", Record(agreed=1, pairs=2, picks=1)),
        ("A B C D", "A", "A", Record()),
        ("A B C D", None, "E", Record()),
        ("A B C D", None, "AB", Record(agreed=4, pairs=4, picks=1)),
    ],
    ids=[
        "picked what it put first", "picked its third", "a tie counts half", "its own answer is left out",
        "its own answer was picked", "it did not see the picked one", "two share the person's first place",
    ],
)  # fmt: skip
def test_one_pick_compares_the_picked_answer_with_each_other_one(
    says: str, own: str | None, picked: str, expected: Record
) -> None:
    preference = judge("ada", says, own=own)

    assert record_of(preference, [Alias(letter) for letter in picked]) == expected


def test_what_it_left_unlisted_counts_as_below() -> None:
    preference = judge("ada", "B", shown="ABC")

    assert record_of(preference, [Alias("A")]) == Record(agreed=0.5, pairs=2, picks=1)


def test_records_add_up() -> None:
    total = Record(agreed=3, pairs=3, picks=1) + Record(agreed=1.5, pairs=3, picks=1)

    assert total == Record(agreed=4.5, pairs=6, picks=2)
