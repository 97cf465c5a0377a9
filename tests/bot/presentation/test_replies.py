"""Private replies; the golden files are in tests/golden/posts/reply."""

from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal

import pytest

from bot.platforms.discord.drawing.post import draw as draw_for_discord
from bot.platforms.slack.drawing.post import draw as draw_for_slack
from bot.post import Limits, PrivateReply
from bot.presentation.documents import export_run
from bot.presentation.endings import forget_question, forgotten_reply
from bot.presentation.exports import export_menu, private_export
from bot.presentation.forms import follow_up_form
from bot.presentation.history import Page, history_reply, search_reply, status_reply
from bot.presentation.replies import (
    cancel_accepted,
    help_reply,
    incident_reply,
    not_started_reply,
    refusal,
    reveal_accepted,
    run_refused,
    slip_reply,
    store_away_reply,
    vote_counted,
)
from bot.presentation.reviews import raw_reviews_reply, reviews_reply
from bot.presentation.whole_run import whole_run
from bot.presentation.words import ENGLISH, LANGUAGES, Words
from bot.requests.running import Listing
from council_core.council import check_length
from council_core.domain.ending import Ending
from council_core.domain.events import RunExported
from council_core.domain.question import RunId
from council_core.domain.run import Run, RunStatus
from council_core.domain.waiting import RunWaits
from council_core.errors import OverBudget, QuestionRejected, Span, UnknownRun, Whose
from council_core.view import view
from tests.bot.presentation.drawing import draw, draw_reply
from tests.bot.presentation.examples import LIMITS, NAMES, REVIEWS, RUN, SHORTENED, A, B, summary, whole
from tests.golden_files import assert_golden

WAITS = RunWaits(run_id=RUN, before=3, limit="process")


def early(status: RunStatus) -> Run:
    """Return a run that has produced little so far."""
    ending = Ending(kind="too_few", answered=1, members=4, quorum=2) if status == "failed" else None
    return replace(whole().as_asked(), status=status, outcomes=whole().outcomes, ending=ending)


HISTORY = (
    replace(whole("voting"), thread="1.1"),
    replace(early("asked"), id=RunId("r4k7m2p9x1qw")),
    replace(early("failed"), id=RunId("r4k7m2p9x1qv")),
    replace(whole(), id=RunId("r4k7m2p9x1qu"), verdict=None),
)
FOUND = (whole("voting"), replace(early("asked"), id=RunId("r4k7m2p9x1qy"), thread="1.1"))


def letters_missing(event: RunExported) -> RunExported:
    """Return the export of the same files, made without a Korean font."""
    return replace(event, files=tuple(replace(file, missing=("Korean",)) for file in event.files))


REPLIES: list[tuple[str, PrivateReply]] = [
    ("vote-counted", vote_counted(ENGLISH, B)),
    ("reveal-accepted", reveal_accepted(ENGLISH, has_verdict=True)),
    ("reveal-accepted-early", reveal_accepted(ENGLISH, has_verdict=False)),
    ("cancel-accepted", cancel_accepted(ENGLISH)),
    ("refused", run_refused(ENGLISH, UnknownRun("r*<!here>"))),
    ("rejected", run_refused(ENGLISH, QuestionRejected("needs_words", fact="/council"))),
    ("incident", incident_reply(ENGLISH, "7f3a")),
    ("not-started", not_started_reply(ENGLISH, "r000000000001")),
    ("store-away", store_away_reply(ENGLISH, "7f3a")),
    ("help", help_reply(ENGLISH)),
    ("slip", slip_reply(ENGLISH, "/council", "histroy", meant="history", delivery="D1")),
    (
        "slip-search",
        slip_reply(ENGLISH, "/council", "serch *tabs*", meant="search *tabs*", delivery="D1"),
    ),
    ("slip-one-word", slip_reply(ENGLISH, "/council", "thanks!", meant="", delivery="D1")),
    ("help-trouble", help_reply(ENGLISH, "council", "Ask something.", demo=True)),
    ("status", status_reply(ENGLISH, view(early("reviewing")), LIMITS)),
    ("status-waiting", status_reply(ENGLISH, view(whole().as_asked()), LIMITS, waits=WAITS)),
    ("status-failed", status_reply(ENGLISH, view(early("failed")), LIMITS)),
    ("status-voting", status_reply(ENGLISH, view(whole("voting")), LIMITS)),
    ("status-voting-asker", status_reply(ENGLISH, view(whole("voting")), LIMITS, may_reveal=True)),
    ("status-revealed", status_reply(ENGLISH, view(whole()), LIMITS)),
    ("status-long", status_reply(ENGLISH, view(whole()), Limits(prose=100, parts=1))),
    ("status-theirs", status_reply(ENGLISH, view(whole()), LIMITS, may_forget=True)),
    ("forget", forget_question(ENGLISH, summary("revealed"))),
    (
        "forget-under-way",
        forget_question(ENGLISH, summary("reviewing", question="Tabs *or* spaces? " * 20)),
    ),
    ("forgotten", forgotten_reply(ENGLISH, RUN)),
    ("history", history_reply(ENGLISH, Page(runs=HISTORY))),
    ("history-empty", history_reply(ENGLISH, Page(runs=()))),
    (
        "history-mine",
        history_reply(
            ENGLISH,
            Page(
                runs=(replace(whole(), thread="1.1"), early("asked")),
                listing=Listing(mine=True),
                older_than=early("asked").id,
            ),
        ),
    ),
    (
        "history-mine-empty",
        history_reply(ENGLISH, Page(runs=(), listing=Listing(mine=True))),
    ),
    (
        "history-revealed-empty",
        history_reply(ENGLISH, Page(runs=(), listing=Listing(is_revealed=True))),
    ),
    (
        "search",
        search_reply(
            ENGLISH,
            "tabs *or*",
            Page(
                runs=FOUND,
                listing=Listing(is_revealed=True),
                older_than=FOUND[-1].id,
                newer_than=FOUND[0].id,
            ),
            here={FOUND[0].id},
        ),
    ),
    ("search-empty", search_reply(ENGLISH, '"tabs or" ' + "spaces " * 30, Page(runs=()))),
    ("export-menu", export_menu(ENGLISH, RUN, demo=False)),
    ("export-private", private_export(ENGLISH, export_run(whole(), by="Ann"))),
    (
        "export-here",
        private_export(
            ENGLISH, letters_missing(export_run(whole(), by="Ann", formats=("md",))), thread_takes="md"
        ),
    ),
    ("reviews", reviews_reply(REVIEWS, LIMITS, ENGLISH, RUN)),
    (
        "reviews-named",
        reviews_reply(REVIEWS[:1], LIMITS, ENGLISH, RUN, names={1: NAMES[1]}, demo=True),
    ),
    ("reviews-shortened", reviews_reply(SHORTENED, LIMITS, ENGLISH, RUN)),
    ("reviews-cut", reviews_reply(REVIEWS, Limits(prose=90, parts=1), ENGLISH, RUN)),
    ("reviews-none", reviews_reply((), LIMITS, ENGLISH, RUN)),
]


@pytest.mark.parametrize(("name", "reply"), REPLIES, ids=[case[0] for case in REPLIES])
def test_a_reply_reads_like_its_golden_file(name: str, reply: PrivateReply) -> None:
    assert_golden(f"posts/reply/{name}.txt", draw_reply(reply))


@pytest.mark.parametrize("status", ["revealed", "voting", "cancelled"])
def test_a_whole_run_reads_like_its_golden_file(status: str) -> None:
    posts = whole_run(view(whole(status)))  # type: ignore[arg-type]  # one of the statuses

    assert_golden(f"posts/run/{status}.txt", "\n\n".join(draw(post) for post in posts))


def test_a_whole_run_says_above_its_reviews_what_was_shortened_for_them() -> None:
    run = whole()
    run = replace(run, reviews=tuple(replace(review, shortened=(A,)) for review in run.reviews))

    said = "\n".join(draw(post) for post in whole_run(view(run)))

    assert "Response A was shortened for review: the reviewers did not see the middle of it." in said


@pytest.mark.parametrize("status", ["asked", "reviewing", "synthesizing", "voting", "cancelled"])
def test_a_whole_run_names_nobody_before_the_reveal(status: str) -> None:
    posts = whole_run(view(whole(status)))  # type: ignore[arg-type]  # one of the statuses

    said = "\n".join(draw(post) for post in posts)

    assert [name for name in NAMES if name in said] == []
    assert "2.1 seconds" not in said


@pytest.mark.parametrize("status", ["asked", "reviewing", "synthesizing", "voting", "cancelled"])
def test_how_a_run_stands_names_nobody_before_the_reveal(status: RunStatus) -> None:
    said = draw_reply(status_reply(ENGLISH, view(whole(status)), LIMITS))

    assert [name for name in NAMES if name in said] == []


def test_nothing_of_the_vote_but_its_count_is_told() -> None:
    said = "\n".join(draw(post) for post in whole_run(view(whole("voting"))))

    assert "1 vote so far (1 blind)." in said
    assert "favourite" not in said


def test_a_readable_review_holds_no_json_also_in_its_file() -> None:
    form = '{"order": ["B", "A"], "reasons": {"A": "Thin."}}'
    judged = replace(REVIEWS[0], text=f"Here is my review:\n```json\n{form}\n```")
    bare = replace(REVIEWS[1], text=f"As asked. {form}")

    shown = reviews_reply((judged, bare), LIMITS, ENGLISH, RUN)
    cut = reviews_reply((judged, bare), Limits(prose=60, parts=1), ENGLISH, RUN)
    raw = raw_reviews_reply((judged, bare), LIMITS, ENGLISH)

    (file,) = cut.post.files
    assert "Here is my review:" in str(shown)
    assert "reasons" not in str(shown.post.blocks)
    assert form not in file.content.decode()
    assert form in str(raw)


@pytest.mark.parametrize("words", LANGUAGES.values(), ids=LANGUAGES)
def test_a_spent_budget_says_in_the_readers_own_time_when_it_begins_anew(words: Words) -> None:
    at = datetime(2026, 12, 1, tzinfo=UTC)
    error = OverBudget("channel", "month", Decimal(5), Decimal(0), None, at)

    post = run_refused(words, error).post
    slack, discord = repr(draw_for_slack(post)), repr(draw_for_discord(post, words.discord))

    seconds = int(at.timestamp())
    assert f"<!date^{seconds}^" in slack or f"'timestamp': {seconds}" in slack
    assert f"<t:{seconds}:" in discord
    assert "UTC)" not in draw(post)


def test_a_form_says_that_it_holds_the_beginning_of_a_text_alone() -> None:
    fits, cut = [
        follow_up_form(ENGLISH, RunId("r1"), "Why?", suggestion="x" * length, longest=4_000).fields[0]
        for length in (4_000, 4_001)
    ]

    assert [len(fits.value), len(cut.value)] == [4_000, 4_000]
    assert fits.hint == ""
    assert cut.hint == "That text had 4,001 characters; these are the first 4,000."


@pytest.mark.parametrize(("code", "most"), [("en", "40,000"), ("de", "40.000"), ("ko", "40,000")])
def test_a_question_that_is_too_long_is_refused_in_the_readers_own_figures(code: str, most: str) -> None:
    with pytest.raises(QuestionRejected) as refused:
        check_length("x" * 40_001)

    assert most in refusal(LANGUAGES[code], refused.value)


@pytest.mark.parametrize(
    ("keeper", "period", "dollars", "who"),
    [
        ("channel", "day", "5", "those who manage it can change that."),
        ("environment", "month", "100", "the operator can change that (COUNCIL_MONTH_BUDGET)."),
        ("workspace", "run", "0.12", "those who manage it can change that."),
    ],
)
def test_a_refusal_for_a_budget_says_how_much_is_left_and_who_can_change_it(
    keeper: Whose, period: Span, dollars: str, who: str
) -> None:
    error = OverBudget(keeper, period, Decimal(dollars), Decimal("0.12"), Decimal("0.40"))

    said = refusal(ENGLISH, error)

    assert said.startswith("This question would cost about $0.40, and")
    assert "$0.12" in said
    assert said.endswith(who)
