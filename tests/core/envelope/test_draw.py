"""Tests of drawing nonces, ids and orders: unpredictable, and the same in a replay."""

import re
from collections import Counter
from itertools import pairwise

import pytest

from council_core.envelope.draw import DIGITS, LETTERS, balanced, nonce, opaque_ids, reply_code, shuffled


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 8])
def test_each_item_stands_in_each_place_and_follows_each_other_equally_often(size: int) -> None:
    rows = [balanced(range(size), seat, "seed") for seat in range(size if size % 2 == 0 else 2 * size)]

    places = Counter((place, item) for row in rows for place, item in enumerate(row))
    follows = Counter(pair for row in rows for pair in pairwise(row))

    assert len(places) == size * size
    assert len(set(places.values())) == 1
    assert len(follows) == size * (size - 1)
    assert len(set(follows.values())) == 1


@pytest.mark.parametrize("size", [0, 1])
def test_there_is_only_one_order_of_one_or_none(size: int) -> None:
    assert balanced(range(size), 3, "seed") == tuple(range(size))


def test_another_seed_draws_other_orders() -> None:
    drawn = {balanced("ABCDEFGH", 0, f"seed {number}") for number in range(20)}

    assert len(drawn) > 15


def test_a_shuffle_keeps_everything_and_depends_on_its_purpose() -> None:
    drawn = {shuffled("ABCDEFGH", "seed", f"reviewer {number}") for number in range(20)}

    assert len(drawn) > 15
    assert all(sorted(order) == list("ABCDEFGH") for order in drawn)


def test_purposes_do_not_run_into_each_other() -> None:
    assert nonce("seed", "ab", "c") != nonce("seed", "a", "bc")


def test_no_text_beside_a_code_holds_it_or_a_word_that_is_one_slip_away() -> None:
    first = reply_code([], "seed", "review")

    for text in (
        first,
        first.upper(),
        f"x{first}x",
        first[:-1] + "x",
        first[1:],
        f"{first}0",
        f"a 0{first} b",
    ):
        code = reply_code(["short", text], "seed", "review")
        assert code != first, text
        assert re.fullmatch("[0-9a-f]{8}", code)


def test_a_code_is_the_beginning_of_what_earlier_versions_drew() -> None:
    assert nonce("seed", "review", "ada", "first").startswith(
        reply_code([], "seed", "review", "ada", "first")
    )


def test_ids_differ_in_two_places_so_that_one_slip_names_nobody_else() -> None:
    for number in range(20):
        ids = opaque_ids(26, [], "seed", str(number))
        for one in ids:
            for other in ids:
                assert one == other or sum(a != b for a, b in zip(one, other, strict=True)) >= 2


def test_a_text_that_lists_all_short_ids_only_makes_them_longer() -> None:
    everything = " ".join(f"{a}{b}{c}{d}" for a in LETTERS for b in DIGITS for c in LETTERS for d in DIGITS)

    ids = opaque_ids(3, [everything], "seed")

    assert all(len(label) > 4 for label in ids)
    assert not any(label in everything for label in ids)
