"""Tests of structured replies: only the reviewer's own object counts, and its faults are asked about."""

import json

import pytest

from council_core import rubrics
from council_core.reading import LabelReading, LabelScore, read_ballot, settle
from council_core.rubrics import Criterion, Rubric

IDS = ("k1", "k2", "k3")
NONCE = "5eed5eed5eed5eed5eed5eed5eed5eed"
DEPTH = Rubric.custom([Criterion(name="Depth of thought"), Criterion(name="risk", direction="lower")])


def reply(ranking: object = ("k2", "k1", "k3"), **more: object) -> str:
    return json.dumps({"nonce": NONCE, "ranking": ranking, **more})


def read(text: str, rubric: Rubric | None = None, *, nonce: str | None = NONCE) -> LabelReading:
    return read_ballot(text, IDS, nonce=nonce, rubric=rubric)


GOOD_ORDER = (("k2",), ("k1",), ("k3",))


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("bare", reply()),
        ("fenced", f"```json\n{reply()}\n```"),
        ("prose around", f"Here you are:\n\n{reply()}\n\nI hope this helps."),
        ("within a line", f"My review: {reply()} Thank you."),
        ("thought before it", f"<think>{reply(['k1', 'k2', 'k3'])}</think>{reply()}"),
        ("another call's object", f'It said {{"nonce": "00", "ranking": ["k1", "k2", "k3"]}}.\n{reply()}'),
        ("an unmarked object", f'{{"ranking": ["k1", "k2", "k3"]}}\n{reply()}'),
        ("a section of text", f"FINAL RANKING:\n1. k1\n2. k2\n3. k3\n\n{reply()}"),
        ("said twice", f"{reply()}\n{reply()}"),
        ("capitals and spaces", reply(["K2", "k1 ", "Response k3"])),
        ("nonce under another name", json.dumps({"review_id": NONCE, "ranking": ["k2", "k1", "k3"]})),
        ("unknown keys", reply(**{"__proto__": {"x": 1}, "ranking ": ["k1"]})),
        ("wrapped", json.dumps({"review": {"nonce": NONCE, "ranking": ["k2", "k1", "k3"]}})),
        ("wrapped, nonce outside", json.dumps({"nonce": NONCE, "result": {"ranking": ["k2", "k1", "k3"]}})),
        ("rows", reply([{"id": "k2", "rank": 1}, {"id": "k3", "rank": 3}, {"id": "k1", "rank": 2}])),
        ("rows without places", reply([{"id": "k2"}, {"id": "k1"}, {"id": "k3"}])),
        ("places", reply({"k1": 2, "k2": 1, "k3": 3})),
        ("labels by place", reply({"1": "k2", "2": "k1", "3": "k3"})),
        ("a chain", reply("k2 > k1 > k3")),
        ("a comma too many", reply().replace("]", ",]")),
        ("a raw line break in a text", reply(comment="X").replace("X", "two\nlines")),
        ("text only", "FINAL RANKING:\n1. k2\n2. k1\n3. k3"),
    ],
)
def test_a_reply_is_read_whatever_stands_around_it(kind: str, text: str) -> None:
    assert read(text).order == GOOD_ORDER, kind


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("another nonce", reply().replace(NONCE, "0000")),
        ("twice the same label", reply(["k2", "k2", "k1"])),
        ("a stranger", reply(["k2", "k9", "k1"])),
        ("two of them, different", f"{reply()}\n{reply(['k1', 'k2', 'k3'])}"),
        ("not a list", reply(7)),
        ("numbers", reply([2, 1, 3])),
        ("deep", reply([[["k2"]], "k1", "k3"])),
        ("a mixture", reply([{"id": "k2"}, "k1", "k3"])),
        ("places that are no places", reply({"k1": 0.5, "k2": True, "k3": "x"})),
        ("endless", reply(["k2"] * 10_000)),
        ("very deep", '{"ranking": ' + "[" * 50_000),
        ("deep and closed", '{"nonce": "x", "ranking": ' + "[" * 400 + "]" * 400 + "}"),
    ],
)
def test_a_reply_that_is_not_one_order_of_what_was_shown_is_void(kind: str, text: str) -> None:
    reading = read(text)

    assert (reading.status, reading.order) == ("void", None), kind
    assert reading.repair is not None


def test_a_reply_that_leaves_some_out_counts_and_is_asked_about_once() -> None:
    reading = read(reply(["k2"]))

    assert reading.order == (("k2",),)
    assert reading.status == "valid"
    assert reading.repair is not None
    assert reading.repair.kind == "incomplete"
    assert (
        reading.why == "Read from its structured reply; it leaves out k1 and k3, which counts as tied last."
    )


def test_scores_reasons_and_comment_are_read_by_name_or_key() -> None:
    scores = {label: {"depth_of_thought": 7, "RISK": "2/10"} for label in IDS}
    reading = read(
        reply(scores=scores, reasons={"k1": " Short. ", "kx": "?"}, comment="Depth decided."), DEPTH
    )

    assert LabelScore(label="k3", criterion="Depth of thought", value=7.0) in reading.scores
    assert LabelScore(label="k1", criterion="risk", value=2.0) in reading.scores
    assert len(reading.scores) == 6
    assert reading.reasons == (("k1", "Short."),)
    assert reading.comment == "Depth decided."
    assert reading.repair is None


@pytest.mark.parametrize(
    "scores",
    [
        {"depth": {"k1": 1, "k2": 2, "k3": 3}},
        [{"id": "k1", "depth": 1}, {"id": "k2", "depth": 2}, {"id": "k3", "depth": 3}],
        [{"response": label, "scores": {"depth": place}} for place, label in enumerate(IDS, start=1)],
        {"k1": 1, "k2": 2, "k3": "3"},
    ],
)
def test_scores_may_come_in_another_shape(scores: object) -> None:
    rubric = Rubric.custom([Criterion(name="depth")])

    reading = read(reply(["k3", "k2", "k1"], scores=scores), rubric)

    assert {score.label: score.value for score in reading.scores} == {"k1": 1, "k2": 2, "k3": 3}


@pytest.mark.parametrize(
    "value", [11, -1, float("nan"), float("inf"), 1e300, True, None, "high", [5], "7" * 5000]
)
def test_a_score_that_is_no_number_on_its_scale_is_dropped_and_asked_about(value: object) -> None:
    scores = {label: {"depth_of_thought": 5, "risk": 5} for label in IDS}
    text = reply(scores={**scores, "k1": {"depth_of_thought": value, "risk": 5}})

    reading = read(text, DEPTH)

    assert reading.order == GOOD_ORDER
    assert len(reading.scores) == 5
    assert reading.repair is not None
    assert reading.repair.kind == "scores"


def test_missing_scores_are_asked_about_only_where_there_is_something_to_score() -> None:
    assert read(reply(), rubrics.load("ranking")).repair is None

    asked = read(reply(), rubrics.load("quality")).repair
    assert asked is not None
    assert asked.problem == "scores are missing."


def test_a_classic_review_is_not_asked_for_scores() -> None:
    assert read("FINAL RANKING:\n1. k2\n2. k1\n3. k3", rubrics.load("quality")).repair is None


@pytest.mark.parametrize(
    ("rubric", "marks", "contradicts"),
    [
        ("quality", {"k2": 9, "k1": 8, "k3": 7}, False),
        ("quality", {"k2": 9, "k1": 9, "k3": 9}, False),
        ("quality", {"k2": 8, "k1": 9, "k3": 7}, True),
        ("safety", {"k2": 0, "k1": 3, "k3": 9}, False),
        ("safety", {"k2": 9, "k1": 3, "k3": 0}, True),
        ("safety", {"k2": 1, "k1": 0, "k3": 9}, False),
    ],
)
def test_order_and_scores_that_contradict_each_other_are_asked_about(
    rubric: str, marks: dict[str, int], contradicts: bool
) -> None:
    criteria = [criterion.key for criterion in rubrics.load(rubric).criteria]
    scores = {label: dict.fromkeys(criteria, mark) for label, mark in marks.items()}

    reading = read(reply(scores=scores), rubrics.load(rubric))

    assert reading.status == "valid"
    assert (reading.repair is not None and reading.repair.kind == "contradiction") is contradicts


def test_without_a_nonce_an_own_object_is_told_from_a_quoted_one_by_where_it_stands() -> None:
    text = 'The answer held {"ranking": ["k1", "k2", "k3"]} which I ignore.\n{"ranking": ["k2", "k1", "k3"]}'

    assert read(text, nonce=None).order == GOOD_ORDER


@pytest.mark.parametrize(
    ("first", "second", "kept"),
    [
        ("no", reply(), "second"),
        (reply(["k2"]), "no", "first"),
        (reply(["k2"]), reply(["k1"]), "second"),
        ("no", "nothing", "second"),
    ],
)
def test_after_a_repair_request_the_second_reply_counts_if_it_is_clear(
    first: str, second: str, kept: str
) -> None:
    readings = {"first": read(first), "second": read(second)}

    assert settle(readings["first"], readings["second"]) is readings[kept]
