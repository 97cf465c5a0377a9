"""The card in the channel at every moment of a run; the golden files are in tests/golden/posts/card."""

from dataclasses import replace
from decimal import Decimal
from typing import get_args

import pytest

from bot.post import Actions, Prose, StageLine, Stages
from bot.presentation.board import Board, board_post
from bot.presentation.card import card_for, outcome_of_view
from bot.presentation.phrases import reason_of
from bot.presentation.replies import refusal
from bot.presentation.words import ENGLISH, Words, words_for
from council_core.domain.budget import Keeper, Period
from council_core.domain.ending import Ending, EndingKind, Shortfall, ending_of_sentence
from council_core.domain.events import StageProgressed
from council_core.domain.question import Masked, RunId
from council_core.domain.run import FINISHED, RunStatus
from council_core.domain.summary import RunSummary, summarize
from council_core.domain.waiting import RunWaits
from council_core.errors import OverBudget
from council_core.view import view
from tests.bot.presentation.drawing import draw
from tests.bot.presentation.examples import GAP, LIMITS, NAMES, RANKED, REVEALED, RUN, A, B, C, summary, whole
from tests.golden_files import assert_golden
from tests.samples import NOON

SHORTFALL = Shortfall(
    keeper="channel", period="day", dollars=Decimal("12.34"), left=Decimal(0), cost=Decimal("0.5")
)
TOO_FEW = Ending(kind="too_few", answered=2, members=4, quorum=3)

MASKED = (Masked(kind="AWS key", count=1), Masked(kind="password in a URL", count=2))

CARDS: list[tuple[str, RunSummary]] = [
    ("asked", summary("asked")),
    ("asked-demo", summary("asked", demo=True)),
    ("asked-masked", summary("asked", masked=MASKED)),
    ("reviewing", summary("reviewing")),
    ("synthesizing", summary("synthesizing")),
    ("synthesizing-nothing-to-rank", summary("synthesizing", reviewers=0, valid_reviews=0, top=())),
    ("voting", summary("voting")),
    ("voting-without-verdict", summary("voting", has_verdict=False)),
    ("revealed", summary("revealed")),
    ("revealed-tied", summary("revealed", top=(A, B), cost=None)),
    ("revealed-unranked", summary("revealed", top=(), valid_reviews=0)),
    ("failed", summary("failed", ending=TOO_FEW, answered=2, gaps=(GAP, GAP), cost=Decimal("0.0021"))),
    ("cancelled", summary("cancelled", answered=1)),
    ("cancelled-late", summary("cancelled", answered=4, aliases=(A, B, C), reviewers=3, valid_reviews=3)),
]


WAITING: list[tuple[str, RunWaits]] = [
    ("waits-next", RunWaits(run_id=RUN, before=0, limit="process")),
    ("waits-far-behind", RunWaits(run_id=RUN, before=20, or_more=True, limit="process")),
    ("waits-for-ones-own", RunWaits(run_id=RUN, before=2, limit="person")),
    ("waits-for-the-channel", RunWaits(run_id=RUN, before=1, limit="channel")),
]


@pytest.mark.parametrize(("name", "run"), CARDS, ids=[card[0] for card in CARDS])
def test_a_card_reads_like_its_golden_file(name: str, run: RunSummary) -> None:
    assert_golden(f"posts/card/{name}.txt", draw(card_for(run, ENGLISH)))


def test_the_card_counts_answers_as_they_come_in() -> None:
    progress = StageProgressed(run_id=RUN, stage="answer", done=3, of=4, failed=1)

    card = card_for(summary("answering"), ENGLISH, progress, note="Threads are switched off here")

    assert_golden("posts/card/answering.txt", draw(card))


@pytest.mark.parametrize(("name", "waits"), WAITING, ids=[row[0] for row in WAITING])
def test_a_card_of_a_run_that_waits_reads_like_its_golden_file(name: str, waits: RunWaits) -> None:
    assert_golden(f"posts/card/{name}.txt", draw(card_for(summary("asked"), ENGLISH, waits=waits)))


def test_the_card_says_what_could_not_be_posted_and_where_it_is() -> None:
    card = card_for(summary("revealed"), ENGLISH, missing="The thread is locked.")

    assert_golden("posts/card/missing.txt", draw(card))


def test_progress_of_a_stage_that_is_over_changes_nothing() -> None:
    stale = StageProgressed(run_id=RUN, stage="answer", done=1, of=4, failed=0)

    assert card_for(summary("reviewing"), ENGLISH, stale) == card_for(summary("reviewing"), ENGLISH)


@pytest.mark.parametrize("status", sorted(FINISHED))
def test_a_finished_card_cannot_be_cancelled_and_nothing_on_it_still_moves(status: RunStatus) -> None:
    card = card_for(summary(status), ENGLISH)

    assert "c1:cancel:" not in draw(card)
    assert "running" not in {stage.state for stage in stages(card.blocks)}


@pytest.mark.parametrize("status", sorted(FINISHED))
def test_a_finished_card_offers_nothing_where_nobody_can_press_anything(status: RunStatus) -> None:
    card = card_for(summary(status), ENGLISH, has_buttons=False)

    assert not [block for block in card.blocks if isinstance(block, Actions)]


def test_a_card_offers_a_retry_only_where_somebody_could_not_take_part() -> None:
    whole_council = draw(card_for(summary("revealed", incomplete=False), ENGLISH))
    somebody_missing = draw(card_for(summary("revealed", incomplete=True), ENGLISH))

    assert "c1:retry:" not in whole_council
    assert "c1:retry:" in somebody_missing


@pytest.mark.parametrize(
    ("status", "end_vote"),
    [("voting", ["End the vote and reveal"]), ("revealed", [])],
    ids=["open", "revealed"],
)
def test_a_card_with_a_verdict_leads_on_in_one_row_and_nothing_on_it_destroys_the_run(
    status: RunStatus, end_vote: list[str]
) -> None:
    card = card_for(summary(status, incomplete=False), ENGLISH, verdict_url="https://chat.example/1")

    (row,) = (block for block in card.blocks if isinstance(block, Actions))
    labels = [one.label for one in row.buttons]
    assert labels == ["Read the verdict", "Ask a follow-up", "Share to channel", *end_vote]
    assert row.placeholder == "More"
    assert [word for word in ("c1:cancel:", "c1:forget:") if word in str(card.blocks)] == []


def test_a_verdict_that_people_see_after_their_vote_is_not_shared_before_it() -> None:
    hidden = draw(card_for(summary("voting", show_ranking="after_vote"), ENGLISH))

    assert "c1:share:" not in hidden


@pytest.mark.parametrize("status", ["failed", "cancelled"])
def test_a_run_without_a_verdict_can_be_deleted_from_its_card(status: RunStatus) -> None:
    assert "c1:forget:" in draw(card_for(summary(status, has_verdict=False), ENGLISH))


def test_a_card_says_what_its_run_builds_on() -> None:
    card = card_for(summary("asked", earlier=2, repeats=RunId("r0000000000aa")), ENGLISH)

    assert_golden("posts/card/asked-again.txt", draw(card))


def test_a_long_question_is_cut_and_says_so() -> None:
    card = card_for(summary(question="```\n" + "word " * 300), ENGLISH)

    (prose,) = (block.text for block in card.blocks if isinstance(block, Prose))

    assert len(prose) < 610
    assert prose.endswith("word…\n```")
    assert "c1:question:" in str(card.blocks)
    assert "c1:question:" not in str(card_for(summary(), ENGLISH).blocks)


def test_a_card_drawn_from_a_stored_run_names_nobody() -> None:
    for status in ("voting", "revealed", "cancelled"):
        card = draw(card_for(summarize(whole(status)), ENGLISH))

        assert [name for name in NAMES if name in card] == []


def stages(blocks: tuple[object, ...]) -> list[StageLine]:
    return [stage for block in blocks if isinstance(block, Stages) for stage in block.lines]


BOARDS: list[tuple[str, Board]] = [
    ("open", Board(summary=summary("reviewing", votes=1, blind_votes=1, gaps=()), vote_seconds=3600)),
    ("open-until", Board(summary=summary("voting", gaps=()))),
    ("open-to-anyone", Board(summary=summary("voting", who_reveals="anyone"))),
    ("open-until-enough", Board(summary=summary("voting", who_reveals="nobody", votes_needed=5))),
    ("open-and-hidden", Board(summary=summary("voting", show_ranking="after_vote"))),
    ("open-and-ranked", Board(summary=summary("voting", gaps=()), ranked=RANKED)),
    ("closed", Board(summary=summary("voting", voting_open=False), ranked=RANKED)),
    ("stopped", Board(summary=summary("cancelled", aliases=(A, B)))),
    ("no-vote", Board(summary=summary("synthesizing", takes_votes=False), ranked=RANKED)),
    ("revealed", Board(summary=summary("revealed"), ranked=RANKED, revealed=REVEALED)),
]


@pytest.mark.parametrize(("name", "board"), BOARDS, ids=[board[0] for board in BOARDS])
def test_the_board_reads_like_its_golden_file(name: str, board: Board) -> None:
    assert_golden(f"posts/board/{name}.txt", draw(board_post(board, LIMITS, ENGLISH)))


def test_the_card_shows_the_answer_first_and_the_names_once_they_are_out() -> None:
    moments: tuple[tuple[str, RunStatus], ...] = (
        ("voting-answered", "voting"),
        ("revealed-named", "revealed"),
    )
    for name, status in moments:
        run = whole(status)
        card = card_for(
            summarize(run),
            ENGLISH,
            outcome=outcome_of_view(view(run)),
            verdict_url="https://chat.example/C1/m7",
        )

        assert_golden(f"posts/card/{name}.txt", draw(card))


@pytest.mark.parametrize("words", [ENGLISH, words_for("de"), words_for("ko")], ids=["en", "de", "ko"])
@pytest.mark.parametrize("kind", get_args(EndingKind))
def test_each_ending_has_a_sentence_of_its_own_that_holds_its_facts(kind: EndingKind, words: Words) -> None:
    said = {
        each: reason_of(
            Ending(
                kind=each, detail="the key | is broken", answered=1, members=4, quorum=3, shortfall=SHORTFALL
            ),
            words,
        )
        for each in get_args(EndingKind)
    }

    assert len({*said.values()}) == len(said)
    if kind == "too_few":
        assert all(figure in said[kind] for figure in "143")
    elif kind == "over_budget":
        assert "12.34" in said[kind].replace(",", ".")
    else:
        assert "is broken" in said[kind]


@pytest.mark.parametrize(
    ("sentence", "ending"),
    [
        ("2 of 4 members answered; the council needs 3. Ask again.", replace(TOO_FEW, answered=2)),
        ("Something went wrong on Council's side. What was answered", Ending(kind="our_fault")),
        ("Council was updated while this question was under way, and", Ending(kind="outgrown")),
        ("The question was asked with files and without words, and", Ending(kind="nothing_read")),
        (
            "Council cannot post where this was asked, so it asked the members nothing more. Not invited.",
            Ending(kind="unreadable", detail="Not invited."),
        ),
        ("Ann stopped this run.", Ending(kind="stopped", detail="Ann")),
        ("The key is broken.", Ending(kind="ended_by_operator", detail="The key is broken.")),
    ],
)
def test_a_sentence_that_an_earlier_version_stored_is_read_as_its_ending(
    sentence: str, ending: Ending
) -> None:
    assert ending_of_sentence(sentence) == ending


@pytest.mark.parametrize("kind", ["nothing_read", "over_budget", "our_fault"])
def test_the_cost_of_a_run_that_asked_nobody_is_not_called_unknown(kind: EndingKind) -> None:
    ended = summary("failed", ending=Ending(kind=kind, shortfall=SHORTFALL), cost=None, finished_at=NOON)

    assert ("cost unknown" in draw(card_for(ended, ENGLISH))) == (kind == "our_fault")


BUDGETS: tuple[tuple[Keeper, Period], ...] = (
    ("channel", "run"),
    ("workspace", "day"),
    ("environment", "month"),
    ("environment", "run"),
)


@pytest.mark.parametrize(
    ("words", "said"),
    [(ENGLISH, "at least $0.02"), (words_for("de"), "mindestens 0,02 $"), (words_for("ko"), "최소 $0.02")],
)
def test_a_card_says_that_some_of_the_models_have_no_known_price(words: Words, said: str) -> None:
    partly = summary("revealed", cost=Decimal("0.02"), cost_is_partial=True)

    assert said in draw(card_for(partly, words))


@pytest.mark.parametrize("words", [ENGLISH, words_for("de"), words_for("ko")], ids=["en", "de", "ko"])
@pytest.mark.parametrize(("keeper", "period"), BUDGETS)
@pytest.mark.parametrize(("left", "cost"), [("0.12", "0.004"), ("0", "1.4"), ("0", None)])
def test_a_run_beyond_its_budget_says_what_a_question_says_that_is_refused(
    left: str, cost: str | None, keeper: Keeper, period: Period, words: Words
) -> None:
    limit = Decimal(5)
    room = limit if period == "run" else Decimal(left)
    error = OverBudget(keeper, period, limit, room, None if cost is None else Decimal(cost))

    shortfall = Shortfall(
        keeper=keeper, period=period, dollars=limit, left=room, cost=None if cost is None else Decimal(cost)
    )

    said = reason_of(Ending(kind="over_budget", shortfall=shortfall), words)

    assert said == refusal(words, error)
