"""Tests of two responses side by side: sentences that only one of them has are marked."""

import re

import pytest

from bot.web.page.differences import marked
from bot.web.page.prose import prose

ALIKE = [
    ("Claim jobs in batches of 50 for each worker.", "Each worker should claim its jobs in a batch of 50."),
    (
        "Partition the jobs table by hour and drop old partitions.",
        "Drop old rows by hourly partitions of the jobs table.",
    ),
    (
        "Load test at three times Friday's traffic before the peak.",
        "Before the peak, run a load test with three times Friday's traffic.",
    ),
    (
        "내보내기를 복제본으로 옮기고 배치로 가져오세요.",
        "내보내기를 복제본으로 옮기세요. 그리고 배치로 가져오세요.",
    ),
]
APART = [
    ("Claim jobs in batches of 50 for each worker.", "Claim jobs in batches of 20 for each worker."),
    (
        "The nightly export holds back the horizon of vacuum.",
        "Four weeks are enough for one queue with one consumer group.",
    ),
    (
        "Keep enqueueing in the same transaction as the order.",
        "Redis streams hand out jobs within ten milliseconds.",
    ),
    ("야간 내보내기가 오래된 행의 정리를 막습니다.", "브로커로 옮기면 주문과 결제가 분리됩니다."),
]


def passages(html: str) -> list[tuple[str, str]]:
    """Return the classes and the text of every mark."""
    return re.findall(r'<mark class="([^"]*)">(.*?)</mark>', html)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_what_both_say_is_not_marked(one: str, other: str) -> None:
    found = marked((("A", one), ("B", other)))

    assert passages(found["A"]) == []


@pytest.mark.parametrize(("one", "other"), APART)
def test_what_one_says_alone_is_marked_in_it(one: str, other: str) -> None:
    found = marked((("A", one), ("B", other)))

    assert passages(found["A"]) == [("u-b", one.replace("'", "'"))]


def test_a_sentence_is_marked_for_those_alone_that_do_not_say_it() -> None:
    both = "Claim jobs in batches of 50 for each worker."
    found = marked(
        (("A", f"{both} Move the export to the replica tonight."), ("B", both), ("C", "Buy a broker."))
    )

    assert [classes for classes, _ in passages(found["A"])] == ["u-c", "u-b u-c"]


def test_marks_leave_the_text_and_its_marks_as_they_were() -> None:
    text = (
        "**Keep Postgres** through the peak. See [the *manual*](https://x.example/a.b) for `VACUUM`.\n\n"
        "- one\n- two\n\n```\nx. y\n```"
    )
    found = marked((("A", text), ("B", "Something else.")))

    assert re.sub(r"</?mark[^>]*>", "", found["A"]) == prose(text)


def test_a_short_sentence_is_never_marked_and_html_stays_text() -> None:
    found = marked((("A", "Yes. <mark class='u-b'>trick</mark>"), ("B", "No.")))

    assert passages(found["A"]) == []
    assert "&lt;mark" in found["A"]


def test_very_long_responses_are_drawn_without_marks() -> None:
    long = " ".join(f"Sentence number {n} tells of tables, queues, workers and {n}." for n in range(500))
    found = marked((("A", long), ("B", long.replace("tables", "rivers"))))

    assert passages(found["A"]) == []

    # Few sentences, and many characters.
    lines = "x = compute(y)\n" * 21_000
    code, other = f"{APART[0][0]}\n\n```\n{lines}```", APART[0][1]
    assert marked((("A", code), ("B", other))) == {"A": prose(code), "B": prose(other)}
