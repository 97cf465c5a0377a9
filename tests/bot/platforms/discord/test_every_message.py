"""Every message and form that people read on Discord, and one page that shows them step by step.

The golden files are in tests/golden/discord; the page is tests/golden/discord/README.md.
"""

from dataclasses import replace
from typing import Any

import pytest

from bot.platforms.discord.drawing.limits import LIMITS
from bot.platforms.discord.drawing.post import draw
from bot.platforms.discord.windows.modal import MOST_FIELDS, modal_of
from bot.platforms.discord.windows.replies import drawn_reply
from bot.platforms.discord.windows.submitted import lost, without_files
from bot.post import Form, PrivateReply
from bot.presentation.board import Board, board_post
from bot.presentation.card import card_for
from bot.presentation.posts import posts_for
from bot.presentation.words import ENGLISH
from bot.requests.actions import plain_action
from council_core.domain.events import Event
from council_core.domain.summary import RunSummary
from council_core.domain.waiting import RunWaits
from tests.bot.conversation.test_words import FORMS
from tests.bot.conversation.test_words import REPLIES as CONVERSATION
from tests.bot.platforms.discord.drawing import check, shown
from tests.bot.platforms.discord.test_modal import modal_shown
from tests.bot.presentation.examples import summary
from tests.bot.presentation.test_card import BOARDS, CARDS, WAITING
from tests.bot.presentation.test_posts import POSTS
from tests.bot.presentation.test_replies import REPLIES
from tests.golden_files import GOLDEN, assert_golden
from tests.testbed.discord.errors import FormErrors
from tests.testbed.discord.modal_limits import check_modal

FORMS_THAT_FIT = [(name, form) for name, form in FORMS if len(form.fields) <= MOST_FIELDS]
OURS: list[tuple[str, PrivateReply]] = [
    ("draft-lost", lost(plain_action("write"), ENGLISH.discord)),
    ("files-lost", without_files(ENGLISH.discord)),
]
MESSAGES = [*REPLIES, *((f"talk-{name}", reply) for name, reply in CONVERSATION), *OURS]


@pytest.mark.parametrize(("name", "reply"), MESSAGES, ids=[row[0] for row in MESSAGES])
async def test_private_replies_read_like_their_golden_files(name: str, reply: PrivateReply) -> None:
    drawn = drawn_reply(reply, ENGLISH.discord)

    check(drawn)
    assert_golden(f"discord/reply/{name}.txt", shown(drawn))


@pytest.mark.parametrize(("name", "run"), CARDS, ids=[row[0] for row in CARDS])
async def test_the_card_at_each_moment_reads_like_its_golden_file(name: str, run: RunSummary) -> None:
    drawn = draw(card_for(run, ENGLISH), ENGLISH.discord, as_card=True)

    check(drawn)
    assert_golden(f"discord/card/{name}.txt", shown(drawn))


@pytest.mark.parametrize(("name", "waits"), WAITING, ids=[row[0] for row in WAITING])
async def test_the_card_of_a_run_that_waits_reads_like_its_golden_file(name: str, waits: RunWaits) -> None:
    drawn = draw(card_for(summary("asked"), ENGLISH, waits=waits), ENGLISH.discord, as_card=True)

    check(drawn)
    assert_golden(f"discord/card/{name}.txt", shown(drawn))


@pytest.mark.parametrize(("name", "event"), [row[:2] for row in POSTS], ids=[row[0] for row in POSTS])
async def test_each_post_of_a_run_reads_like_its_golden_file(name: str, event: Event) -> None:
    drawn = [
        (keyed.key, draw(keyed.post, ENGLISH.discord))
        for keyed in posts_for(event, replace(LIMITS, edits=False), ENGLISH)
    ]

    for _, one in drawn:
        check(one)
    parts = [f"===== {key} =====\n{shown(one)}" for key, one in drawn]
    assert_golden(f"discord/post/{name}.txt", "\n\n".join(parts))


@pytest.mark.parametrize(("name", "form"), FORMS_THAT_FIT, ids=[row[0] for row in FORMS_THAT_FIT])
async def test_forms_read_like_their_golden_files(name: str, form: Form) -> None:
    modal: Any = modal_of(form).to_dict()
    errors = FormErrors()

    check_modal(errors, modal)

    errors.refuse_if_any()
    assert_golden(f"discord/form/{name}.txt", modal_shown(modal))


INTRO = """\
# What people see on Discord, step by step

Drawn by the tests from the very code that sends it, and compared whole; `GOLDEN=accept pytest
tests/bot/platforms/discord` rewrites it. Messages begin with their form in brackets: `card` has components, `message`
is plain text; `rings` tells of a notification. A button is `[label] -> what it asks for`.
"""


@pytest.mark.parametrize(("name", "board"), BOARDS, ids=[row[0] for row in BOARDS])
async def test_the_board_at_each_moment_reads_like_its_golden_file(name: str, board: Board) -> None:
    drawn = draw(board_post(board, LIMITS, ENGLISH), ENGLISH.discord, as_card=True)

    check(drawn)
    assert_golden(f"discord/board/{name}.txt", shown(drawn))


MOST_LINES = 50

STEPS: list[tuple[str, str, str]] = [
    ("Somebody asks, with room", "form/question", "`/council ask` without a question, or *Ask the council*."),
    (
        "The card, at once",
        "card/asked",
        "In the channel, as the answer to the command; a thread hangs on it.",
    ),
    ("The responses", "post/responses", "In the thread, one message each, silent, under letters."),
    ("A response that is too long", "response-too-long", "Two messages, its code blocks whole, and a file."),
    ("The vote opens", "board/open", "Nobody sees who chose what."),
    ("A vote", "reply/talk-vote-counted", "Only the voter reads this."),
    ("The form for a whole ranking", "form/ranking", "Behind *Rank them all*."),
    ("The models' ranking", "board/open-and-ranked", "On the same post, still under letters."),
    ("The reviews", "reply/reviews", "Behind *Read each review*; only who pressed reads them."),
    ("The verdict", "post/verdict", "The one post that rings."),
    ("The names", "board/revealed", "The same post, when somebody reveals them, or the voting ends."),
    ("The card at the end", "card/revealed", "The same message as at the beginning."),
    ("A late answer", "post/late", "Somebody answered after the stage had closed."),
    ("A follow-up", "form/follow-up", "Behind the verdict's button; the thread knows what was concluded."),
    ("The same once more", "form/again", "Behind *Run again*."),
    ("Nothing came of it", "post/failure", "Too few members answered."),
    ("A form with a mistake", "form-mistakes", "With a way back to the form as it was filled in."),
    ("A draft that a restart lost", "reply/draft-lost", "It is said, and an empty form offered."),
    (
        "Settings",
        "reply/talk-settings-for-managers",
        "`/council settings`, for those who manage the channel.",
    ),
    ("A form of settings", "form/settings-voting", "What is left empty is inherited."),
    ("Earlier questions", "reply/history", "`/council history`."),
    ("How the models have done", "reply/talk-stats-en", "`/council stats`."),
    ("How strong the models are", "reply/talk-board-en", "`/council board`."),
    ("One run", "reply/status-revealed", "`/council show`."),
    ("Help", "reply/help", "`/council help`, and the answer to what nobody understood."),
    ("Something broke", "reply/incident", "A number for the log, and nothing else."),
]


def test_one_page_shows_what_people_see_at_each_step() -> None:
    parts = [INTRO]
    for title, file, about in STEPS:
        lines = (GOLDEN / f"discord/{file}.txt").read_text("utf-8").rstrip().splitlines()
        rest = [f"… and {len(lines) - MOST_LINES} more lines"] if len(lines) > MOST_LINES else []
        text = "\n".join([*lines[:MOST_LINES], *rest])
        parts.append(f"## {title}\n\n{about}\n\n````text\n{text}\n````\n")

    assert_golden("discord/README.md", "\n".join(parts))
