"""Agreement of judges on pairs, and tau-b, against worked examples."""

from random import Random
from statistics import fmean

import pytest

from council_core.aggregation import aggregate
from council_core.aggregation.agreement import agreement_between, pair_agreement_of, tau_b
from council_core.aggregation.pairs import panel_of
from council_core.domain.slate import Alias
from tests.core.aggregation.panels import approx, council, judge, letters


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        (("A B C D", "A B C D", "A B C D"), 1.0),
        (("A B C", "C B A"), 0.0),
        (("A B C", "B C A", "C A B"), 1 / 3),
        (("A BC D", "A BC D"), 5.5 / 6),
        (("A B C", "A C B"), 2 / 3),
        (("ABC", "ABC"), 0.5),
        (("A B C",), None),
    ],
    ids=[
        "all alike", "opposite", "a cycle", "alike with ties", "one pair swapped", "nobody tells apart", "one alone",
    ],
)  # fmt: skip
def test_how_often_two_judges_agree_on_a_pair(orders: tuple[str, ...], expected: float | None) -> None:
    preferences = council(*orders, own=False)

    found = pair_agreement_of(panel_of(preferences[0].shown, preferences, 0.5))

    assert found == (expected if expected is None else approx(expected))


def test_only_pairs_that_both_judged_count() -> None:
    preferences = [judge("ada", "A B C"), judge("bob", "B A"), judge("cyd", "C D")]

    assert pair_agreement_of(panel_of(letters(4), preferences, 0.5)) == 0


@pytest.mark.parametrize("count", [2, 3, 6])
def test_dice_agree_on_half_of_the_pairs_however_many_they_are(count: int) -> None:
    random = Random(count)
    found: list[float] = []
    for _ in range(400):
        orders = [" ".join(random.sample(letters(4), 4)) for _ in range(count)]
        agreed = pair_agreement_of(panel_of(letters(4), council(*orders), 0.5))
        assert agreed is not None
        found.append(agreed)

    assert fmean(found) == approx(0.5, within=0.03)


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
def test_tau_b_compares_two_orders_and_their_ties(one: str, other: str, expected: float | None) -> None:
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
