"""Tests that the detector's patterns share their beginnings, so that similar ones are searched at once."""

import re

import pytest

from council_core.envelope.patterns import orders, sway, verdicts
from council_core.envelope.patterns.words import CLAUSE

SOURCES = (
    *orders.ENGLISH,
    *orders.OTHER_LANGUAGES,
    *orders.UNFOLDED,
    *sway.SWAY,
    *verdicts.VERDICTS,
    *verdicts.FRAMES,
    *verdicts.PLACEHOLDERS,
)
TOKEN = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]|[^\\\[()|]+", re.DOTALL)
"""An escaped character, a set of characters, a parenthesis, a bar, or anything else."""


def ways(source: str) -> list[str]:
    """Return the alternatives between bars outside any parentheses."""
    found, depth = [""], 0
    for token in TOKEN.findall(source):
        depth += {"(": 1, ")": -1}.get(token, 0)
        if token == "|" and depth == 0:
            found.append("")
        else:
            found[-1] += token
    return found


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("one", ["one"]),
        (r"\bone|\btwo", [r"\bone", r"\btwo"]),
        (r"(?:one|two) [|()] \| \(|three", [r"(?:one|two) [|()] \| \(", "three"]),
    ],
)
def test_a_source_is_taken_apart_into_its_ways(source: str, expected: list[str]) -> None:
    assert ways(source) == expected


@pytest.mark.parametrize("beginning", [CLAUSE, r"\b"], ids=["clause", "word"])
def test_a_source_that_offers_a_choice_begins_alike_in_each_of_its_ways(beginning: str) -> None:
    lines = [re.sub(r"\n\s*", "", source) for source in SOURCES]

    joined = [ways(line) for line in lines if line.startswith(beginning)]

    assert joined
    assert [odd for way in joined for odd in way if not odd.startswith(beginning)] == []
