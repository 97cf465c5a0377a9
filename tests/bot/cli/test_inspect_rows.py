"""Tests of bad lines for `council inspect`: each gets a sentence in the reader's language, and the others are done."""

import argparse
import io
import json
from typing import get_args

import pytest

from bot.cli.inspect import BadRow, inspect_rank, run
from bot.presentation.words import LANGUAGES
from bot.presentation.words.judging import RowFault

BALLOTS: list[tuple[dict[str, object], str]] = [
    ({"order": "A"}, "no_list"),
    ({"order": [1]}, "no_groups"),
    ({"order": ["A", ["A"]]}, "name_twice"),
    ({"order": ["A", "Z"]}, "not_shown"),
    ({"order": ["A"], "reliability": "high"}, "no_number"),
]


@pytest.mark.parametrize(("ballot", "fault"), BALLOTS)
def test_a_bad_ballot_is_named_by_its_number_and_fault(ballot: dict[str, object], fault: str) -> None:
    with pytest.raises(BadRow) as caught:
        inspect_rank({"candidates": ["A", "B"], "ballots": [{"order": ["A", "B"]}, ballot]})

    assert (caught.value.ballot, caught.value.fault) == (2, fault)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_fault_has_a_sentence_with_its_facts_in_each_language(language: str) -> None:
    words = LANGUAGES[language]
    for fault in get_args(RowFault):
        said = BadRow(fault, ballot=3, key="order", value="VALUE", known="A, B").sentence(words)
        assert "3" in said
        assert "VALUE" in said


def test_a_line_that_cannot_be_used_is_answered_in_the_readers_language_and_the_others_are_done(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COUNCIL_LANGUAGE", "de")
    monkeypatch.setattr("sys.stdin", io.StringIO('{"text": 5}\nno JSON\n{"text": "Hello."}\n'))

    code = run(argparse.Namespace(task="mask"))

    told = capsys.readouterr()
    assert code == 2
    assert [sorted(json.loads(line)) for line in told.out.splitlines()] == [
        ["error"],
        ["error"],
        ["spans", "text"],
    ]
    assert told.err.splitlines() == [
        "Zeile 1: `text` ist 5. Erwartet wird ein Text.",
        "Zeile 2: Ab Spalte 1 ist das kein JSON. Erwartet wird ein Objekt je Zeile.",
    ]
