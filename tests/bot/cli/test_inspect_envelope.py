"""Tests of `council inspect envelope`: it shows a reviewer's prompt for these answers."""

import json

import pytest

from bot.cli.inspect import inspect_envelope
from council_core.envelope import blocks
from council_core.errors import RequestError


def test_the_prompt_holds_the_answers_behind_its_nonce() -> None:
    result = inspect_envelope({"answers": ["one", "two\u200b"], "question": "Which?"})

    prompt, nonce = result["prompt"], result["nonce"]
    assert isinstance(prompt, str)
    assert isinstance(nonce, str)
    assert sorted(text for _, text in blocks(prompt, nonce)) == ["one", "two"]
    assert result["sanitised"] == ["one", "two"]
    assert result["flags"] == [[], ["control_chars"]]
    json.dumps(result)


def test_ids_and_nonce_are_new_each_time_unless_a_seed_is_given() -> None:
    row = {"answers": ["one", "two"], "question": "Which?"}

    one, other = inspect_envelope(row), inspect_envelope(row)
    again, still = inspect_envelope({**row, "seed": "ab"}), inspect_envelope({**row, "seed": "ab"})

    assert one["nonce"] != other["nonce"]
    assert one["ids"] != other["ids"]
    assert again == still


def test_answers_are_masked_before_they_are_sealed() -> None:
    result = inspect_envelope({"answers": ["I am Claude, made by Anthropic. Use SQLite."]})

    assert "SQLite" in str(result["sanitised"])
    assert "Claude" not in str(result["prompt"])


@pytest.mark.parametrize(
    "row", [{}, {"answers": []}, {"answers": "text"}, {"answers": [1]}, {"answers": ["a"], "question": 1}]
)
def test_a_row_that_cannot_be_understood_says_why(row: dict[str, object]) -> None:
    with pytest.raises(RequestError):
        inspect_envelope(row)
