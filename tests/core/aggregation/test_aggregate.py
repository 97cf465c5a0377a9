"""Tests of the table of aggregations, and of the facts in every ranking."""

import subprocess
import sys

import pytest

from council_core.aggregation import AGGREGATORS, DEFAULT_AGGREGATION, aggregate, order_of
from council_core.domain.ranking import OwnAnswer
from council_core.errors import UnknownChoice
from tests.core.aggregation.panels import approx, council, judge, letters, places

each_aggregation = pytest.mark.parametrize("name", AGGREGATORS)


def test_the_table_has_those_that_channels_name_and_the_default_is_among_them() -> None:
    assert {"bradley_terry", "borda", "mean_place", "copeland", "schulze"} <= set(AGGREGATORS)
    assert DEFAULT_AGGREGATION in AGGREGATORS


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(UnknownChoice, match=rf"value=bordo known={', '.join(sorted(AGGREGATORS))}"):
        aggregate("bordo", letters(2), ())


@pytest.mark.parametrize("weight", [-0.1, 1.1, float("nan"), float("inf")])
def test_a_weight_outside_0_to_1_is_refused(weight: float) -> None:
    with pytest.raises(UnknownChoice, match="excluded, half, full, 0 to 1"):
        aggregate("borda", letters(2), (), own_answer=weight)


@pytest.mark.parametrize(("word", "weight"), [("excluded", 0.0), ("half", 0.5), ("full", 1.0)])
@each_aggregation
def test_a_weight_may_be_given_as_a_figure(name: str, word: OwnAnswer, weight: float) -> None:
    preferences = council("A B C", "C A B", "B C A")

    assert aggregate(name, letters(3), preferences, own_answer=weight) == aggregate(
        name, letters(3), preferences, own_answer=word
    )


def test_a_figure_in_between_is_kept_with_the_ranking() -> None:
    ranking = aggregate("borda", letters(2), council("A B", "A B"), own_answer=0.8)

    assert (ranking.own_answer, ranking.own_weight) == ("full", 0.8)
    assert ranking.votes_per_pair == 1.6


@each_aggregation
def test_everybody_who_agrees_is_followed(name: str) -> None:
    ranking = aggregate(name, letters(4), council(*["B D A C"] * 4))

    assert places(ranking) == "B D A C"


@each_aggregation
@pytest.mark.parametrize("count", [0, 1, 2, 12, 27])
def test_slates_of_any_size_are_ranked(name: str, count: int) -> None:
    candidates = letters(count)
    ballot = judge("ada", "A", shown="A")

    ranking = aggregate(name, candidates, [ballot] if count else [])

    assert len(ranking.standings) == count


@each_aggregation
def test_a_long_slate_with_one_order_comes_out_in_that_order(name: str) -> None:
    candidates = letters(26)

    ranking = aggregate(
        name, candidates, [judge("ada", " ".join(candidates)), judge("bob", " ".join(candidates))]
    )

    assert tuple(standing.alias for standing in ranking.standings) == candidates


def test_first_places_count_judges_and_ties_too() -> None:
    preferences = [
        judge("ada", "AB C"),
        judge("bob", "A B C"),
        judge("bob", "A C B"),
        judge("cyd", "C", shown="ABC", own="C"),
    ]

    ranking = aggregate("bradley_terry", letters(3), preferences)

    assert {one.alias: one.first_places for one in ranking.standings} == {"A": 2, "B": 1, "C": 1}
    assert {one.alias: one.ballots for one in ranking.standings} == {"A": 3, "B": 3, "C": 3}
    assert ranking.preferences == 3


def test_an_author_who_puts_itself_first_is_named_as_one_and_left_out_where_own_answers_are() -> None:
    preferences = council("A B C", "A C B", "C A B")

    half = aggregate("bradley_terry", letters(3), preferences)
    excluded = aggregate("bradley_terry", letters(3), preferences, own_answer="excluded")

    assert [(one.alias, one.first_places, one.own_first) for one in half.standings] == [
        ("A", 2, True), ("C", 1, True), ("B", 0, False),
    ]  # fmt: skip
    assert {one.alias: one.first_places for one in excluded.standings} == {"A": 2, "B": 1, "C": 0}
    assert not any(one.own_first for one in excluded.standings)


def test_a_ranking_tells_every_pair_and_the_mean_weight_behind_it() -> None:
    ranking = aggregate("copeland", letters(3), council("A B C", "A C B"))

    assert [(pair.a, pair.b, pair.wins_a, pair.wins_b) for pair in ranking.pairs] == [
        ("A", "B", 1.0, 0.0),
        ("A", "C", 1.5, 0.0),
        ("B", "C", 1.0, 0.5),
    ]
    assert ranking.votes_per_pair == approx(4 / 3)


def test_another_process_with_other_hashes_gets_the_same_bits() -> None:
    program = (
        "from council_core.aggregation import aggregate\n"
        "from tests.core.aggregation.panels import council, letters\n"
        "says = ('A B C D', 'B A D C', 'C A B D', 'A D C B')\n"
        "print(aggregate('bradley_terry', letters(4), council(*says)))\n"
    )

    said = [
        subprocess.run(
            [sys.executable, "-c", program],
            check=True,
            capture_output=True,
            text=True,
            timeout=60,
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
        ).stdout
        for seed in ("1", "2")
    ]

    assert said[0] == said[1]
    assert "bradley_terry" in said[0]


@each_aggregation
def test_the_order_alone_is_that_of_the_ranking(name: str) -> None:
    for preferences in (
        council("A B C", "C A B", "B C A"),
        council("A BC", "BA C"),
        council("C B A", "C A B"),
    ):
        ranking = aggregate(name, letters(3), preferences, own_answer="excluded")
        order = order_of(name, letters(3), preferences, own_answer="excluded")

        assert [alias for tied in order for alias in tied] == [each.alias for each in ranking.standings]
        assert [sum(map(len, order[:at])) + 1 for at, tied in enumerate(order) for _ in tied] == [
            each.place for each in ranking.standings
        ]
