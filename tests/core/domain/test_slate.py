"""Tests of letters and of the sealed key that assigns them to members."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from council_core.domain.member import MemberId
from council_core.domain.slate import Alias, AliasKey, Response, Seal, Slate, alias_at

A, B = Alias("A"), Alias("B")
ADA, CARL = MemberId("test:ada"), MemberId("test:carl")

SLATE = Slate(responses=(Response(alias=A, text="Tabs."), Response(alias=B, text="Spaces.")))
KEY = AliasKey(seals=(Seal(alias=A, member=CARL), Seal(alias=B, member=ADA)))


@pytest.mark.parametrize(
    ("index", "letters"),
    [
        (0, "A"),
        (1, "B"),
        (25, "Z"),
        (26, "AA"),
        (27, "AB"),
        (51, "AZ"),
        (52, "BA"),
        (701, "ZZ"),
        (702, "AAA"),
    ],
)
def test_letters_go_on_after_z_as_columns_do(index: int, letters: str) -> None:
    assert alias_at(index) == letters


@given(st.integers(min_value=0, max_value=100_000), st.integers(min_value=0, max_value=100_000))
def test_no_two_responses_share_letters(one: int, other: int) -> None:
    assert (alias_at(one) == alias_at(other)) == (one == other)


def test_a_slate_has_the_letters_of_its_responses() -> None:
    assert SLATE.aliases == (A, B)


def test_the_key_opens_in_both_directions() -> None:
    assert KEY.member(A) == CARL
    assert KEY.alias(ADA) == B


def test_whoever_has_no_answer_on_the_slate_has_no_letter() -> None:
    assert KEY.alias(MemberId("test:dorothy")) is None


def test_a_letter_that_is_not_there_is_a_mistake_of_ours() -> None:
    with pytest.raises(KeyError):
        KEY.member(Alias("Q"))
