"""Kendall's W and tau-b against worked examples and their own definitions."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from council_core.aggregation import aggregate
from council_core.aggregation.agreement import agreement_among, agreement_between, tau_b
from council_core.domain.slate import Alias
from tests.core.aggregation.panels import approx, council, judge, letters, patient


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        (("A B C D", "A B C D", "A B C D"), 1.0),
        (("A B C", "C B A"), 0.0),
        (("A B C", "B C A", "C A B"), 0.0),
        (("A BC D", "A BC D"), 1.0),
        (("A B C", "A C B"), 0.75),
        (("ABC", "ABC"), None),
        (("A B C",), None),
    ],
    ids=[
        "all alike", "opposite", "a cycle", "alike with ties", "half alike", "nobody tells apart", "one judge alone",
    ],
)  # fmt: skip
def test_how_well_judges_agree(orders: tuple[str, ...], expected: float | None) -> None:
    preferences = council(*orders)

    assert agreement_among(preferences[0].shown, preferences) == (
        expected if expected is None else approx(expected)
    )


def test_only_judges_who_saw_everything_count_and_each_once() -> None:
    complete = [judge("ada", "A B C"), judge("bob", "A B C")]
    others = [judge("cyd", "C B"), judge("bob", "A B C")]

    assert agreement_among(letters(3), [*complete, *others]) == 1
    assert agreement_among(letters(3), [judge("ada", "A B C"), judge("ada", "C B A")]) is None


@patient
@given(
    places=st.lists(st.permutations(range(5)), min_size=2, max_size=5),
)
def test_without_ties_w_follows_from_the_mean_rank_correlation(places: list[list[int]]) -> None:
    names = letters(5)
    orders = [" ".join(names[i] for i in order) for order in places]
    ranks = [{i: place for place, i in enumerate(order)} for order in places]
    count = len(ranks)
    rho = [
        1 - 6 * sum((ranks[r][i] - ranks[q][i]) ** 2 for i in range(5)) / (5 * 24)
        for r in range(count)
        for q in range(r)
    ]

    w = agreement_among(names, [judge(str(at), text) for at, text in enumerate(orders)])

    assert w == approx((1 + (count - 1) * sum(rho) / len(rho)) / count)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("1234", "1234", 1.0),
        ("1234", "4321", -1.0),
        ("1234", "1243", 2 / 3),
        ("1224", "1234", 5 / 30**0.5),
        ("1111", "1234", None),
    ],
    ids=["the same", "reversed", "one pair swapped", "a tie on one side", "nothing but ties"],
)
def test_tau_b(one: str, other: str, expected: float | None) -> None:
    columns = [{alias: float(text[at]) for at, alias in enumerate(letters(4))} for text in (one, other)]

    assert tau_b(*columns) == (expected if expected is None else approx(expected))


def test_tau_b_looks_at_what_both_have() -> None:
    a, b, c = letters(3)

    assert tau_b({a: 1, b: 2, c: 3}, {b: 1, c: 2}) == 1
    assert tau_b({a: 1, b: 2}, {c: 1}) is None


def test_two_rankings_agree_as_their_places_do() -> None:
    models = aggregate("bradley_terry", letters(3), council("A B C", "A B C"))
    team = aggregate("borda", letters(3), [judge("ada", "C B A")])

    assert agreement_between(models, models) == 1
    assert agreement_between(models, team) == -1
    assert Alias("A") in models.winners
