"""Tests of the default aggregation: its maximum, its ties, and its weights of judges."""

from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given

from council_core.aggregation import aggregate
from council_core.aggregation.pairs import Panel, panel_of
from council_core.aggregation.posterior import FLOOR, fit, plain_strengths
from council_core.aggregation.surface import evidence_of, surface_at
from council_core.domain.ballot import Preference
from council_core.domain.ranking import OWN_WEIGHTS, OwnAnswer
from council_core.domain.slate import Alias
from tests.core.aggregation.panels import Case, approx, cases, council, judge, letters, patient, ranked


def panel(case: Case) -> Panel:
    weight = OWN_WEIGHTS[case.own_answer] if isinstance(case.own_answer, str) else case.own_answer
    return panel_of(case.candidates, case.preferences, weight)


@patient
@given(case=cases(most_candidates=7, most_judges=8))
def test_the_strengths_end_on_level_ground_and_no_judge_beneath_the_floor(case: Case) -> None:
    read = panel(case)

    found = fit(read)

    surface = surface_at(evidence_of(read), found.strengths, found.discriminations)
    assert all(abs(slope) < 1e-7 for slope in surface.slope)
    assert min(found.discriminations) >= FLOOR


@patient
@given(case=cases(most_judges=4))
def test_two_responses_that_mirror_each_other_tie_exactly(case: Case) -> None:
    swap = {Alias("A"): Alias("B"), Alias("B"): Alias("A")}
    mirrored = [
        replace(
            one,
            judge=f"mirror of {one.judge}",
            order=tuple(tuple(swap.get(alias, alias) for alias in group) for group in one.order),
            shown=tuple(swap.get(alias, alias) for alias in one.shown),
            own=swap.get(one.own, one.own) if one.own else None,
        )
        for one in case.preferences
    ]
    both = replace(case, preferences=(*case.preferences, *mirrored))

    lines = {standing.alias: standing for standing in both.ranking("bradley_terry").standings}

    assert replace(lines[Alias("A")], alias=Alias("B")) == lines[Alias("B")]


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        (("A B C", "C B A"), "ABC"),
        (("A B C", "B C A", "C A B"), "ABC"),
        (("A B C D E F G H", "H G F E D C B A"), "ABCDEFGH"),
        (("AB C", "AB C", "AB C"), "AB C"),
    ],
    ids=["two opposite orders", "a cycle", "two opposite long orders", "judges who tie two"],
)
def test_ties_stay_ties(orders: tuple[str, ...], expected: str) -> None:
    assert ranked("bradley_terry", *orders, own_answer="full") == expected


def test_two_opposite_judges_leave_nothing_to_tell_apart_and_say_so() -> None:
    ranking = aggregate(
        "bradley_terry", letters(8), [judge("a", "A B C D E F G H"), judge("b", "H G F E D C B A")]
    )

    assert ranking.certainty == "too_close"
    assert {standing.p_best for standing in ranking.standings} == {0.125}


def test_a_judge_who_contradicts_the_others_is_weighed_down() -> None:
    preferences = council("A B C D", "A B C D", "A B C D", "D C B A")

    ranking = aggregate("bradley_terry", letters(4), preferences)

    weights = {one.judge: one.weight for one in ranking.judge_weights}
    assert weights["member-3"] < 0.5 < 1 < min(weights[f"member-{i}"] for i in range(3))


def test_no_judge_is_read_backwards_beyond_the_floor() -> None:
    orders = ["A B C D E F G H"] * 7 + ["H G F E D C B A"]

    ranking = aggregate("bradley_terry", letters(8), council(*orders), own_answer="full")

    assert FLOOR <= min(one.weight for one in ranking.judge_weights) < 0


def test_a_reviewer_whose_record_is_good_outweighs_two_whose_record_is_bad() -> None:
    preferences = [
        judge("good", "A B C", reliability=3.0),
        judge("bad", "C B A", reliability=0.05),
        judge("worse", "C B A", reliability=0.05),
    ]

    ranking = aggregate("bradley_terry", letters(3), preferences)

    assert ranking.winners == ("A",)


@patient
@given(case=cases(most_candidates=5, most_judges=5, own_answers=("excluded", "half", "full")))
def test_with_equal_weights_it_agrees_with_choix(case: Case) -> None:
    choix = pytest.importorskip("choix", reason="choix is a development dependency")
    equal = replace(case, preferences=tuple(replace(one, reliability=1.0) for one in case.preferences))

    ours = plain_strengths(evidence_of(panel(equal)))

    wins = doubled_wins(equal.preferences, equal.own_answer, equal.candidates)
    theirs = choix.opt_pairwise(len(case.candidates), wins, alpha=2 * 2 * 0.5, tol=1e-12) if wins else ours
    for i, k in combinations(range(len(ours)), 2):
        assert ours[i] - ours[k] == approx(theirs[i] - theirs[k], within=1e-4)


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_with_equal_fitted_weights_it_agrees_with_choix(size: int) -> None:
    choix = pytest.importorskip("choix", reason="choix is a development dependency")
    candidates = letters(size)
    agreeing = council(*[" ".join(candidates)] * size)

    found = fit(panel_of(candidates, agreeing, 1.0))

    weight = found.discriminations[0]
    assert found.discriminations == approx([weight] * size)
    wins = list(combinations(range(size), 2)) * size
    theirs = choix.opt_pairwise(size, wins, alpha=0.5 / weight**2, tol=1e-12)
    assert [weight * strength for strength in found.strengths] == approx(list(theirs), within=1e-4)


def doubled_wins(
    preferences: tuple[Preference, ...], own_answer: OwnAnswer | float, candidates: tuple[Alias, ...]
) -> list[tuple[int, int]]:
    """Return (winner, loser) for choix, four of them per comparison, so that a tie of half weight is a whole number."""
    wins: list[tuple[int, int]] = []
    for one in preferences:
        level = {alias: at for at, group in enumerate(one.groups) for alias in group}
        for x, y in combinations(level, 2):
            weight = OWN_WEIGHTS[own_answer] if isinstance(own_answer, str) and one.own in (x, y) else 1.0
            i, k = candidates.index(x), candidates.index(y)
            if level[x] == level[y]:
                wins += [(i, k), (k, i)] * round(2 * weight)
            else:
                wins += [(i, k) if level[x] < level[y] else (k, i)] * round(4 * weight)
    return wins
