"""Tests of `council inspect ballot`: it shows the reader's result for a review."""

import json

import pytest

from bot.cli.inspect import inspect_ballot
from council_core.errors import RequestError


def test_a_ballot_is_told_with_its_scores_and_what_one_would_ask_about() -> None:
    text = json.dumps(
        {"ranking": ["B", ["A", "C"]], "scores": {"A": {"depth": 3}}, "reasons": {"B": "Right."}}
    )

    assert inspect_ballot({"text": text, "shown": ["A", "B", "C"]}) == {
        "ranking": ["B", ["A", "C"]],
        "scores": {"A": {"depth": 3.0}},
        "reasons": {"B": "Right."},
        "comment": "",
        "status": "valid",
        "why": "Read from its structured reply.",
        "repair": None,
    }


def test_a_void_ballot_has_no_ranking_and_says_why() -> None:
    result = inspect_ballot({"text": "Hm.", "shown": ["A", "B"]})

    assert (result["ranking"], result["status"], result["why"]) == (None, "void", "It gives no ranking.")


def test_a_rubric_can_be_named() -> None:
    text = '{"ranking": ["B", "A"], "scores": {"A": {"clarity": 99}}}'

    result = inspect_ballot({"text": text, "shown": ["A", "B"], "rubric": "quality"})

    assert result["repair"] == "the score for clarity of A is not a number on its scale."


@pytest.mark.parametrize(
    "row",
    [
        {"shown": ["A"]},
        {"text": 1, "shown": ["A"]},
        {"text": "", "shown": []},
        {"text": "", "shown": "AB"},
        {"text": "", "shown": ["A", 2]},
        {"text": "", "shown": ["A", "A"]},
        {"text": "", "shown": ["A"], "nonce": 1},
        {"text": "", "shown": ["A"], "rubric": "genral"},
    ],
)
def test_a_row_that_cannot_be_understood_says_why(row: dict[str, object]) -> None:
    with pytest.raises(RequestError):
        inspect_ballot(row)
