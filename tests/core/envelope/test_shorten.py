"""Tests of shortening: a long answer keeps its beginning and its end, and names the length of the gap."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from council_core.envelope.shorten import beginning, shortened

CODE = "0f" * 16
LONGEST = 1_000
GAP = re.compile(rf"\n\n<<<LEFT OUT ([\d,]+) of ([\d,]+) characters {CODE}>>>\n\n")

PARAGRAPHS = "\n\n".join(f"Point {n}." + " Measure it first, then decide." * 3 for n in range(40))
CONCLUSION = "So: run a formatter."


def parts(text: str, longest: int = LONGEST) -> tuple[str, str]:
    """Return the text before and behind the gap; fail if the gap does not say how much is missing."""
    seen = shortened(text, longest, CODE)
    head, left_out, of, tail = GAP.split(seen)
    assert len(seen) <= longest
    assert int(of.replace(",", "")) == len(text)
    assert 0 < int(left_out.replace(",", "")) < len(text)
    return head, tail


@pytest.mark.parametrize("length", [1, LONGEST - 1, LONGEST])
def test_what_is_no_longer_than_it_may_be_stays_as_it_is(length: int) -> None:
    assert shortened("x" * length, LONGEST, CODE) == "x" * length


def test_the_conclusion_stays_and_the_cuts_stand_between_paragraphs() -> None:
    head, tail = parts(f"{PARAGRAPHS}\n\n{CONCLUSION}")

    assert PARAGRAPHS.startswith(f"{head}\n\n")
    assert tail.endswith(CONCLUSION)
    assert tail.startswith("Point ")
    assert len(head) > len(tail)


def test_it_says_exactly_how_much_is_missing() -> None:
    text = f"{PARAGRAPHS}\n\n{CONCLUSION}"

    head, tail = parts(text)

    missing = len(text) - len(head) - len(tail)
    assert f"<<<LEFT OUT {missing:,} of {len(text):,} characters {CODE}>>>" in shortened(text, LONGEST, CODE)


@pytest.mark.parametrize(
    ("text", "ends", "begins"),
    [
        ("\n".join(f"- item {n}" for n in range(300)), r"- item \d+", r"- item \d+\n"),
        ("One sentence here. Another one! " * 100, r"(here\.|one!)", r"(One|Another)"),
        ("word " * 600, "word", "word "),
        ("你好世界。今天很好！" * 200, r".*[。！]", "(你好|今天)"),
        ("x" * 5_000, "x", "x"),
        ("a" + "\n" * 5_000 + "b", "a", "b"),
    ],
    ids=["lines", "sentences", "words", "Chinese sentences", "one enormous word", "nothing but blank lines"],
)
def test_the_next_best_place_is_taken_where_there_are_no_paragraphs(
    text: str, ends: str, begins: str
) -> None:
    head, tail = parts(text.strip())

    assert re.fullmatch(rf"(.*\n)*.*?{ends}", head)
    assert re.match(begins, tail)


@pytest.mark.parametrize(
    "sign",
    ["👨‍👩‍👧‍👦", "👍🏽", "🇫🇷", "❤️", "e\u0301\u0323", "नि", "한", "1️⃣"],
    ids=["family", "skin tone", "flag", "heart", "accents", "Devanagari", "Hangul", "keycap"],
)
@pytest.mark.parametrize("shift", range(8))
def test_no_sign_is_torn_apart(sign: str, shift: int) -> None:
    text = "x" * shift + sign * 2_000

    head, tail = parts(text)

    assert head == "x" * shift + sign * ((len(head) - shift) // len(sign))
    assert tail == sign * (len(tail) // len(sign))


@pytest.mark.parametrize(
    ("opens", "closes"),
    [
        ("```python", "```"),
        ("~~~~", "~~~~"),
        ("    ```", "    ```"),
        ("> ```sh", "> ```"),
        ("- ```", "  ```"),
    ],
    ids=["backticks", "tildes", "in a list", "in a quotation", "beside the list's mark"],
)
def test_a_code_block_that_is_cut_through_is_closed_and_opened_again(opens: str, closes: str) -> None:
    body = "\n".join(f"line_{n} = {n}" for n in range(300))

    head, tail = parts(f"{opens}\n{body}\n{closes}\n\n{CONCLUSION}")

    again = opens.replace("- ", "  ")
    assert head.splitlines()[0] == opens
    assert head.splitlines()[-1] == closes
    assert tail.splitlines()[0] == again
    assert tail.endswith(f"\n{closes}\n\n{CONCLUSION}")


def test_a_block_before_the_gap_and_one_behind_it_are_left_alone() -> None:
    block = "```\ncode\n```"

    head, tail = parts(f"{block}\n\n{PARAGRAPHS}\n\n{block}")

    assert head.count("```") == 2
    assert tail.count("```") == 2


def test_an_answer_that_makes_the_same_line_cannot_know_its_code() -> None:
    forged = f"<<<LEFT OUT 9 of 10 characters {'a' * 32}>>>"

    seen = shortened(f"{forged}\n\n{PARAGRAPHS}", LONGEST, CODE)

    assert len(GAP.findall(seen)) == 1
    assert seen.startswith(forged)


@settings(max_examples=150)
@given(
    st.lists(
        st.sampled_from(
            ["word ", "\n", "\n\n", "```", "~~~py", "> ", "- ", "好", "。", "👍🏽", "🇫🇷", "`" * 30, "  "]
        ),
        min_size=400,
        max_size=1_500,
    ),
    st.integers(min_value=1_000, max_value=2_000),
)
def test_whatever_it_is_made_of_it_is_never_longer_than_it_may_be(signs: list[str], longest: int) -> None:
    text = "".join(signs).strip()

    seen = shortened(text, longest, CODE)

    assert len(seen) <= longest
    assert (seen == text) == (len(text) <= longest)


@pytest.mark.parametrize(
    ("text", "head"), [("a" * 99 + "e\u0301" + "b" * 50, "a" * 99), ("word " * 40, "word " * 20)]
)
def test_a_beginning_ends_before_a_sign_that_does_not_fit_and_counts_the_rest(text: str, head: str) -> None:
    shown = beginning(text, 100, CODE, lost=1_000)

    total = len(text) + 1_000
    assert shown == f"{head}\n\n<<<LEFT OUT {total - len(head):,} of {total:,} characters {CODE}>>>"
    assert beginning(text, 500, CODE) == text


def test_a_code_block_at_the_end_of_a_beginning_is_closed() -> None:
    shown = beginning("```python\n" + "x = 1\n" * 100, 100, CODE)

    assert "\n```\n\n<<<LEFT OUT " in shown
