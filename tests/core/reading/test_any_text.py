"""Tests that reading any text raises nothing, and never names a response twice or one that was not shown.

COUNCIL_READER_EXAMPLES sets the number of texts; a build tries few.
"""

import json
import os
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from council_core import rubrics
from council_core.reading import read_ballot

EXAMPLES = int(os.environ.get("COUNCIL_READER_EXAMPLES", "300"))

SHOWN = (("Response A", "Response B", "Response C"), ("k7f4", "m3x9", "w6h8", "p3t4"), ("A",))

PIECES = (
    "FINAL RANKING:", "Final Ranking (worst to best)", "ranking", "最终排名：",
    "1. ", "2. ", "1) ", "- ", "* ", "# ", "**",
    "Response A", "Response B", "Response C", "Response D", "A", "B", "C", "k7f4", "m3x9", "w6h8", "p3t4", "K7F4",
    " > ", " < ", " = ", " / ", ", ", " and ", "; ", ": ", " - ", "|", "(tie)", "1st", "第一名", "🥇",
    "\n", "\n\n", "```", "> ",
    "{", "}", "[", "]", '"', '"ranking"', '"nonce"', '"scores"', "NaN", "1e999", "\\", "\\u0041", "null", "5eed",
    "<think>", "</think>", "<|channel|>final<|message|>", "\u200b", "\u2028", "\ud800", "\x00", "é", "9" * 50,
)  # fmt: skip

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.sampled_from(["A", "k7f4", "x", "5eed", "B > A"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["ranking", "scores", "reasons", "id", "rank", "A", "k7f4", "nonce"]), inner
        )
    ),
    max_leaves=12,
)

TEXTS = (
    st.text(max_size=200)
    | st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
    | st.dictionaries(st.sampled_from(["nonce", "ranking", "scores", "reasons", "comment"]), JUNK).map(
        json.dumps
    )
)


@settings(max_examples=EXAMPLES)
@given(text=TEXTS, shown=st.sampled_from(SHOWN), nonce=st.sampled_from([None, "5eed"]))
def test_no_text_raises_or_names_a_response_twice_or_one_not_shown(
    text: str, shown: tuple[str, ...], nonce: str | None
) -> None:
    reading = read_ballot(text, shown, nonce=nonce, rubric=rubrics.load("quality"))

    assert (reading.order is None) == (reading.status == "void")
    listed = [label for group in reading.order or () for label in group]
    assert len(set(listed)) == len(listed)
    assert set(listed) <= set(shown)
    assert {score.label for score in reading.scores} <= set(shown)
    assert all(0 <= score.value <= 10 for score in reading.scores)
    assert {label for label, _ in reading.reasons} <= set(shown)


@settings(max_examples=max(20, EXAMPLES // 10))
@given(
    order=st.permutations(SHOWN[1]),
    around=st.text(alphabet="abc xyz.,!?\n", max_size=60),
    data=st.data(),
)
def test_a_clear_list_is_read_whatever_prose_stands_before_it(
    order: list[str], around: str, data: Any
) -> None:
    bullets = data.draw(
        st.sampled_from(["{n}. {label}", "{n}) **{label}**", "#{n} {label}: fine", "{n}. {label} (ok)"])
    )
    lines = [bullets.format(n=number, label=label) for number, label in enumerate(order, start=1)]
    text = "\n".join([around, "", "FINAL RANKING:", *lines])

    assert read_ballot(text, SHOWN[1]).order == tuple((label,) for label in order)


@pytest.mark.parametrize(
    "unit",
    [
        "{",
        '{"a":',
        "[",
        '"',
        "FINAL RANKING:\n",
        "FINAL RANKING ",
        "A > ",
        "1. A ",
        " ",
        "\n",
        "<think>",
        "</think>\n",
        "`",
    ],
)
def test_a_text_made_to_be_slow_is_read_to_its_end(unit: str) -> None:
    text = unit * (150_000 // len(unit))

    assert read_ballot(text, SHOWN[0]).status == "void"
