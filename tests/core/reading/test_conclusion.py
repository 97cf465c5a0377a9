"""Tests of reading a chairman's reply as the verdict and the points below it."""

import pytest

from council_core.domain.verdict import Points
from council_core.reading.conclusion import conclusion

BODY = "Wait for the release, then move.\n\nBecause two of the flakes are theirs."

POINTS = Points(
    agree=("the new runners are faster",),
    differ=("B, C: wait; A: move now",),
    unique=("C: the cache is cold",),
    ask=("What would a split look like?", "How do we measure flakes?"),
)

LINES = """AGREE: the new runners are faster
DIFFER: B, C: wait; A: move now
UNIQUE: C: the cache is cold
ASK: What would a split look like?
ASK: How do we measure flakes?"""


@pytest.mark.parametrize(
    "reply",
    [
        f"{BODY}\n\n{LINES}",
        f"{BODY}\n\n---\n{LINES}\n",
        f"{BODY}\n\n```\n{LINES}\n```",
        f"{BODY}\n\n" + "\n".join(f"- **{line.replace(':', ':**', 1)}" for line in LINES.split("\n")),
        f"{BODY}\n\n{LINES.lower()}".replace("b, c: wait; a: move", "B, C: wait; A: move")
        .replace("c: the", "C: the")
        .replace("what", "What")
        .replace("how do", "How do"),
    ],
    ids=["plain", "behind a rule", "fenced", "a bold list", "lower case"],
)
def test_points_are_taken_off_whatever_form_they_have(reply: str) -> None:
    assert conclusion(reply) == (BODY, POINTS)


def test_a_verdict_without_points_stays_as_it_is() -> None:
    assert conclusion(f"{BODY}\n") == (f"{BODY}\n", Points())


def test_a_reply_of_nothing_but_points_stays_whole() -> None:
    assert conclusion(LINES) == (LINES, Points())


def test_the_words_within_a_verdict_are_no_points() -> None:
    text = "ASK: is how the form begins.\n\nThen more text."

    assert conclusion(text) == (text, Points())


def test_code_at_the_end_of_a_verdict_keeps_its_fence() -> None:
    body = "Use this:\n\n```py\nprint(1)\n```"

    assert conclusion(f"{body}\n\nAGREE: it prints") == (body, Points(agree=("it prints",)))


def test_lines_that_say_nothing_are_left_out_and_three_of_a_kind_are_enough() -> None:
    many = "\n".join(f"ASK: question {number}?" for number in range(5))

    body, points = conclusion(f"{BODY}\nAGREE: none.\nUNIQUE: -\n{many}")

    assert body == BODY
    assert points == Points(ask=("question 0?", "question 1?", "question 2?"))


@pytest.mark.parametrize("line", ["#" + " " * 40_000 + "x", "ASK: a" + " " * 40_000 + "b"])
def test_a_long_run_of_spaces_is_read_in_one_pass(line: str) -> None:
    verdict, points = conclusion(f"{BODY}\n\n{line}")

    assert verdict.startswith(BODY)
    assert points.ask == (("a",) if line.startswith("ASK") else ())
