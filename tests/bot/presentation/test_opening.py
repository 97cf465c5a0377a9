"""Tests of the answer that a card takes from the beginning of a verdict."""

import pytest

from bot.presentation.opening import LONGEST_ANSWER, beginning

WAIT = "Wait for the release, then move."
KOREAN = "릴리스까지기다렸다가옮기는것이좋습니다."


@pytest.mark.parametrize(
    ("verdict", "answer"),
    [
        pytest.param(f"{WAIT}\n\nThe runners save time.", WAIT, id="as asked for"),
        pytest.param(f"# Verdict\n\n{WAIT}\n\nMore.", WAIT, id="a heading first"),
        pytest.param(f"Verdict\n=======\n{WAIT}", WAIT, id="an underlined heading"),
        pytest.param(f"## Answer\n{WAIT}\n## Reasons\nThey save time.", WAIT, id="no blank line at headings"),
        pytest.param(f"**Answer:** {WAIT}\n\nMore.", WAIT, id="a bold label"),
        pytest.param(f"**Answer**: {WAIT}", WAIT, id="a bold label, its colon outside"),
        pytest.param(f"**Answer**\n\n{WAIT}", WAIT, id="a bold label in a paragraph of its own"),
        pytest.param(f"Answer: {WAIT}", WAIT, id="a plain label"),
        pytest.param("**Fazit:** Abwarten.\n\nMehr.", "Abwarten.", id="a German label"),
        pytest.param(f"**결론:** {KOREAN}\n\n이유", KOREAN, id="a Korean label"),
        pytest.param("**Postgres:** it takes JSON.", "**Postgres:** it takes JSON.", id="bold, but no label"),
        pytest.param(f"**{WAIT}**\n\nMore.", f"**{WAIT}**", id="the answer in bold"),
        pytest.param(f"{WAIT}\nThe runners save time.\nThey are new.", WAIT, id="no blank line behind it"),
        pytest.param(
            "Wait for the release\nand then move.\n\nMore.",
            "Wait for the release\nand then move.",
            id="a sentence on two lines",
        ),
        pytest.param(f"1. {WAIT}\n2. Measure.", WAIT, id="a numbered list first"),
        pytest.param(f"- **Answer:** {WAIT}\n- Measure.", WAIT, id="a list with a label first"),
        pytest.param(f"{WAIT}\n- It is safe.\n- It is cheap.", WAIT, id="a list right behind it"),
        pytest.param(f"| a | b |\n| - | - |\n| 1 | 2 |\n\n{WAIT}", WAIT, id="a table first"),
        pytest.param(f"```\nmove()\n```\n\n{WAIT}", WAIT, id="code first"),
        pytest.param(f"> {WAIT}\n\nMore.", WAIT, id="a quotation first"),
        pytest.param("# Wait", "Wait", id="a heading alone"),
        pytest.param("```\nmove()\n```", "", id="code alone"),
        pytest.param("", "", id="nothing"),
    ],
)
def test_the_card_takes_the_answer_and_nothing_before_or_behind_it(verdict: str, answer: str) -> None:
    assert beginning(verdict) == answer


def test_a_paragraph_of_two_thousand_characters_ends_with_a_sentence() -> None:
    answer = beginning("Wait for the release, and then move in two steps. " * 40)

    assert len(answer) <= LONGEST_ANSWER
    assert answer.endswith("two steps.")


def test_a_long_sentence_is_cut_between_words_and_says_so() -> None:
    answer = beginning("many words " * 200)

    assert len(answer) <= LONGEST_ANSWER
    assert answer.endswith("words…")


def test_korean_without_spaces_ends_with_a_sentence_or_is_cut() -> None:
    assert beginning(KOREAN * 100).endswith("좋습니다.")
    assert len(beginning("가" * 2000)) == LONGEST_ANSWER


def test_bold_that_is_cut_is_closed() -> None:
    assert beginning("**" + "Wait for the release and then move it. " * 20 + "**").count("**") == 2


@pytest.mark.parametrize(
    "number", ["Version 3.14 is out", "It costs 4.50 dollars", "See example.com for more"]
)
def test_a_point_inside_a_number_or_an_address_ends_no_sentence(number: str) -> None:
    answer = beginning(f"{number}, {'which is a long story that goes on ' * 20}")

    assert answer.startswith(f"{number}, which")
    assert answer.endswith("…")
