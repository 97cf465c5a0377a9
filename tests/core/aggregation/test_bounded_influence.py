"""Tests of one arbitrary ballot against a panel that otherwise agrees."""

from itertools import permutations, product

import pytest

from council_core.aggregation import AGGREGATORS, aggregate
from council_core.aggregation.pairs import panel_of
from council_core.domain.ballot import Preference
from council_core.domain.ranking import OWN_WEIGHTS, OwnAnswer
from tests.core.aggregation.panels import council, letters, order


def against(size: int, member: int, ballot: str) -> tuple[Preference, ...]:
    """Return a council whose members all say A B C …, except one."""
    return council(*(ballot if seat == member else " ".join(letters(size)) for seat in range(size)))


def overturned(name: str, size: int, own_answer: OwnAnswer) -> list[tuple[int, str]]:
    """Return all (member, ballot) with which that member alone takes the first place, or a share of it, from A."""
    candidates = letters(size)
    cases: list[tuple[int, str]] = []
    for member, ballot in product(range(size), map(" ".join, permutations(candidates))):
        panel = panel_of(candidates, against(size, member, ballot), OWN_WEIGHTS[own_answer])
        if AGGREGATORS[name](panel, {}).groups[0] != (0,):
            cases.append((member, ballot))
    return cases


@pytest.mark.parametrize("own_answer", ["half", "full"])
@pytest.mark.parametrize("size", [4, 5])
def test_one_ballot_never_overturns_an_otherwise_unanimous_panel(size: int, own_answer: OwnAnswer) -> None:
    assert overturned("bradley_terry", size, own_answer) == []


def test_mean_place_is_overturned_so_the_rule_above_is_not_idle() -> None:
    assert overturned("mean_place", 4, "half")


def test_three_members_withstand_one_ballot_when_own_answers_count_in_full() -> None:
    assert overturned("bradley_terry", 3, "full") == []


@pytest.mark.parametrize(
    ("size", "own_answer", "at_most"),
    [(3, "half", 1), (3, "excluded", 6), (4, "excluded", 12), (5, "excluded", 5)],
    ids=["two and a half votes", "one vote per pair", "two votes per pair", "three votes per pair"],
)
def test_where_votes_are_few_a_ballot_can_overturn_but_the_result_is_never_called_clear(
    size: int, own_answer: OwnAnswer, at_most: int
) -> None:
    cases = overturned("bradley_terry", size, own_answer)

    assert 0 < len(cases) <= at_most
    for member, ballot in cases:
        ranking = aggregate(
            "bradley_terry", letters(size), against(size, member, ballot), own_answer=own_answer
        )
        assert ranking.certainty != "clear"


def test_a_ballot_that_lists_one_letter_has_no_more_weight_than_a_whole_order() -> None:
    members = council("A B C D", "A B C D", "A B C D")
    single = council("A B C D", "A B C D", "A B C D", "D ABC")[3]

    panel = panel_of(letters(4), [*members, single], 0.5)

    assert order("D ABC") == single.groups
    assert AGGREGATORS["bradley_terry"](panel, {}).groups[0] == (0,)
