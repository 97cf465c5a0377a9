"""Tests that blind votes, cast before the ranking was visible, and later votes are counted separately everywhere."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.post import Limits
from bot.presentation.board import Board, board_post
from bot.presentation.card import card_for, outcome_of_view
from bot.presentation.documents import run_document
from bot.presentation.whole_run import whole_run
from bot.presentation.words import Words, words_for
from bot.web.page.judging import board_part
from council_core.domain.ballot import Ballot
from council_core.domain.place import PersonId
from council_core.domain.run import Run
from council_core.domain.slate import Alias
from council_core.domain.summary import summarize
from council_core.stages.reveal import reveal
from council_core.stages.vote import tally
from council_core.view import view
from tests.bot.presentation.examples import NOON, whole

LIMITS = Limits(prose=3000, parts=2)
A, B, C = Alias("A"), Alias("B"), Alias("C")

BALLOTS = (
    Ballot(voter=PersonId("U1"), order=((B,),), cast_at=NOON, blind=((B,),)),
    Ballot(voter=PersonId("U2"), order=((B,),), cast_at=NOON, blind=((A,),)),
    Ballot(voter=PersonId("U3"), order=((B,),), cast_at=NOON, blind=()),
)
"""Three votes for B: one blind, one that was a blind vote for A before the ranking was seen, one informed."""

LANGUAGES = [
    ("en", "3 votes (1 blind)", "3 votes so far (2 blind)", "3 votes (2 blind)"),
    ("de", "3 Stimmen (1 blind)", "bisher 3 Stimmen (2 blind)", "3 Stimmen (2 blind)"),
    ("ko", "3표(순위 보기 전 1표)", "현재 3표(순위 보기 전 2표)", "3표(순위 보기 전 2표)"),
]


def revealed() -> Run:
    run = replace(whole("revealed"), ballots=BALLOTS, voting_closes_at=NOON + timedelta(hours=1))
    assert run.slate is not None
    assert run.key is not None
    return replace(run, tally=tally(run, run.slate, run.key, BALLOTS))


def test_a_changed_blind_vote_counts_for_the_response_that_it_was_for() -> None:
    assert {alias: revealed().votes_for(alias) for alias in (A, B, C)} == {A: (0, 1), B: (3, 1), C: (0, 0)}


@pytest.mark.parametrize(("language", "best", "so_far", "all_of_them"), LANGUAGES)
def test_card_board_page_export_and_terminal_count_both_kinds_apart(
    language: str, best: str, so_far: str, all_of_them: str
) -> None:
    words, run = words_for(language), revealed()
    seen = view(run)

    card = card_for(summarize(run), words, outcome=outcome_of_view(seen))
    assert best in repr(card)
    board = repr(names(run, words))
    assert "('1', 'B', 'Quartz Large', '3 (1)')" in board
    assert words.board.told_apart(blind=2, informed=1) in board
    page = board_part(seen, words)
    assert page is not None
    assert {row.alias: row.votes for row in page.rows} == {"A": "0 (1)", "B": "3 (1)", "C": "0 (0)"}
    assert "| B | 1 | 3 (1) |" in repr(run_document(seen, words))
    assert f"{all_of_them}." in repr(whole_run(seen, words=words))


@pytest.mark.parametrize(("language", "best", "so_far", "all_of_them"), LANGUAGES)
def test_an_open_vote_counts_both_kinds_apart(
    language: str, best: str, so_far: str, all_of_them: str
) -> None:
    words = words_for(language)
    run = replace(whole("voting"), ballots=BALLOTS)
    summary = summarize(run)

    assert (summary.votes, summary.blind_votes) == (3, 2)
    assert so_far in repr(card_for(summary, words, outcome=outcome_of_view(view(run))))
    board = board_post(Board(summary=summary), LIMITS, words)
    assert so_far.lower() in repr(board).lower()


def names(run: Run, words: Words) -> object:
    """Return the board after the reveal."""
    assert run.slate is not None
    assert run.key is not None
    event = reveal(run, run.slate, run.key, closed_by="", concluded_at=NOON)
    return board_post(Board(summary=summarize(run), revealed=event), LIMITS, words)


def test_ballots_of_earlier_versions_are_told_apart_by_their_times_also_for_readers() -> None:
    run = revealed()
    ranked = NOON + timedelta(hours=1) - timedelta(seconds=run.settings.vote_seconds)
    early = Ballot(voter=PersonId("U1"), order=((B,),), cast_at=ranked - timedelta(minutes=1))
    late = Ballot(voter=PersonId("U2"), order=((B,),), cast_at=ranked + timedelta(minutes=1))
    run = replace(run, ballots=(early, late))

    seen = view(run)

    assert run.votes_for(B) == (2, 1)
    assert outcome_of_view(seen) is not None
    page = board_part(seen, words_for("en"))
    assert page is not None
    assert [row.votes for row in page.rows if row.alias == "B"] == ["2 (1)"]
