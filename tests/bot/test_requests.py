"""Tests that commands and buttons become requests, and that anything else gets a polite answer without effect."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.requests.actions import PREFIX, AboutRun, Plain, plain_action, read_action, run_action, vote_action
from bot.requests.asking import Ask, Clarify, WriteQuestion
from bot.requests.person import Person
from bot.requests.request import Request
from bot.requests.running import CancelRun, ExportRun, ShowHelp, ShowHistory, ShowStats, ShowStatus
from bot.requests.settings import ShowSettings
from bot.requests.slips import looks_like_run_id
from bot.requests.typed import read_command
from bot.requests.voting import CastVote, RevealNames
from council_core.domain.place import PersonId
from council_core.domain.question import RunId
from council_core.domain.slate import Alias, alias_at
from tests.samples import HERE

ALICE = Person(id=PersonId("U1"), name="Alice")
RUN = RunId("r1a2b3c4d5e6f")

LONGEST_ACTION = 100
"""Limit on a Discord button's value (https://docs.discord.com/developers/components/reference#button)."""


def command(text: str) -> Request:
    return read_command(text, person=ALICE, place=HERE, delivery="D1")


def button(action: str) -> Request:
    return read_action(action, ALICE, HERE)


def a(kind: type[Any], **fields: Any) -> Any:
    return kind(person=ALICE, place=HERE, **fields)


@pytest.mark.parametrize(
    ("typed", "expected", "why"),
    [
        ("help", a(ShowHelp), "a word of ours, alone"),
        ("  help  ", a(ShowHelp), "with space around it"),
        ("history", a(ShowHistory), "a word of ours"),
        ("stats", a(ShowStats), "a word of ours"),
        ("settings", a(ShowSettings), "a word of ours"),
        ("show", a(ShowStatus), "the latest run here"),
        ("status", a(ShowStatus), "the same in another word"),
        (f"show {RUN}", a(ShowStatus, run_id=RUN), "a word with the run it takes"),
        (f"status {RUN}", a(ShowStatus, run_id=RUN), "the same in another word"),
        (f"cancel {RUN}", a(CancelRun, run_id=RUN), "a word with the run it takes"),
        ("export", a(ExportRun), "the latest run here"),
        (f"export {RUN}", a(ExportRun, run_id=RUN), "a word with the run it takes"),
        (
            "help me choose",
            a(Clarify, text="help me choose", delivery="D1", command="help"),
            "probably meant as a command",
        ),
        ("history of Rome?", a(Ask, text="history of Rome?", delivery="D1"), "the same"),
        (
            "show reinforcement now please",
            a(Ask, text="show reinforcement now please", delivery="D1"),
            "long",
        ),
        ("cancel", a(CancelRun), "the person's own latest one"),
        ("cancel culture", a(Clarify, text="cancel culture", delivery="D1", command="cancel"), "no run's id"),
        (
            f"cancel {RUN} now",
            a(Clarify, text=f"cancel {RUN} now", delivery="D1", command=f"cancel {RUN}"),
            "too much",
        ),
        ("Help", a(ShowHelp), "in capitals"),
        (" Tabs\nor spaces? ", a(Ask, text="Tabs\nor spaces?", delivery="D1"), "lines stay lines"),
    ],
)
def test_a_command_is_one_of_our_words_or_else_a_question(typed: str, expected: Request, why: str) -> None:
    assert command(typed) == expected, why


@pytest.mark.parametrize("typed", ["", "   ", "\n"])
def test_an_empty_command_opens_the_form_and_an_empty_message_is_told_how_to_ask(typed: str) -> None:
    message = read_command(typed, person=ALICE, place=HERE, delivery="D1", opens_forms=False)

    assert (command(typed), message) == (a(WriteQuestion), a(ShowHelp))


@given(st.text())
def test_whatever_is_typed_is_some_request_and_a_question_keeps_its_words(typed: str) -> None:
    request = command(typed)

    assert not isinstance(request, Ask) or typed.strip().endswith(request.text)


run_ids = st.from_regex(r"\Ar(?:[0-9a-f]{12}|[0-9a-hjkmnp-tv-z]{16})\Z").map(RunId)
aliases = st.integers(min_value=0, max_value=800).map(alias_at)


@given(run_ids, aliases)
def test_a_vote_survives_being_a_button(run_id: RunId, alias: Alias) -> None:
    action = vote_action(run_id, alias)

    assert button(action) == a(CastVote, run_id=run_id, alias=alias)
    assert len(action) <= LONGEST_ACTION


@pytest.mark.parametrize("kind", get_args(AboutRun))
def test_whatever_needs_only_a_run_survives_being_a_button(kind: AboutRun) -> None:
    action = run_action(kind, RUN)

    request = button(action)

    assert not isinstance(request, ShowHelp)
    assert getattr(request, "run_id", None) == RUN
    assert len(action) <= LONGEST_ACTION


@pytest.mark.parametrize("kind", get_args(Plain))
def test_whatever_needs_nothing_survives_being_a_button(kind: Plain) -> None:
    request = button(plain_action(kind))

    assert getattr(request, "trouble", "") == ""
    assert (request.person, request.place) == (ALICE, HERE)


@pytest.mark.parametrize(
    ("action", "why"),
    [
        ("", "nothing"),
        ("c1", "no kind"),
        ("c0:vote:r1:A", "another version"),
        (f"{PREFIX}:vote:{RUN}", "a vote for nothing"),
        (f"{PREFIX}:vote:{RUN}:a", "letters are capitals"),
        (f"{PREFIX}:vote:{RUN}:A:B", "too much"),
        (f"{PREFIX}:explode:{RUN}", "no such request"),
        (f"{PREFIX}:explode", "no such request either"),
        (f"{PREFIX}:edit:planet:panel", "no such level"),
        (f"{PREFIX}:reset:channel:-1", "no such version"),
        (f"{PREFIX}:reset:channel:{'9' * 5000}", "a number beyond all measure"),
    ],
)
def test_a_button_that_says_nothing_we_know_is_answered_and_does_nothing(action: str, why: str) -> None:
    request = button(action)

    assert isinstance(request, ShowHelp), why
    assert request.outdated == "button"


pieces = st.sampled_from(
    [PREFIX, "vote", "reveal", "cancel", "edit", "reset", "save", RUN, "A", "channel", "9"]
) | st.text(max_size=8)


@given(st.lists(pieces, max_size=6).map(":".join) | st.text())
def test_no_text_behind_a_button_breaks_anything(action: str) -> None:
    request = button(action)

    assert (request.person, request.place) == (ALICE, HERE)
    assert not isinstance(request, Ask)


def test_a_reveal_is_asked_for_by_whoever_pressed() -> None:
    bob = Person(id=PersonId("U2"), name="Bob", may_configure=True)

    assert read_action(run_action("reveal", RUN), bob, HERE) == RevealNames(
        person=bob, place=HERE, run_id=RUN
    )


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("r1a2b3c4d5e6f", True),
        ("r000000000001", True),
        ("r8kq2z5m0c7xw3t9n", True),
        ("r8kq2z5m0c7xw3t9", False),
        ("r8kq2z5m0c7xw3t9no", False),
        ("responsibilities", False),
        ("reconceptualizing", False),
        ("r1a2b3c4d5e6", False),
        ("r1a2b3c4d5e6f0", False),
        ("x1a2b3c4d5e6f", False),
        ("R1A2B3C4D5E6F", False),
        ("revolutionary", False),
        ("", False),
    ],
)
def test_a_runs_id_looks_like_nothing_else(text: str, expected: bool) -> None:
    assert looks_like_run_id(text) is expected
