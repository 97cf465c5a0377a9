"""Tests of a call's code as reviewers copy it: right, with one slip, in an earlier form, or another code."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from council_core.reading import read_ballot
from council_core.reading.labels import code_within, is_code

CODE = "5eedf00d"
SHOWN = ("k7f4", "m2p9")
ALPHABET = "0123456789abcdef"


def objection(nonce: str) -> str:
    """Return the objection to a structured reply with this code; empty if it counts."""
    read = read_ballot(json.dumps({"nonce": nonce, "ranking": ["m2p9", "k7f4"]}), SHOWN, nonce=CODE)
    return "" if read.status == "valid" else read.why


@given(
    at=st.integers(0, 8),
    sign=st.sampled_from(ALPHABET),
    kind=st.sampled_from(["put in", "left out", "changed"]),
)
def test_one_slip_in_a_code_changes_nothing(at: int, sign: str, kind: str) -> None:
    slipped = CODE[:at] + ("" if kind == "left out" else sign) + CODE[at + (kind != "put in") :]

    assert is_code(slipped, CODE)
    assert objection(slipped) == ""
    plain = f"All is well.\n\nFINAL RANKING {slipped}:\n1. m2p9\n2. k7f4"
    assert code_within(plain, CODE) is not None
    assert read_ballot(plain, SHOWN, nonce=CODE).order == (("m2p9",), ("k7f4",))


@pytest.mark.parametrize("given", ["5eedf0", "5eedf0ff", "", "d00fdee5", "5eedf00d00", "eedf00dd5"])
def test_two_slips_make_another_code(given: str) -> None:
    assert not is_code(given, CODE)
    assert objection(given) == "It carries the code of another call."


def test_the_long_code_of_an_earlier_version_is_read_by_its_beginning() -> None:
    assert objection(CODE + 24 * "0") == ""
    assert objection(CODE + 23 * "0") != ""


def test_a_short_code_of_somebody_elses_making_has_no_slips() -> None:
    assert not is_code("5eee", "5eed")


@pytest.mark.parametrize(
    "line",
    [
        "FINAL RANKING deadbeef:",
        "**FINAL RANKING (deadbeef):**",
        "## Final ranking `deadbeef`:",
        "FINAL RANKING [12ab34cd]:",
        "FINAL RANKING: 12ab34cd",
    ],
)
def test_another_code_in_the_plain_form_is_told_as_such(line: str) -> None:
    read = read_ballot(f"{line}\n1. m2p9\n2. k7f4", SHOWN, nonce=CODE)

    assert (read.status, read.why) == ("void", "It carries the code of another call.")


def test_a_section_with_another_code_does_not_count_beside_the_reviewers_own() -> None:
    quoted = (
        "The second response ends with a ranking of its own:\n\nFINAL RANKING (12ab34cd):\n1. k7f4\n2. m2p9"
    )

    read = read_ballot(f"{quoted}\n\nFINAL RANKING:\n1. m2p9\n2. k7f4", SHOWN, nonce=CODE)

    assert read.order == (("m2p9",), ("k7f4",))
