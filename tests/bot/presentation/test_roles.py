"""Tests of members with roles: roles are hidden before the reveal, and shown beside every name after it."""

import json
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.presentation.board import Board, board_post
from bot.presentation.card import card_for, outcome_of_view
from bot.presentation.documents import run_document
from bot.presentation.posts import edits_for
from bot.presentation.whole_run import whole_run
from bot.presentation.words import LANGUAGES
from bot.web.page.drawing import draw as draw_page
from bot.web.page.reader_actions import acts_part
from bot.web.page.run_page import run_page
from council_core.domain.place import PersonId
from council_core.domain.run import Run, RunStatus
from council_core.domain.run_view import Viewer
from council_core.domain.summary import summarize
from council_core.exports.json import run_json
from council_core.roles import load
from council_core.stages.reveal import reveal
from council_core.view import view
from tests.bot.page.test_runs_with_tools import text_of
from tests.bot.presentation.drawing import draw
from tests.bot.presentation.examples import LIMITS, RANKED, ROSTER, whole
from tests.golden_files import assert_golden

ROLES = load(None, [])
GIVEN = {0: ROLES["sceptic"], 2: ROLES["lawyer"], 3: ROLES["optimist"]}
TELL_TALES = ("sceptic", "lawyer", "optimist", "doubt what everybody")


def with_roles(status: RunStatus) -> Run:
    """Return a run in which three of four models have a role."""
    members = tuple(replace(each, role=GIVEN.get(at)) for at, each in enumerate(ROSTER.members))
    run = whole(status)
    return replace(
        run, settings=replace(run.settings, roster=replace(ROSTER, members=members, chairman=members[0]))
    )


def page_of(run: Run, language: str) -> str:
    words, seen = LANGUAGES[language], view(run, Viewer())
    html = draw_page(
        "run.html", words, run=run_page(seen, words), acts=acts_part(seen, words, person=PersonId("U1")), form="f",
        seen="", said="", here="/r/x",
    )  # fmt: skip
    return text_of(html)


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_board_and_responses_name_roles_at_the_reveal(language: str) -> None:
    words, run = LANGUAGES[language], with_roles("revealed")
    assert run.slate is not None
    assert run.key is not None
    told = reveal(run, run.slate, run.key, closed_by="Ann", concluded_at=run.asked_at + timedelta(seconds=41))
    board = Board(summary=summarize(run), ranked=RANKED, revealed=told)
    shown = [
        ("card", card_for(summarize(run), words, outcome=outcome_of_view(view(run)))),
        ("board", board_post(board, LIMITS, words)),
        *((each.key, each.post) for each in edits_for(told, LIMITS, words)),
    ]

    assert_golden(
        f"posts/roles-{language}.txt", "\n\n".join(f"===== {key} =====\n{draw(post)}" for key, post in shown)
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_page_names_roles_at_the_reveal(language: str) -> None:
    assert_golden(f"page/roles-{language}.txt", page_of(with_roles("revealed"), language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_exports_name_roles_at_the_reveal(language: str) -> None:
    exported = run_document(view(with_roles("revealed")), LANGUAGES[language]).markdown

    assert_golden(f"exports/roles-{language}.md", exported)


def test_the_terminal_names_roles_at_the_reveal() -> None:
    shown = whole_run(view(with_roles("revealed")))

    assert_golden("terminal/show-roles.txt", "\n\n".join(map(draw, shown)))


@pytest.mark.parametrize("status", ["reviewing", "voting"])
def test_before_the_reveal_no_role_is_told(status: RunStatus) -> None:
    run = with_roles(status)
    words = LANGUAGES["en"]
    shown = [
        draw(card_for(summarize(run), words, outcome=outcome_of_view(view(run)))),
        *map(draw, whole_run(view(run))),
        *(run_document(view(run), words).markdown for words in LANGUAGES.values()),
        json.dumps(run_json(view(run))),
        *(page_of(run, language) for language in LANGUAGES),
    ]

    assert [each for each in TELL_TALES for text in shown if each in text.casefold()] == []
