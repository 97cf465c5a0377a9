"""Tests of lines of items: reading them, and the sentence about an unusable line."""

import json
from typing import Any

import pytest

from council_core.errors import BadLine
from council_core.evaluation.items import item_from, item_json, read_items

GOOD: dict[str, Any] = {
    "id": "q1",
    "question": "6 x 7?",
    "answers": {"a": "42", "b": "41"},
    "authors": {"a": "ada"},
    "judgements": [{"judge": "ada", "order": [["a"], ["b"]]}],
    "gold": {"a": 1.0, "b": 0.0},
    "cost": 0.5,
}


def test_an_item_reads_back_as_it_was_written() -> None:
    item = item_from(GOOD)

    assert item_from(item_json(item)) == item
    assert item.best == {"a"}
    (preference,) = item.preferences({"ada": 2.0})
    assert (preference.own, preference.reliability) == ("a", 2.0)


def test_the_right_answers_may_follow_from_accepted_short_ones() -> None:
    item = item_from(
        {
            "id": 1,
            "answers": {"a": "42.", "b": "It is\n41\n\nPOSITION: 41", "c": "forty-two"},
            "accepted": ["42"],
        }
    )

    assert item.best == {"a", "c"}
    assert dict(item.positions) == {"a": "42.", "b": "41", "c": "forty-two"}


def test_where_no_answer_is_right_none_is_best() -> None:
    assert item_from({"id": 1, "answers": {"a": "1", "b": "2"}, "accepted": ["3"]}).best == frozenset()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"gold": ["c"]}, "`gold` names 'c'. Expected one of the answers: a, b."),
        ({"gold": None}, "nothing says which answer is right. Expected `gold` or `accepted`."),
        ({"gold": {"a": "much"}}, "`gold` gives 'much' to a. Expected a number, the highest for the best."),
        ({"answers": {"a": "42"}, "judgements": [], "authors": {}, "gold": ["a"]}, "Expected two or more"),
        ({"answers": {"a": 1, "b": "41"}}, "the answer 'a' is 1. Expected a text under a name."),
        ({"judgements": [{"judge": "ada"}]}, 'Expected {"judge": "name", "order"'),
        (
            {"judgements": [{"judge": "ada", "order": ["a", "z"]}]},
            "the order of ada names 'z'. Expected one of",
        ),
        (
            {"judgements": [{"judge": "ada", "order": ["a", "a"]}]},
            "names one twice. Expected each answer at most once.",
        ),
        ({"judgement": []}, "it has the key 'judgement'. Expected none but accepted, answers"),
        ({"cost": -1}, "`cost` is -1. Expected US dollars."),
        ({"id": None}, "`id` is None. Expected a text or a number."),
        ({"unclear": [1]}, "`unclear` holds 1. Expected names of judges."),
        ({"gold": {"a": 10**400}}, "a number is too large"),
    ],
)
def test_a_bad_line_is_named_with_what_is_wrong_and_what_was_expected(
    change: dict[str, Any], said: str
) -> None:
    lines = [json.dumps({**GOOD, "id": "q0"}), "", json.dumps({**GOOD, **change})]
    found = read_items(lines, "items.jsonl")

    assert next(found).id == "q0"
    with pytest.raises(BadLine) as caught:
        next(found)

    assert str(caught.value).startswith("items.jsonl, line 3: ")
    assert said in str(caught.value)


@pytest.mark.parametrize("line", ["{", "[]", "7", '"x"', "null", '{"id": "q1", "id": }', "[" * 100_000])
def test_what_is_no_object_is_a_bad_line_too(line: str) -> None:
    with pytest.raises(BadLine, match=r"line 1: .*Expected"):
        list(read_items([line], "items.jsonl"))


def test_an_id_stands_once() -> None:
    with pytest.raises(BadLine, match="line 2: the id 'q1' stood in an earlier line"):
        list(read_items([json.dumps(GOOD)] * 2, "items.jsonl"))
