"""A short title for a question, by code."""

import pytest

from council_core.domain.title import LONGEST_TITLE, short_title

LONG = "We run forty services on four machines and deploy twice a day, mostly in the morning. "


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("Tabs or spaces?", "Tabs or spaces?"),
        ("Hi all! Should we move the build?", "Should we move the build?"),
        ("Hallo zusammen, sollen wir den Build umziehen?", "sollen wir den Build umziehen?"),
        (LONG + "Should we move to Kubernetes?", "Should we move to Kubernetes?"),
        (LONG * 3, "We run forty services on four machines and deploy twice a day, mostly in the…"),
        ("## Should we move?\n\nHere is why:\n- one", "Should we move?"),
        ("```python\nprint(1)\n```\nWhy does this print 1?", "Why does this print 1?"),
        ("```python\nprint(1)", "print(1)"),
        ("배포 전에 통합 테스트를 모두 돌려야 할까요?", "배포 전에 통합 테스트를 모두 돌려야 할까요?"),
        ("  \n  Which\tdatabase?  ", "Which database?"),
        ("?", "?"),
        ("Tabs \u202eor\u202c spaces?", "Tabs or spaces?"),
        ("x" * 200, "x" * (LONGEST_TITLE - 1) + "…"),
    ],
)
def test_the_title_is_the_sentence_that_asks(question: str, title: str) -> None:
    assert short_title(question) == title


@pytest.mark.parametrize("question", [LONG * 9, "a " * 500, "あ" * 300, "\n\n\u200b", "- - -\n# x"])
def test_a_title_is_one_short_line(question: str) -> None:
    title = short_title(question)

    assert len(title) <= LONGEST_TITLE
    assert "\n" not in title
