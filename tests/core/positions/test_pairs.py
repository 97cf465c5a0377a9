"""Positions in pairs: which say the same and which do not, over numbers, units, dates, names and languages."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, product
from pathlib import Path

from council_core.positions import Relation, compare

PAIRS = Path(__file__).with_name("pairs.txt")


def blocks() -> Iterator[list[list[str]]]:
    """The blocks of the file: lines of positions that say the same."""
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
