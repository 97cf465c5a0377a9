"""Tests of claims that reviewers checked: shown beside the verdict in chat, in the terminal, on the page and in
exports."""

from dataclasses import replace

import pytest

from bot.post import Limits
from bot.presentation.board import Board
from bot.presentation.documents import run_document
from bot.presentation.follow_up import follow_up_post
from bot.presentation.posts import posts_for
from bot.presentation.whole_run import whole_run
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from council_core.domain.claim import CheckedClaim, ClaimCheck
from council_core.domain.run import Run, RunStatus
from council_core.domain.summary import summarize
from council_core.domain.tool import Source
from council_core.stages.report import concluded
from council_core.view import view
from tests.bot.presentation.drawing import draw, draw_all
from tests.bot.presentation.examples import LIMITS, NAMES, whole
from tests.golden_files import assert_golden

PAGE = Source(title="Release <notes>", url="https://notes.example/3?a=1")
SUMS = Source(title="calculate", url="")
CLAIMS = (
    ClaimCheck(
        claim="The release is on 3 March.",
        mark="supported",
        source=PAGE,
        quote="March the third",
        is_quoted=False,
    ),
    ClaimCheck(claim="Two weeks have 14 days.", mark="supported", source=SUMS, quote="14"),
    ClaimCheck(claim="Runners | break *often*.", mark="not_found"),
)
AGAINST = (ClaimCheck(claim="The release is on 3 March!", mark="contradicted", source=PAGE, quote="3 March"),)


def checked(status: RunStatus, *, finds: bool = True) -> Run:
    """Return a run whose reviewers checked claims; two of them checked the same one."""
    run = whole(status)
    one, other, *rest = run.reviews
    reviews = (replace(one, claims=CLAIMS), replace(other, claims=AGAINST), *rest) if finds else run.reviews
    return replace(run, settings=replace(run.settings, verify=True), reviews=reviews)


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_the_thread_shows_them_in_the_post_of_the_verdict(words: Words) -> None:
    (one,) = posts_for(concluded(checked("voting")), LIMITS, words)

    assert one.key == "verdict/1"
    assert_golden(f"posts/claims-{words.language}.txt", draw(one.post))


def test_a_verdict_says_that_nothing_was_checked_where_it_should_have_been() -> None:
    said = draw_all(posts_for(concluded(checked("voting", finds=False)), LIMITS, ENGLISH))
    plain = draw_all(posts_for(concluded(whole("voting")), LIMITS, ENGLISH))

    assert ENGLISH.claims.none in said
    assert ENGLISH.claims.none not in plain
    assert "Checked claims" not in said + plain


@pytest.mark.parametrize("status", ["voting", "revealed"])
def test_the_terminal_and_exports_show_them_without_a_name(status: RunStatus) -> None:
    seen = view(checked(status))

    shown = "\n".join(draw(post) for post in whole_run(seen) if post.summary == "Verdict")
    document = run_document(seen, ENGLISH).markdown

    for text in (shown, document):
        assert "The release is on 3 March" in text
        assert "The source that it names does not contain this quotation" in text
    assert "supported by 1 reviewer, contradicted by 1 reviewer [1]" in shown
    table = document.partition("## Checked claims")[2].partition("## ")[0]
    assert "| Runners \\| break \\*often\\*. | 0 | 0 | 1 | – |" in table
    assert [name for name in NAMES if name in table] == []


def test_a_run_that_hides_its_verdict_hides_its_claims() -> None:
    run = checked("voting")
    hidden = replace(run, settings=replace(run.settings, show_ranking="after_vote"))

    assert "3 March" not in run_document(view(hidden), ENGLISH).markdown


def test_claims_of_a_large_table_still_fit_a_small_post() -> None:
    claims = tuple(
        CheckedClaim(
            claim=f"{n} " + "word " * 100, supported=1, sources=(replace(PAGE, url=f"{PAGE.url}{n}"),)
        )
        for n in range(8)
    )
    event = replace(concluded(whole("voting")), claims=claims)

    *_, last = posts_for(event, Limits(prose=1_500, parts=2), ENGLISH)

    assert len(draw(last.post)) < 4_000


def test_a_follow_up_shows_them_in_its_one_post() -> None:
    run = checked("voting")

    keyed = follow_up_post(concluded(run), Board(summary=summarize(run)), LIMITS, ENGLISH)

    assert keyed.key == "verdict/1"
    assert "The release is on 3 March" in draw(keyed.post)
