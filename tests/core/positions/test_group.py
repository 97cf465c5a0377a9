"""Groups of equal positions, disagreement, and the minority's position."""

import pytest

from council_core.domain.slate import Alias, Response
from council_core.domain.verdict import Dissent, Held
from council_core.positions import grouped, is_split, minority_among

A, B, C, D = (Alias(letter) for letter in "ABCD")


@pytest.mark.parametrize(
    ("positions", "split"),
    [
        (("42", "forty-two", "42.0"), False),
        (("42", "42", "41"), True),
        (("42", "", "", ""), False),
        (("42", "41", ""), True),
        (("Paris", "Paris, France"), False),
        (("yes", "yes, on weekdays"), False),
        (("yes", "no, on weekdays"), True),
        (("Seoul", "서울"), False),
        (("Postgres", "use PostgreSQL"), False),
        (("a long sentence that says something of it", "another one that says it quite otherwise, at length"), False),
        ((), False),
    ],
)  # fmt: skip
def test_only_a_certain_difference_is_a_split(positions: tuple[str, ...], split: bool) -> None:
    assert is_split(positions) is split


def test_the_largest_group_stands_first_and_who_takes_no_position_in_none() -> None:
    held = grouped([(A, "41"), (B, "42"), (C, ""), (D, "42.0")])

    assert held == (Held(position="42", holders=(B, D)), Held(position="41", holders=(A,)))


def test_a_minority_is_reported_with_its_reason_and_the_sources_it_names() -> None:
    slate = (
        Response(alias=A, text="See https://a.example, https://b.example", position="41", before="41", reason="By https://a.example."),
        Response(alias=B, text="42.", position="42", before="42"),
        Response(alias=C, text="42!", position="42", before="43", reason="A slip."),
        Response(alias=D, text="Hm."),
    )  # fmt: skip

    found = minority_among(slate)

    assert found is not None
    assert found.main == Held(position="42", holders=(B, C))
    assert found.dissents == (
        Dissent(alias=A, position="41", before="41", reason="By https://a.example.", sources=2),
        Dissent(alias=C, position="42", before="43", reason="A slip.", sources=0),
    )


def test_among_groups_of_one_size_the_ranking_decides_which_is_the_minority() -> None:
    slate = [Response(alias=A, text="Yes.", position="yes"), Response(alias=B, text="No.", position="no")]

    for preferred, minority in ((A, B), (B, A)):
        found = minority_among(slate, (preferred,))
        assert found is not None
        assert [dissent.alias for dissent in found.dissents] == [minority]


def test_where_nobody_differs_there_is_no_minority() -> None:
    slate = [Response(alias=A, text="Yes.", position="yes"), Response(alias=B, text="Hm.")]

    assert minority_among(slate) is None
    assert minority_among(()) is None
