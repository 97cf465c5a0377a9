"""Tests of pairs of positions: equal or different, over numbers, units, dates, names and languages."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from council_core.positions import Relation, compare
from council_core.positions.units import SIGNS, WORDS, Unit

PAIRS = Path(__file__).with_name("pairs.txt")
HARD = Path(__file__).with_name("hard_pairs.txt")
ALLOWED = {
    "same": {"same"},
    "different": {"different"},
    "apart": {"different", "unclear"},
    "open": {"unclear"},
}


def blocks() -> Iterator[list[list[str]]]:
    """Yield the blocks of the file: lines of equal positions."""
    block: list[list[str]] = []
    for line in PAIRS.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            if block:
                yield block
            block = []
        else:
            block.append([position.strip() for position in line.split("|")])
    if block:
        yield block


def alike() -> list[tuple[str, str]]:
    return [pair for block in blocks() for line in block for pair in combinations(line, 2)]


def unlike() -> list[tuple[str, str]]:
    return [
        pair for block in blocks() for one, other in combinations(block, 2) for pair in product(one, other)
    ]


def hard() -> list[tuple[str, str, str]]:
    """Return each hard pair with its allowed results."""
    rows = [line.split(" | ", 2) for line in HARD.read_text(encoding="utf-8").splitlines() if line[0] != "#"]
    return [(may, one, other) for may, one, other in rows]


def said(relation: Relation, pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    return [pair for pair in pairs if compare(*pair) == relation]


def test_no_two_positions_that_differ_are_merged() -> None:
    assert len(unlike()) >= 300
    assert said("same", unlike()) == []


def test_no_two_positions_that_say_the_same_make_a_split() -> None:
    assert len(alike()) >= 150
    assert said("different", alike()) == []


def test_hardly_anything_is_left_unclear() -> None:
    merged = Counter(compare(*pair) for pair in alike())
    split = Counter(compare(*pair) for pair in unlike())

    assert merged["same"] / merged.total() >= 0.95
    assert split["different"] / split.total() >= 0.9


def test_it_does_not_matter_which_of_two_stands_first() -> None:
    assert [pair for pair in [*alike(), *unlike()] if compare(*pair) != compare(*pair[::-1])] == []


def test_pairs_that_are_easily_read_wrongly_are_read_rightly_in_either_order() -> None:
    pairs = [(may, *pair) for may, *pair in hard()]
    wrong = [
        (may, one, other, found)
        for may, *pair in pairs
        for one, other in (pair, pair[::-1])
        if (found := compare(one, other)) not in ALLOWED[may]
    ]

    assert len(pairs) >= 250
    assert wrong == []


MEASURED = [(name, unit) for name, unit in {**SIGNS, **WORDS}.items() if unit.dimension]


@given(
    st.integers(0, 40),
    st.integers(0, 40),
    st.sampled_from(["", ".5", ".25"]),
    st.sampled_from(["", ".5", ".25"]),
    st.sampled_from(MEASURED),
    st.data(),
)
def test_quantities_are_merged_only_where_they_are_equal(
    a: int, b: int, more: str, also: str, unit: tuple[str, Unit], data: st.DataObject
) -> None:
    alike = [each for each in MEASURED if each[1].dimension == unit[1].dimension]
    other = data.draw(st.sampled_from(alike) | st.sampled_from(MEASURED))
    one, two = unit[1].in_base(Fraction(f"{a}{more}")), other[1].in_base(Fraction(f"{b}{also}"))
    is_same = one == two and unit[1].dimension == other[1].dimension

    relation = compare(f"{a}{more} {unit[0]}", f"{b}{also} {other[0]}")

    assert relation != ("different" if is_same else "same")


@pytest.mark.parametrize(
    ("one", "other", "relation"),
    [
        ("2024-12-03", "03.12.2024", "unclear"),
        ("12.01.2023", "1/12/2023", "unclear"),
        ("2024-12-03", "04/12/2024", "different"),
        ("2024-12-03", "5/6/2024", "different"),
        ("3:45", "3:45 am", "unclear"),
        ("3:45", "3:45 pm", "unclear"),
        ("3:45", "3:50 pm", "different"),
        ("03:45", "3:45 pm", "different"),
    ],
)
def test_what_may_be_read_in_two_ways_makes_neither_a_group_nor_a_split(
    one: str, other: str, relation: Relation
) -> None:
    assert compare(one, other) == compare(other, one) == relation
