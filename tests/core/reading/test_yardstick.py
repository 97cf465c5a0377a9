"""Tests of a right answer's points in the forms that models write, of ties and of confidence."""

import json

import pytest

from council_core.reading import LabelReading, read_ballot
from council_core.reading.yardstick import LONGEST_POINT, LabelYardstick

LABELS = ("k7f4", "m2p9", "x1qz")
CODE = "5eedf00d"


def read(**fields: object) -> LabelReading:
    reply = {"nonce": CODE, "ranking": [["m2p9", "k7f4"], ["x1qz"]], **fields}
    return read_ballot(json.dumps(reply), LABELS, nonce=CODE)


def test_points_own_answer_and_what_each_response_meets_are_read() -> None:
    found = read(
        must_contain=["The sum is 42.", "A unit."],
        own_answer="42 km",
        meets={"k7f4": [1, 2], "m2p9": ["2"], "x1qz": []},
        confidence="High",
    )

    assert found.yardstick == LabelYardstick(
        points=("The sum is 42.", "A unit."),
        answer="42 km",
        met=(("k7f4", (1, 2)), ("m2p9", (2,)), ("x1qz", ())),
    )
    assert found.confidence == "high"


def test_responses_that_are_equally_good_share_a_place() -> None:
    assert read().order == (("m2p9", "k7f4"), ("x1qz",))


def test_a_reply_without_a_yardstick_counts_all_the_same() -> None:
    found = read()

    assert (found.status, found.yardstick, found.confidence) == ("valid", None, "")


def test_no_more_than_four_points_are_kept_and_none_is_endless() -> None:
    found = read(must_contain=[f"{number} " + "x" * 3_000 for number in range(9)]).yardstick

    assert found is not None
    assert len(found.points) == 4
    assert {len(point) for point in found.points} == {LONGEST_POINT}


@pytest.mark.parametrize(
    "fields",
    [
        {"must_contain": "A unit.\n\nA sum.", "meets": ["k7f4"]},
        {
            "must_contain": ["A unit.", "A sum.", 3, None, " "],
            "meets": {"k7f4": "1", "Z": [1], "m2p9": [True, 9, -1, "x"]},
        },
    ],
)
def test_what_is_no_point_and_no_number_of_one_is_left_out(fields: dict[str, object]) -> None:
    found = read(**fields, confidence=0.9)

    assert found.yardstick is not None
    assert found.yardstick.points == ("A unit.", "A sum.")
    assert found.yardstick.met == (), "a response whose points are unreadable does not seem to meet none"
    assert found.confidence == ""
    assert found.status == "valid"


@pytest.mark.parametrize(
    ("points", "meets", "met"),
    [
        (["a", "b"], [True, False], (1,)),
        (["a", "b"], [False, False], ()),
        (["a", "b"], {"1": True, "2": False}, (1,)),
        (["a", "b"], [1.0, "2"], (1, 2)),
        (["a", "b"], ["b"], (2,)),
        (["a", 5, "b"], [3], (2,)),
        ("a\n\nb", [2], (2,)),
        (["a", "b", "c", "d", "e"], [1, 5], (1,)),
        (["a", "b", "c", "d", "e"], [5], ()),
        (["a", "", "b"], [2], None),
        (["a", "b"], [True], None),
        (["a", "b"], [3], None),
        (["a", "b"], [1, "c"], None),
        (["a", "b"], [0, 1], None),
        (["a", "b"], {"1": "yes", "2": "no"}, None),
        (["a", "b"], "all", None),
        (["a", "b"], [[1]], None),
        (["a", "b"], [1e400], None),
    ],
)
def test_points_that_a_response_meets_keep_the_numbers_of_the_reviewers_list(
    points: object, meets: object, met: tuple[int, ...] | None
) -> None:
    found = read(must_contain=points, meets={"k7f4": meets})

    assert found.yardstick is not None
    assert found.yardstick.met == (() if met is None else (("k7f4", met),))


@pytest.mark.parametrize(
    ("ranking", "is_asked"),
    [
        (["k7f4", "m2p9", "x1qz"], False),
        (["k7f4", "x1qz", "m2p9"], False),
        (["m2p9", "k7f4", "x1qz"], False),
        (["x1qz", "m2p9", "k7f4"], True),
        ([["x1qz", "m2p9"], "k7f4"], False),
    ],
)
def test_an_order_that_its_own_points_contradict_throughout_is_asked_about_once(
    ranking: object, is_asked: bool
) -> None:
    found = read(must_contain=["a", "b"], meets={"k7f4": [1, 2], "m2p9": [1], "x1qz": []}, ranking=ranking)

    assert found.status == "valid"
    assert (found.repair is not None) == is_asked
    if is_asked and found.repair is not None:
        assert found.repair.problem == "x1qz is ranked above m2p9, but contains fewer of its points."
