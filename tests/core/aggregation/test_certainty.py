"""Tests of the panel's certainty: probabilities against exact and sampled ones, and their words."""

from itertools import permutations, product
from math import erfc, sqrt
from random import Random

import pytest
from hypothesis import given

from council_core.aggregation import AGGREGATORS, aggregate
from council_core.aggregation.certainty import CLEAR, certainty_of, chances_of_best
from council_core.aggregation.dice import chance_of_dice
from council_core.aggregation.linear import cholesky, inverse_transposed
from council_core.aggregation.pairs import panel_of
from council_core.aggregation.posterior import Posterior, fit
from council_core.aggregation.standings import DICE
from council_core.domain.ballot import Preference
from council_core.domain.ranking import Certainty, OwnAnswer
from tests.core.aggregation.panels import Case, approx, cases, council, judge, letters, patient


@pytest.mark.parametrize(
    ("first", "chances", "expected"),
    [
        ([0], (0.75, 0.25), "clear"),
        ([0], (0.7499, 0.2501), "leaning"),
        ([0], (0.55, 0.45), "leaning"),
        ([0], (0.5499, 0.4501), "too_close"),
        ([0, 1], (0.5, 0.5), "too_close"),
        ([1], (0.8, 0.2), "too_close"),
    ],
    ids=[
        "from .75 on clear", "below it leaning", "from .55 on leaning", "below it too close", "an exact tie",
        "a winner whom the panel does not think the best",
    ],
)  # fmt: skip
def test_the_words_follow_the_chance(
    first: list[int], chances: tuple[float, ...], expected: Certainty
) -> None:
    assert certainty_of(first, chances) == expected


@pytest.mark.parametrize(
    ("orders", "expected"),
    [
        (("A B C D",) * 4, "clear"),
        (("A B C D", "A C B D", "A B D C", "A D B C"), "clear"),
        (("A B C D", "B A C D", "A B C D", "B A C D"), "too_close"),
        (("A B C D", "D C B A", "B D A C", "C A D B"), "too_close"),
        (("A B", "A B"), "leaning"),
    ],
    ids=[
        "unanimous",
        "unanimous about the first",
        "two against two",
        "no two alike",
        "two members who agree",
    ],
)
def test_how_sure_a_panel_is(orders: tuple[str, ...], expected: Certainty) -> None:
    preferences = council(*orders)

    ranking = aggregate("bradley_terry", preferences[0].shown, preferences)

    assert ranking.certainty == expected


@pytest.mark.parametrize("name", AGGREGATORS)
@pytest.mark.parametrize(
    ("preferences", "own_answer"),
    [
        ((), "half"),
        (council("A B", "B A"), "excluded"),
        ((judge("ada", "A"), judge("bob", "B")), "full"),
    ],
    ids=["no preference at all", "nobody may judge anybody", "nobody saw two"],
)
def test_without_a_single_comparison_there_is_nothing(
    name: str, preferences: tuple[Preference, ...], own_answer: OwnAnswer
) -> None:
    ranking = aggregate(name, letters(2), preferences, own_answer=own_answer)

    assert ranking.certainty == "nothing"
    assert ranking.winners == ("A", "B")
    assert all(standing.win_rate is None and standing.p_best is None for standing in ranking.standings)


def test_three_members_with_own_answers_excluded_are_never_clear() -> None:
    orders = [" ".join(text) for text in permutations("ABC")]

    for says in product(orders, repeat=3):
        ranking = aggregate("bradley_terry", letters(3), council(*says), own_answer="excluded")

        assert ranking.votes_per_pair == 1
        assert ranking.certainty != "clear"


@pytest.mark.parametrize("own_answer", ["half", "full"])
def test_three_dice_are_called_clear_at_most_9_times_in_100(own_answer: OwnAnswer) -> None:
    orders = [" ".join(text) for text in permutations("ABC")]

    said = [
        aggregate("bradley_terry", letters(3), council(*says), own_answer=own_answer).certainty
        for says in product(orders, repeat=3)
    ]

    assert 0 < said.count("clear") / len(said) <= 0.09


@pytest.mark.parametrize(("size", "judges"), [(2, 4), (2, 5), (2, 6), (3, 4), (3, 5)])
def test_dice_of_any_number_are_called_clear_at_most_9_times_in_100(size: int, judges: int) -> None:
    names = letters(size)
    random = Random(judges)
    every = [" ".join(text) for text in permutations(names)]
    # The first judge's order only names the responses.
    panels = list(product(every, repeat=judges - 1))
    drawn = panels if len(panels) <= 216 else random.sample(panels, 216)

    said = [
        aggregate("bradley_terry", names, council(every[0], *says, own=False)).certainty for says in drawn
    ]

    assert said.count("clear") / len(said) <= 0.09


@pytest.mark.parametrize("own_answer", ["half", "full"])
def test_four_dice_agree_as_far_as_a_clear_first_place_asks_at_most_9_times_in_100(
    own_answer: OwnAnswer,
) -> None:
    names, random = letters(4), Random(4)
    weight = {"half": 0.5, "full": 1.0}[own_answer]
    agreed = 0
    for _ in range(1000):
        orders = [" ".join(random.sample(names, 4)) for _ in names]
        panel = panel_of(names, council(*orders), weight)
        agreed += any(chance_of_dice(panel, first) <= DICE for first in range(4))

    assert 0 < agreed / 1000 <= 0.09


def test_what_dice_often_do_is_not_clear_however_sure_the_posterior_is() -> None:
    """Four random orders put some response as far ahead in one panel of four."""
    preferences = council("A B C D", "A C D B", "A B D C", "D C A B")

    ranking = aggregate("bradley_terry", letters(4), preferences, own_answer="full")

    assert ranking.standings[0].p_best is not None
    assert ranking.standings[0].p_best >= CLEAR
    assert ranking.certainty == "leaning"


@patient
@given(case=cases())
def test_the_chance_of_dice_is_a_chance(case: Case) -> None:
    panel = panel_of(case.candidates, case.preferences, 0.5)

    assert all(0 <= chance_of_dice(panel, first) <= 1 for first in range(len(panel.candidates)))


def test_three_who_agree_on_one_of_two_are_not_clear() -> None:
    """Random orders agree like this in one panel of four."""
    preferences = council("A B", "A B", "A B", own=False)

    assert aggregate("bradley_terry", letters(2), preferences).certainty == "leaning"


def test_between_two_the_chance_is_exact() -> None:
    found = Posterior(strengths=(0.4, -0.4), discriminations=(), precision=((2.0, -1.0), (-1.0, 2.0)))

    chances = chances_of_best(found)

    variance = 2 / 3  # of the difference: 2 (2/3 - 1/3), with the factor 2/2
    assert chances[0] == approx(0.5 * erfc(-0.8 / sqrt(2 * variance)))
    assert sum(chances) == approx(1)


@pytest.mark.parametrize("size", [3, 4, 6, 8])
def test_chances_agree_with_sampling(size: int) -> None:
    random = Random(size)
    candidates = letters(size)
    orders = [" ".join(random.sample(candidates, size)) for _ in range(size)]
    found = fit(panel_of(candidates, council(*orders), 0.5))

    chances = chances_of_best(found)

    assert chances == approx(sampled(found, random, 20_000), within=0.02)


def sampled(found: Posterior, random: Random, count: int) -> list[float]:
    """Return the share of draws from the widened posterior in which each strength is the greatest."""
    size = len(found.strengths)
    lower = cholesky([[x * 2 / size for x in row] for row in found.precision])
    assert lower is not None
    spread = inverse_transposed(lower)
    best = [0] * size
    for _ in range(count):
        noise = [random.gauss(0, 1) for _ in range(size)]
        drawn = [
            s + sum(map(float.__mul__, row, noise)) for s, row in zip(found.strengths, spread, strict=True)
        ]
        best[drawn.index(max(drawn))] += 1
    return [times / count for times in best]


@patient
@given(case=cases())
def test_chances_of_being_best_are_shares_of_one(case: Case) -> None:
    standings = case.ranking("bradley_terry").standings

    chances = [standing.p_best for standing in standings if standing.p_best is not None]
    assert len(chances) in (0, len(standings))
    assert all(0 <= chance <= 1 for chance in chances)
    assert not chances or sum(chances) == approx(1, within=1e-6)


def test_panels_of_dice_are_seldom_called_clear() -> None:
    random = Random(20)
    panels = 300

    clear = 0
    for _ in range(panels):
        orders = [" ".join(random.sample(letters(5), 5)) for _ in range(5)]
        clear += aggregate("bradley_terry", letters(5), council(*orders)).certainty == "clear"

    assert clear / panels <= 0.09
