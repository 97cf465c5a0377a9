"""Tests of lines of items: reading them, and the sentence about an unusable line."""

import json
from typing import Any

import pytest

from council_core.errors import BadLine
from council_core.evaluation.items import KNOWN, item_from, item_json, read_items

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
    ("change", "fault", "facts"),
    [
        ({"gold": ["c"]}, "unknown_answer", {"key": "gold", "value": '"c"', "known": "a, b"}),
        ({"gold": None}, "nothing_right", {}),
        ({"gold": {"a": "much"}}, "gold_figure", {"name": "a", "value": '"much"'}),
        ({"answers": {"a": "42"}, "judgements": [], "authors": {}, "gold": ["a"]}, "one_answer", {}),
        ({"answers": {"a": 1, "b": "41"}}, "answer_form", {"name": "a", "value": "1"}),
        ({"judgements": [{"judge": "ada"}]}, "judgement_form", {"value": '{"judge": "ada"}'}),
        (
            {"judgements": [{"judge": "ada", "order": ["a", "z"]}]},
            "order_unknown",
            {"judge": "ada", "value": '"z"', "known": "a, b"},
        ),
        ({"judgements": [{"judge": "ada", "order": ["a", "a"]}]}, "order_twice", {"judge": "ada"}),
        ({"judgement": []}, "unknown_key", {"key": "judgement", "known": ", ".join(sorted(KNOWN))}),
        ({"judgements": [{"judge": "ada", "order": [list[str](), "a"]}]}, "order_twice", {"judge": "ada"}),
        ({"authors": {"a": 5}}, "authors_form", {"value": '{"a": 5}'}),
        ({"authors": {"a": ""}}, "authors_form", {"value": '{"a": ""}'}),
        ({"question": "\ud800"}, "half_character", {"value": "\\ud800"}),
        ({"cost": -1}, "cost_form", {"value": "-1"}),
        ({"id": None}, "id_form", {"value": "null"}),
        ({"unclear": [1]}, "unclear_form", {"value": "1"}),
        ({"gold": {"a": 10**400}}, "too_deep", {}),
    ],
)
def test_a_bad_line_is_named_with_what_is_wrong_and_what_was_expected(
    change: dict[str, Any], fault: str, facts: dict[str, str]
) -> None:
    lines = [json.dumps({**GOOD, "id": "q0"}), "", json.dumps({**GOOD, **change})]
    found = read_items(lines, "items.jsonl")

    assert next(found).id == "q0"
    with pytest.raises(BadLine) as caught:
        next(found)

    assert (caught.value.file, caught.value.line) == ("items.jsonl", 3)
    assert (caught.value.fault, caught.value.facts) == (fault, facts)


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("{", "no_json"),
        ("[]", "no_object"),
        ("7", "no_object"),
        ('"x"', "no_object"),
        ("null", "no_object"),
        ('{"id": "q1", "id": }', "no_json"),
        ('{"id": "q1", "id": "q2", "answers": ["a", "b"], "gold": ["a"]}', "key_twice"),
        ('{"id": "q1", "answers": {"a": "1", "b": "2", "a": "3"}, "gold": ["a"]}', "key_twice"),
        ("[" * 100_000, "too_deep"),
        ("1" * 10_000, "too_deep"),
    ],
)
def test_what_is_no_object_is_a_bad_line_too(line: str, fault: str) -> None:
    with pytest.raises(BadLine) as caught:
        list(read_items([line], "items.jsonl"))

    assert (caught.value.line, caught.value.fault) == (1, fault)


def test_an_id_that_occurs_twice_is_refused() -> None:
    with pytest.raises(BadLine) as caught:
        list(read_items([json.dumps(GOOD)] * 2, "items.jsonl"))

    assert (caught.value.line, caught.value.fault, caught.value.facts) == (2, "id_twice", {"value": '"q1"'})
