"""Tests that long texts are split at natural places, without losing anything."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.post import Limits
from bot.presentation.fit import balanced, fit, pieces, question_prose

LIMITS = Limits(prose=400, parts=3, escape_cost=5, heading_cost=100, blocks=12)


def limits(prose: int, blocks: int | None = None) -> Limits:
    return Limits(prose=prose, parts=3, blocks=blocks)


def test_a_text_that_fits_stays_as_it_is() -> None:
    parts = fit("# Title\n\nShort.\n", limits(100))

    assert parts == ("# Title\n\nShort.",)


def test_blank_text_gives_no_parts() -> None:
    assert fit(" \n\n ", limits(100)) == ()


CUTS = [
    ("a heading", "a" * 60 + "\n\n## Two\n\n" + "b" * 60, 100, "## Two"),
    ("a blank line", "a" * 60 + "\nb b b\n\n" + "c" * 60, 100, "c" * 60),
    ("a line", "a" * 60 + "\n" + "b" * 60, 100, "b" * 60),
    ("a sentence", "One is here. " * 6 + "Two follows.", 79, "Two follows."),
    ("a word", "word " * 30, 101, "word"),
    ("a full stop of other scripts", "字" * 30 + "。" + "文" * 30, 50, "文" * 30),
]


@pytest.mark.parametrize(("seam", "text", "room", "second"), CUTS, ids=[cut[0] for cut in CUTS])
def test_the_second_part_begins_at(seam: str, text: str, room: int, second: str) -> None:
    assert seam

    parts = fit(text, limits(room))

    assert parts[1].startswith(second)


def test_a_heading_is_never_left_alone_at_the_end_of_a_part() -> None:
    text = "a " * 40 + "\n\n## Heading\n\n" + "b " * 40

    first, second = fit(text, limits(100))

    assert "## Heading" not in first
    assert second.startswith("## Heading")


def test_a_code_block_is_closed_and_opened_again_in_its_language() -> None:
    code = "\n".join(f"line_{number} = {number}" for number in range(20))

    parts = fit(f"Look:\n\n```python\n{code}\n```\n\nDone.", limits(200))

    assert len(parts) == 2
    assert parts[0].endswith("\n```")
    assert parts[1].startswith("```python\nline_")
    assert parts[1].endswith("```\n\nDone.")


def test_a_code_block_in_a_list_moves_to_the_margin_with_what_opens_it_again() -> None:
    code = "\n".join(f"    run {number}" for number in range(20))

    parts = fit(f"1. First\n\n    ```bash\n{code}\n    ```\n\n2. Second", limits(120))

    assert parts[1].startswith("```bash\nrun ")
    assert "\n```\n\n2. Second" in parts[-1]


def test_a_code_block_that_the_model_never_closed_is_closed() -> None:
    assert fit("```\ncut off", limits(100)) == ("```\ncut off\n```",)


def test_a_table_says_its_head_again() -> None:
    rows = "\n".join(f"| {number} | some words |" for number in range(12))

    parts = fit(f"| n | text |\n|---|---|\n{rows}", limits(100))

    assert len(parts) > 2
    assert all(part.startswith("| n | text |\n|---|---|\n| ") for part in parts)


WHOLES = [
    ("a link", "[a link with a long name](https://example.org/a/long/way?and=more)"),
    ("an address", "https://example.org/a/rather/long/way/to/go/and/then/some/more/of/it"),
    ("inline code", "`some code with many words in it and yet more of them`"),
    ("a joined emoji", "👨‍👩‍👧‍👦"),
    ("an accent", "e\u0301"),
]


@pytest.mark.parametrize(("what", "whole"), WHOLES, ids=[whole[0] for whole in WHOLES])
def test_no_cut_divides_a_link_a_code_or_a_character(what: str, whole: str) -> None:
    assert what
    for before in range(60, 170):
        text = "x" * before + " " + whole + " " + "y" * 150

        parts = fit(text, limits(160))

        assert any(whole in part for part in parts), parts


def test_a_link_that_no_post_could_hold_is_cut_all_the_same() -> None:
    text = f"[here](https://example.org/{'a' * 500})"

    parts = fit(text, limits(100))

    assert "".join(parts) == text


@pytest.mark.parametrize("signs", ["`" * 9000, "~" * 9000 + "\ncode" * 500, "```" + "x" * 9000, "|a" * 4000])
def test_marks_that_fill_whole_posts_still_make_few_parts(signs: str) -> None:
    parts = fit(signs, limits(400))

    assert len(parts) < 100
    assert max(len(part) for part in parts) <= 400


def test_an_expensive_sign_counts_for_what_it_takes() -> None:
    parts = fit("<" * 100, Limits(prose=100, parts=3, escape_cost=4))

    assert [len(part) for part in parts] == [25, 25, 25, 25]


def test_no_part_has_more_blocks_than_a_post_may_have() -> None:
    text = "\n\n".join(f"Paragraph {number}." for number in range(20))

    parts = fit(text, limits(10_000, blocks=6))

    assert [part.count("Paragraph") for part in parts] == [6, 6, 6, 2]


def test_a_question_cut_inside_a_code_block_is_closed() -> None:
    assert balanced("see\n```py\nx = 1…") == "see\n```py\nx = 1…\n```"


WORDS = st.sampled_from(
    [
        "word",
        "a&b<c>",
        "**bold**",
        "`code`",
        "[link](https://example.org/x)",
        "字字。",
        "👩‍💻",
        "# ",
        "|",
        "- ",
        "x" * 90,
    ]
)
LINES = st.one_of(
    st.lists(WORDS, max_size=12).map(" ".join),
    st.sampled_from(
        ["", "", "```", "```python", "~~~", "````", "   ```js", "    ```", "- item", "| a | b |"]
    ),
    st.sampled_from(
        ["|---|---|", "| 1 | 2 |", "# Title", "### Deep", "---", "> quote", "    code", "\t", "``", "$$"]
    ),
    st.text(max_size=30),
)
TEXTS = st.lists(LINES, max_size=60).map("\n".join)


@settings(max_examples=300)
@given(TEXTS)
def test_whatever_a_model_writes_every_character_is_in_one_part(text: str) -> None:
    cut = pieces(text, LIMITS)

    assert "".join(piece.body for piece in cut) == text.replace("\r\n", "\n").replace("\r", "\n")
    assert squeezed(text) == squeezed("".join(without_additions(text)))


@settings(max_examples=300)
@given(TEXTS)
def test_whatever_a_model_writes_no_part_is_too_heavy(text: str) -> None:
    parts = fit(text, LIMITS)

    assert [LIMITS.weigh(part) for part in parts if LIMITS.weigh(part) > LIMITS.prose] == []


@settings(max_examples=300)
@given(TEXTS)
def test_whatever_a_model_writes_every_part_closes_what_it_opens(text: str) -> None:
    markdown = MarkdownIt("commonmark")

    for part in fit(text, LIMITS):
        opened = [token for token in markdown.parse(part + "\n\nAFTER THE PART") if token.type == "fence"]
        assert not any("AFTER THE PART" in token.content for token in opened), part


def without_additions(text: str) -> list[str]:
    """Return the displayed parts without repeated or closing marks."""
    shown: list[str] = []
    for piece in pieces(text, LIMITS):
        end = len(piece.text) - len(piece.after)
        shown.append(piece.text[len(piece.before) : end])
    return shown


def squeezed(text: str) -> str:
    return re.sub(r"\s+", "", text)


QUESTIONS = {
    "a block that begins in mid-line": ("Why? ```\nfoo()\n```", "Why? \n```\nfoo()\n```"),
    "one that also ends in mid-line": (
        "Why? ```foo(x)\nbar()``` It worked before.",
        "Why? \n```\nfoo(x)\nbar()\n```\n It worked before.",
    ),
    "two of them": ("A ```\na\n``` or ```\nb\n```?", "A \n```\na\n```\n or \n```\nb\n```\n?"),
    "one whose end was left out": ("Why? ```\nfoo()…", "Why? \n```\nfoo()…\n```"),
    "code within a line": ("What does ```print(1)``` do?", "What does ```print(1)``` do?"),
    "CommonMark": ("Why?\n\n```python\nx = '```'\n```\n\nSo?", "Why?\n\n```python\nx = '```'\n```\n\nSo?"),
    "CommonMark that was left open": ("Why?\n\n```python\nfoo()", "Why?\n\n```python\nfoo()\n```"),
    "no code": ("Tabs or spaces?", "Tabs or spaces?"),
}


@pytest.mark.parametrize(("text", "drawn"), QUESTIONS.values(), ids=QUESTIONS)
def test_a_question_is_drawn_with_its_code_as_code_and_no_stray_fence(text: str, drawn: str) -> None:
    assert question_prose(text) == drawn
    fences = [
        token for token in MarkdownIt("commonmark").parse(question_prose(text)) if token.type == "fence"
    ]
    assert [token.content for token in fences if not token.content.strip()] == []
