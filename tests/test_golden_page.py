"""Tests that the page over the golden files links to every one of Slack's, and only to existing files."""

import re

from tests.golden_files import GOLDEN

PAGE = GOLDEN / "README.md"


def test_the_page_leads_to_all_that_a_person_sees_in_slack() -> None:
    linked = set(re.findall(r"\]\(([^)]+)\)", PAGE.read_text(encoding="utf-8")))

    slacks = [*GOLDEN.glob("slack/*.txt"), *GOLDEN.glob("e2e/slack*.txt")]
    assert {file.relative_to(GOLDEN).as_posix() for file in slacks} <= linked
    assert [link for link in sorted(linked) if not (GOLDEN / link).exists()] == []
