"""Tests of `council inspect mask`: it shows a text before and after masking."""

import pytest

from bot.cli.inspect import BadRow, inspect_mask


def test_a_row_gives_the_text_and_the_spans_of_the_input() -> None:
    row = inspect_mask({"text": "I'm Claude.", "question": "Who are you?"})

    assert row == {"text": "I'm [model].", "spans": [{"start": 4, "end": 10, "label": "self_name"}]}


@pytest.mark.parametrize("row", [{"text": "Hello."}, {"text": "Hello.", "question": None}])
def test_the_question_may_be_missing(row: dict[str, object]) -> None:
    assert inspect_mask(row) == {"text": "Hello.", "spans": []}


@pytest.mark.parametrize("row", [{}, {"text": 5}, {"text": "Hello.", "question": 5}])
def test_a_row_that_is_none_is_refused_with_the_reason(row: dict[str, object]) -> None:
    with pytest.raises(BadRow) as caught:
        inspect_mask(row)

    assert caught.value.fault == "no_text"
