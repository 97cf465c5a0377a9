"""Tests of `COUNCIL_API_TOKENS`: who may ask, and the mistakes in a list of tokens."""

import pytest

from bot.programs.platform import read_tokens
from council_core.errors import Problem
from tests.samples import in_english

GOOD = "ci=0123456789abcdef01234, ada=abcdef0123456789abcde"


def test_each_token_opens_a_place_of_its_own() -> None:
    problems: list[Problem] = []
    tokens = read_tokens({"COUNCIL_API_TOKENS": GOOD}, problems, [])
    ci, ada = (tokens.program(f"Bearer {token}") for token in tokens.by_name.values())

    assert problems == []
    assert ci is not None
    assert ada is not None
    assert (ci.person.name, ada.person.name) == ("ci", "ada")
    assert ci.place.where != ada.place.where
    assert "0123456789" not in repr(tokens)


@pytest.mark.parametrize(
    "header", ["", "Bearer ", "Bearer 0123456789abcdef0123", "Basic Y2k6", "0123456789abcdef01234"]
)
def test_a_header_without_a_known_token_opens_nothing(header: str) -> None:
    assert read_tokens({"COUNCIL_API_TOKENS": GOOD}, [], []).program(header) is None
    assert read_tokens({}, [], []).program(header) is None


@pytest.mark.parametrize(
    ("listed", "words"),
    [
        ("0123456789abcdef01234", "entry 1 cannot be read"),
        ("ci=short", "the token of 'ci' needs at least 20"),
        ("two words=0123456789abcdef01234", "entry 1 cannot be read"),
        (f"{GOOD}, ci=another-token-0123456789", "two entries are called 'ci'"),
        (f"{GOOD}, bo=0123456789abcdef01234", "the token of 'bo' is also that of another entry"),
    ],
)
def test_what_is_wrong_is_said_without_the_token(listed: str, words: str) -> None:
    problems: list[Problem] = []
    read_tokens({"COUNCIL_API_TOKENS": listed}, problems, [])

    assert len(problems) == 1
    (said,) = in_english(problems)
    assert words in said
    assert "0123456789" not in said
