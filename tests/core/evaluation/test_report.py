"""Tests of the tables of `council evaluate` on panels with a known answer, and on the shared sets."""

import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from council_core.domain.slate import Alias
from council_core.evaluation.intervals import mean_of, share_of
from council_core.evaluation.items import Item, Judgement, item_from
from council_core.evaluation.layouts import converted
from council_core.evaluation.report import COUNCIL, Report, Way, evaluate

SHARED = Path(__file__).parents[4] / "shared" / "data" / "rankings_tuning.jsonl"
A, B = Alias("a"), Alias("b")


def pairs(count: int, **right: float) -> list[Item]:
    """Return pairs in which a is right; each member judges this share of them correctly."""
    random = Random(f"{count} {right}")
    return [
        Item(
            id=str(at),
            answers=((A, ""), (B, "")),
            judgements=tuple(
                Judgement(judge=judge, order=((A,), (B,)) if random.random() < share else ((B,), (A,)))
                for judge, share in right.items()
            ),
            gold=((A, 1.0), (B, 0.0)),
        )
        for at in range(count)
    ]


def right(report: Report, way: Way) -> float:
    (row,) = (row for row in report.rows if row.way == way)
    return row.right.mean


def only_judge(name: str) -> Way:
    return Way(kind="judge", name=name)


def test_among_equals_the_council_wins_and_says_so() -> None:
    report = evaluate(pairs(400, ada=0.7, bob=0.7, cyd=0.7, dan=0.7, eve=0.7))

    assert right(report, COUNCIL) == right(report, Way(kind="majority")) > 0.78
    assert report.comparison is not None
    assert report.comparison.outcome == "wins"


def test_with_one_good_member_the_council_does_not_win_and_says_so() -> None:
    report = evaluate(pairs(300, ada=0.9, bob=0.35, cyd=0.35, dan=0.6))

    assert right(report, COUNCIL) < right(report, only_judge("ada"))
    assert report.comparison is not None
    assert report.comparison.outcome == "loses"
    assert report.comparison.best.way == only_judge("ada")


def test_the_best_member_is_compared_on_the_items_that_it_judged() -> None:
    hard = pairs(60, ada=0.5, bob=0.5, cyd=0.5)
    easy = [replace(item, id=f"e{item.id}") for item in pairs(60, ada=0.8, bob=0.8, dan=1.0)]
    once = [replace(item, id=f"o{item.id}") for item in pairs(2, ada=0.5, eve=1.0)]

    report = evaluate([*hard, *easy, *once])

    (dan,) = (row for row in report.rows if row.way == only_judge("dan"))
    assert dan.better is not None
    assert report.comparison is not None
    assert report.comparison.best == dan
    assert report.comparison.council == dan.right.mean + dan.better.mean
    assert (dan.right.mean, dan.better.items) == (1.0, 60)


def test_where_chance_may_explain_it_no_difference_is_claimed() -> None:
    report = evaluate(pairs(30, ada=0.8, bob=0.75, cyd=0.75))

    assert report.comparison is not None
    assert report.comparison.outcome == "unclear"


def test_twenty_labels_bring_the_council_to_its_best_member() -> None:
    report = evaluate(pairs(300, ada=0.9, bob=0.35, cyd=0.35, dan=0.6), labels=20)

    assert report.labels == 20
    assert right(report, Way(kind="calibrated")) > right(report, only_judge("ada")) - 0.02


def test_items_that_cannot_be_scored_are_counted_and_left_out() -> None:
    good, other = pairs(2, ada=1.0)
    unjudged = Item(id="x", answers=good.answers, gold=good.gold, cost=0.5)
    all_right = Item(id="y", answers=other.answers, judgements=other.judgements, gold=((A, 1.0), (B, 1.0)))

    report = evaluate([good, unjudged, all_right])

    assert (report.items, report.skipped, report.cost) == (1, 2, 0.5)
    assert (evaluate([unjudged]).comparison, evaluate([unjudged]).rows) == (None, ())


def test_an_author_of_two_answers_is_right_with_a_share_of_them() -> None:
    (item,) = pairs(1, ada=1.0)

    report = evaluate([replace(item, authors=((A, "ada"), (B, "ada")))])

    assert right(report, Way(kind="author", name="ada")) == 0.5


def test_an_interval_holds_its_mean_and_shrinks_with_items() -> None:
    few, many = mean_of([0.0, 1.0] * 10), mean_of([0.0, 1.0] * 200)

    assert few.low < few.mean < few.high
    assert many.high - many.low < few.high - few.low
    assert mean_of([0.0, 1.0] * 10) == few


def test_equal_figures_of_few_items_have_a_wide_interval() -> None:
    one, many = mean_of([1.0]), mean_of([0.0] * 300, least=-1.0)

    assert (one.low, one.high) == (pytest.approx(0.05), 1.0)
    assert (many.low, many.high) == (pytest.approx(-0.00994, abs=1e-4), pytest.approx(0.00994, abs=1e-4))


def test_one_item_shows_no_winner() -> None:
    report = evaluate(pairs(1, ada=1.0, bo=0.0, cy=0.0))

    better = [row.better for row in report.rows if row.better is not None]
    assert all(each.low < 0 < each.high for each in better)


def test_a_share_of_few_has_a_wide_interval() -> None:
    assert share_of(3, 3).low == pytest.approx(0.438, abs=0.001)
    assert share_of(0, 0).high == 1.0


@pytest.mark.skipif(not SHARED.exists(), reason="the shared data is not here")
def test_on_people_s_favourites_it_is_said_that_the_best_member_was_not_beaten() -> None:
    items = [item for item in converted("scores", SHARED) if item.id.startswith("ballots/prd")]

    report = evaluate(items, labels=20)

    assert (report.items, report.skipped) == (80, 0)
    assert right(report, Way(kind="author", name="gpt4")) == 0.625
    assert report.comparison is not None
    assert report.comparison.outcome in ("loses", "unclear")


def test_a_large_file_takes_little_memory() -> None:
    def items() -> Iterator[Item]:
        for at in range(60):
            yield item_from(
                {
                    "id": at,
                    "question": f"{at}?",
                    "answers": {"a": f"{at} " * 20_000, "b": f"{at}, no " * 10_000},
                    "judgements": [{"judge": "ada", "order": ["a" if at % 3 else "b"]}],
                    "gold": ["a"],
                }
            )

    tracemalloc.start()
    try:
        report = evaluate(items(), labels=0)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()

    assert report.items == 60
    assert peak < 3_000_000, "the texts alone have 10 MB"


def test_over_many_items_the_interval_is_the_normal_one_and_goes_on_from_the_bootstrap() -> None:
    few, many = mean_of([1.0, 0.0, 1.0, 1.0] * 500), mean_of([1.0, 0.0, 1.0, 1.0] * 501)

    assert (few.items, many.items) == (2_000, 2_004)
    assert few.low == pytest.approx(many.low, abs=0.002)
    assert few.high == pytest.approx(many.high, abs=0.002)


def test_what_is_learned_from_an_item_is_never_scored_on_it() -> None:
    orders = {"right": ["a", "b"], "wrong": ["b", "a"]}
    items = [
        item_from(
            {
                "id": at,
                "answers": ["a", "b"],
                "judgements": [
                    {"judge": "ada", "order": orders[ada]},
                    {"judge": "bob", "order": orders[bob]},
                ],
                "gold": ["a"],
            }
        )
        for at, (ada, bob) in enumerate([("right", "wrong"), ("wrong", "right")])
    ]

    report = evaluate(items, labels=1)

    (row,) = (row for row in report.rows if row.way.kind == "best_labelled")
    assert row.right.mean == 0.0, "who is best on the one item is wrong on the other"
