"""Tests of Borda, mean place, Copeland and Schulze against their definitions, counted in another way."""

from collections.abc import Mapping
from itertools import combinations, pairwise, permutations

import pytest
from hypothesis import given

from council_core.aggregation import aggregate
from council_core.domain.ballot import Preference
from council_core.domain.ranking import OWN_WEIGHTS, Ranking
from council_core.domain.slate import Alias
from tests.core.aggregation.panels import (
    Case,
    approx,
    cases,
    council,
    judge,
    letters,
    patient,
    places,
    ranked,
)


def margins(case: Case) -> dict[tuple[Alias, Alias], float]:
    """Return for each two letters the votes for the first minus the votes for the second, counted from the orders."""
    own_weight = OWN_WEIGHTS[case.own_answer] if isinstance(case.own_answer, str) else case.own_answer
    total = dict.fromkeys(permutations(case.candidates, 2), 0.0)
    for one in case.preferences:
        level = {alias: at for at, group in enumerate(one.groups) for alias in group}
        for x, y in permutations(level, 2):
            total[x, y] += ((level[x] < level[y]) - (level[x] > level[y])) * (
                own_weight if one.own in (x, y) else 1.0
            )
    return {pair: round(margin, 9) for pair, margin in total.items()}


def place_of(ranking: Ranking) -> Mapping[Alias, int]:
    return {standing.alias: standing.place for standing in ranking.standings}


@patient
@given(case=cases())
def test_copeland_counts_the_majorities(case: Case) -> None:
    margin = margins(case)

    ranking = case.ranking("copeland")

    for standing in ranking.standings:
        duels = [margin[standing.alias, other] for other in case.candidates if other != standing.alias]
        assert standing.score == sum(1 if duel > 0 else 0.5 if duel == 0 else 0 for duel in duels)
    assert [one.score for one in ranking.standings] == sorted(
        (one.score for one in ranking.standings), reverse=True
    )


@patient
@given(case=cases(most_candidates=5))
def test_schulze_follows_the_strongest_of_all_paths(case: Case) -> None:
    margin = margins(case)

    def strength(start: Alias, end: Alias) -> float:
        between = [alias for alias in case.candidates if alias not in (start, end)]
        paths = [
            (start, *middle, end)
            for count in range(len(between) + 1)
            for middle in permutations(between, count)
        ]
        return max(max(0.0, min(margin[step] for step in pairwise(path))) for path in paths)

    beats = {(x, y) for x, y in permutations(case.candidates, 2) if strength(x, y) > strength(y, x)}
    ranking = case.ranking("schulze")

    place = place_of(ranking)
    assert all(place[x] < place[y] for x, y in beats)
    assert set(ranking.winners) == {
        x for x in case.candidates if not any((y, x) in beats for y in case.candidates)
    }
    for x, y in combinations(case.candidates, 2):
        if place[x] < place[y]:
            assert any((z, y) in beats for z in case.candidates if place[z] >= place[x])


def test_schulze_orders_the_example_of_its_author() -> None:
    groups = {
        "A C B E D": 5, "A D E C B": 5, "B E D A C": 8, "C A B E D": 3,
        "C A E B D": 7, "C B A D E": 2, "D C E B A": 7, "E B A D C": 8,
    }  # fmt: skip
    voters = [judge(f"{text} {i}", text) for text, count in groups.items() for i in range(count)]

    ranking = aggregate("schulze", letters(5), voters)

    assert places(ranking) == "E A C B D"


@patient
@given(case=cases(complete=True, own_answers=("full",)))
def test_with_complete_orders_mean_place_is_the_mean_of_places(case: Case) -> None:
    def place(one: Preference, alias: Alias) -> float:
        above = next(at for at, group in enumerate(one.groups) if alias in group)
        return 1 + sum(map(len, one.groups[:above])) + (len(one.groups[above]) - 1) / 2

    ranking = case.ranking("mean_place")

    for standing in ranking.standings:
        mean = sum(place(one, standing.alias) for one in case.preferences) / len(case.preferences)
        assert standing.score == approx(mean)
    assert [one.score for one in ranking.standings] == sorted(one.score for one in ranking.standings)


@patient
@given(case=cases(complete=True, own_answers=("full",)))
def test_with_complete_orders_borda_is_the_share_of_points(case: Case) -> None:
    most = (len(case.candidates) - 1) * len(case.preferences)

    ranking = case.ranking("borda")

    for standing in ranking.standings:
        points = sum(
            sum(len(group) for group in one.groups[at + 1 :]) + (len(group) - 1) / 2
            for one in case.preferences
            for at, group in enumerate(one.groups)
            if standing.alias in group
        )
        assert standing.score == approx(points / most)


@pytest.mark.parametrize("name", ["borda", "mean_place", "bradley_terry", "copeland", "schulze"])
def test_being_shown_more_often_is_worth_nothing(name: str) -> None:
    preferences = [
        judge("ada", "A B"),
        judge("bob", "A B"),
        judge("cyd", "B C"),
        judge("dan", "B C"),
        judge("eve", "B C"),
    ]

    ranking = aggregate(name, letters(3), preferences)

    assert places(ranking) == "A B C"


@pytest.mark.parametrize(
    ("scores", "expected"),
    [
        ({}, "AB C"),
        ({"A": (7.0, 1.0), "B": (8.0, 0.0)}, "B A C"),
        ({"A": (8.0, 6.0), "B": (8.0, 9.0)}, "B A C"),
        ({"A": (8.0, 6.0), "B": (8.0, 6.0)}, "AB C"),
        ({"A": (None, 9.0), "B": (8.0, 6.0)}, "A B C"),
        ({"A": (9.0, None), "B": (None, None)}, "AB C"),
        ({"C": (10.0, 10.0)}, "AB C"),
    ],
    ids=[
        "nothing to break the tie with",
        "the higher overall score first",
        "then the higher correctness",
        "equal in everything",
        "an overall score that only one has is passed over",
        "and so is a missing correctness",
        "scores break ties only",
    ],
)
def test_borda_breaks_ties_by_overall_then_by_correctness(
    scores: dict[Alias, tuple[float | None, float | None]], expected: str
) -> None:
    preferences = (judge("ada", "A B C"), judge("bob", "B A C"))

    ranking = aggregate("borda", letters(3), preferences, scores=scores)

    assert places(ranking) == expected


@pytest.mark.parametrize("name", ["borda", "mean_place", "copeland", "schulze"])
def test_a_member_cannot_lift_its_own_answer_when_that_is_excluded(name: str) -> None:
    orders = ("A B C", "A B C", "C A B")

    assert ranked(name, *orders, own_answer="excluded").startswith("A")
    assert aggregate(name, letters(3), council(*orders), own_answer="excluded").votes_per_pair == 1


def test_all_other_aggregations_count_every_judge_alike() -> None:
    preferences = council("A B C", "A B C", "C B A")

    for name in ("borda", "mean_place", "copeland", "schulze"):
        ranking = aggregate(name, letters(3), preferences)

        assert [one.weight for one in ranking.judge_weights] == [1, 1, 1]
