"""Golden files of all posts of a run in channel and thread, in each language, readable in a minute."""

from dataclasses import replace

import pytest

from bot.presentation.board import Board, board_post
from bot.presentation.card import card_for, outcome_of_view
from bot.presentation.posts import edits_for, posts_for
from bot.presentation.words import LANGUAGES
from council_core.domain.events import Event
from council_core.domain.summary import summarize
from council_core.domain.verdict import Points
from council_core.view import view
from tests.bot.presentation.drawing import draw
from tests.bot.presentation.examples import (
    LIMITS,
    NAMES,
    RANKED,
    REVEALED,
    SLATE_OPENED,
    VERDICT,
    summary,
    whole,
)
from tests.golden_files import assert_golden

POINTS = Points(
    agree=("The new runners are faster.",),
    differ=("B, C: wait; A: move now.",),
    unique=("C: the cache is cold for two nights.",),
    ask=("What would a split look like?",),
)
TOLD = replace(VERDICT, points=POINTS, asker="U1", asker_name="Ann", critique="Whether two weeks are enough.")
NAMED = replace(REVEALED, slate=SLATE_OPENED, verdict=TOLD)


@pytest.mark.parametrize("code", sorted(LANGUAGES))
def test_a_whole_run_reads_like_its_golden_file(code: str) -> None:
    words = LANGUAGES[code]
    running, revealed = whole("voting"), whole("revealed")
    first: list[Event] = [SLATE_OPENED, TOLD]
    told = [
        ("card", card_for(summary("answering"), words, usual_seconds=40)),
        *((each.key, each.post) for event in first for each in posts_for(event, LIMITS, words)),
        ("board", board_post(Board(summary=summary("voting"), ranked=RANKED), LIMITS, words)),
        ("card, answered", card_for(summarize(running), words, outcome=outcome_of_view(view(running)))),
        (
            "board, revealed",
            board_post(Board(summary=summary("revealed"), ranked=RANKED, revealed=NAMED), LIMITS, words),
        ),
        *((f"{each.key}, revealed", each.post) for each in edits_for(NAMED, LIMITS, words)),
        ("card, revealed", card_for(summarize(revealed), words, outcome=outcome_of_view(view(revealed)))),
    ]

    assert_golden(
        f"posts/thread/{code}.txt", "\n\n".join(f"===== {key} =====\n{draw(post)}" for key, post in told)
    )


def test_before_the_reveal_nothing_in_a_thread_of_four_names_a_model_and_there_are_few_posts() -> None:
    words = LANGUAGES["en"]
    posts = [each for event in (SLATE_OPENED, TOLD) for each in posts_for(event, LIMITS, words)]
    board = board_post(Board(summary=summary("voting"), ranked=RANKED), LIMITS, words)

    shown = "\n".join(draw(post) for post in (*(each.post for each in posts), board))

    assert len(posts) + 1 == len(SLATE_OPENED.responses) + 2
    assert [name for name in NAMES if name in shown] == []
