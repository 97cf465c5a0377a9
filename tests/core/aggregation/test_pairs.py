"""Tests of preferences read as pairs."""

import pytest

from council_core.aggregation.pairs import Panel, panel_of
from tests.core.aggregation.panels import judge, letters


def wins(panel: Panel, first: str, second: str) -> float:
    names = "".join(panel.candidates)
    return panel.wins[names.index(first)][names.index(second)]


def test_an_order_becomes_one_win_per_pair_and_a_tie_half_to_each() -> None:
    panel = panel_of(letters(3), [judge("ada", "A BC")], 1.0)

    assert (wins(panel, "A", "B"), wins(panel, "B", "A")) == (1, 0)
    assert (wins(panel, "B", "C"), wins(panel, "C", "B")) == (0.5, 0.5)


def test_shown_but_not_listed_lost_to_all_listed_and_ties_with_the_unlisted() -> None:
    panel = panel_of(letters(4), [judge("ada", "B A", shown="ABCD")], 1.0)

    assert wins(panel, "A", "C") == wins(panel, "A", "D") == wins(panel, "B", "C") == 1
    assert wins(panel, "C", "D") == wins(panel, "D", "C") == 0.5


def test_not_shown_took_part_in_no_comparison() -> None:
    panel = panel_of(letters(3), [judge("ada", "B A")], 1.0)

    assert panel.compared(0, 2) == panel.compared(1, 2) == 0
    assert panel.win_rate(2) is None


@pytest.mark.parametrize(
    ("weight", "expected"),
    [(0.0, 0.0), (0.5, 0.5), (1.0, 1.0), (0.3, 0.3)],
    ids=["excluded", "half", "full", "a figure"],
)
def test_only_pairs_with_the_judges_own_answer_weigh_less(weight: float, expected: float) -> None:
    panel = panel_of(letters(3), [judge("ada", "A B C", own="A")], weight)

    assert wins(panel, "A", "B") == wins(panel, "A", "C") == expected
    assert wins(panel, "B", "C") == 1


def test_both_orders_of_one_judge_share_one_voice() -> None:
    both = [judge("ada", "A B C"), judge("ada", "A C B")]

    panel = panel_of(letters(3), [*both, judge("bob", "A B C")], 1.0)

    assert [one.name for one in panel.judges] == ["ada", "bob"]
    assert wins(panel, "A", "B") == 2
    assert (wins(panel, "B", "C"), wins(panel, "C", "B")) == (1.5, 0.5)


def test_letters_that_are_not_candidates_are_passed_over() -> None:
    panel = panel_of(letters(2), [judge("ada", "C A D B", own="D")], 0.0)

    assert panel.candidates == ("A", "B")
    assert (wins(panel, "A", "B"), wins(panel, "B", "A")) == (1, 0)


def test_candidates_stand_in_the_order_of_their_letters_with_aa_after_z() -> None:
    names = letters(28)

    panel = panel_of(reversed(names), [], 1.0)

    assert panel.candidates == names


def test_reliabilities_are_kept_within_what_can_be_learned() -> None:
    given = [judge("ada", "A B", reliability=1000), judge("bob", "A B", reliability=-2)]

    panel = panel_of(letters(2), given, 1.0)

    assert [one.reliability for one in panel.judges] == [3.0, 0.05]
