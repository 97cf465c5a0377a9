"""`council improve`: both questions are printed, and nothing is asked."""

import pytest

from tests.bot.cli.conftest import Council
from tests.golden_files import assert_golden

QUESTION = "Should we move the build?"


@pytest.mark.parametrize("language", ["en", "de", "ko"])
def test_a_question_is_printed_beside_the_better_one(council: Council, language: str) -> None:
    said = council("improve", QUESTION, COUNCIL_LANGUAGE=language)

    assert (said.code, said.err) == (0, "")
    assert_golden(f"improving/terminal-{language}.txt", said.out)
    history = council("history")
    assert QUESTION not in history.out


def test_a_chosen_model_rewrites_the_question(council: Council) -> None:
    said = council("improve", "--model", "demo:blaise", QUESTION)

    assert said.code == 0
    assert "Blaise would ask it like this" in said.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("improve", "  "), "The question is empty"),
        (("improve", "--model", "nope:x", QUESTION), "nope:x cannot be chosen here"),
    ],
)
def test_what_cannot_be_improved_is_said(council: Council, words: tuple[str, ...], sentence: str) -> None:
    said = council(*words)

    assert (said.code, said.out) == (2, "")
    assert sentence in said.err
