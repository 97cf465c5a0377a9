"""A slip of the keyboard costs nothing: it is answered privately, and no model is asked."""

from dataclasses import replace

import pytest

from bot.post import Form, PrivateReply
from bot.requests import Ask, Clarify, Overhear, read_command
from bot.requests.slips import command_meant, is_one_edit_away, is_one_word
from council_core.domain.place import Place
from council_core.domain.run import Run
from tests.bot.conversation.talk import ALICE, BOB, Talk, actions, said
from tests.samples import HERE

SLIPS = [
    ("cancel", "You have no question under way here"),
    ("Cancel", "You have no question under way here"),
    ("Help", "asks several models"),
    ("--help", "asks several models"),
    ("-h", "asks several models"),
    ("thanks!", "Ask the council “thanks!”?"),
    ("histroy", "Did you mean **/council history**?"),
    ("hlep", "Did you mean **/council help**?"),
    ("setings", "Did you mean **/council settings**?"),
    ("serch tabs", "Did you mean **/council search tabs**?"),
    ("History", "Nobody has asked"),
    ("HISTORY MINE", "You have not asked"),
    ("forget", "You have asked nothing here"),
    ("forget it", "Did you mean **/council forget**?"),
    ("settings budget", "Did you mean **/council settings**?"),
    ("show me history", "Did you mean **/council show**?"),
    ("stop", "You have no question under way here"),
    ("감사합니다", "Ask the council"),
]
QUESTIONS = [
    "Why?",
    "cancel?",
    "How to deploy",
    "help me choose a database",
    "ask thanks",
    "ask cancel",
    "我们应该用哪个数据库",
    "Tabs or spaces",
]


@pytest.mark.parametrize(("typed", "answer"), SLIPS)
async def test_a_slip_is_answered_privately_and_nothing_is_asked(typed: str, answer: str) -> None:
    talk = Talk()

    reply = await talk.types(typed)

    assert isinstance(reply, PrivateReply)
    assert answer in said(reply) + str(reply.post.blocks)
    assert await talk.store.latest(limit=1) == ()


@pytest.mark.parametrize("typed", QUESTIONS)
async def test_a_question_is_asked_at_once(typed: str) -> None:
    talk = Talk()

    await talk.types(typed)

    assert (await talk.newest()).question.text == typed.removeprefix("ask ")


async def test_the_command_alone_opens_the_form() -> None:
    assert isinstance(await Talk().types(""), Form)


async def test_what_was_meant_is_one_press_away() -> None:
    talk = Talk()

    slip = await talk.types("histroy")
    shown = await talk.presses(actions(slip)["/council history"])

    assert "Nobody has asked" in said(shown)
    assert await talk.store.latest(limit=1) == ()


async def test_it_can_be_asked_anyway_and_two_presses_ask_once() -> None:
    talk = Talk()
    slip = await talk.types("cancel: the release")
    ask = actions(slip)["Ask it anyway"]

    await talk.presses(ask)
    await talk.presses(ask)

    runs = await talk.store.latest(limit=5)
    assert [run.question.text for run in runs] == ["cancel: the release"]


async def test_a_single_word_is_asked_once_it_is_confirmed() -> None:
    talk = Talk()

    await talk.presses(actions(await talk.types("Kubernetes"))["Ask it"])

    assert (await talk.newest()).question.text == "Kubernetes"


async def _asked_by_both(talk: Talk) -> tuple[Run, Run]:
    await talk.types("Tabs or spaces?")
    own = await talk.newest()
    await talk.types("Emacs or vi?", person=BOB)
    return own, await talk.newest()


async def test_cancel_and_forget_without_an_id_mean_ones_own_latest_run_here() -> None:
    talk = Talk()
    own, other = await _asked_by_both(talk)

    stopped = await talk.types("cancel")
    asked = await talk.types("forget")

    assert "Stopped" in said(stopped)
    assert own.id in " ".join(actions(asked).values())
    assert (await talk.store.get(own.id)).status == "cancelled"
    assert not (await talk.store.get(other.id)).is_finished


async def test_without_an_id_a_run_of_another_channel_is_left_alone() -> None:
    talk = Talk()
    await talk.types("Tabs or spaces?")
    elsewhere: Place = replace(HERE, channel="C2")

    assert "no question under way here" in said(await talk.types("cancel", place=elsewhere))
    assert "asked nothing here" in said(await talk.types("forget", place=elsewhere))


@pytest.mark.parametrize("text", ["thanks!", "cancel", "histroy"])
async def test_a_plain_message_that_is_no_question_follows_nothing_up(text: str) -> None:
    talk = Talk({"COUNCIL_PLAIN_FOLLOW_UPS": "yes"})

    reply = await talk.handle(
        Overhear(person=ALICE, place=replace(HERE, thread="17"), text=text, delivery="d")
    )

    assert reply is None
    assert await talk.store.latest(limit=1) == ()


def test_files_make_a_question_of_any_word() -> None:
    def made(*, files: bool) -> object:
        return read_command("Summary", person=ALICE, place=HERE, delivery="d", files=files)

    assert isinstance(made(files=True), Ask)
    assert isinstance(made(files=False), Clarify)


@pytest.mark.parametrize(
    ("word", "name", "near"),
    [
        ("histroy", "history", True),
        ("hstory", "history", True),
        ("histtory", "history", True),
        ("hixtory", "history", True),
        ("history", "history", False),
        ("hisotyr", "history", False),
        ("story", "history", False),
        ("", "show", False),
        ("h", "", True),
    ],
)
def test_one_edit_is_a_letter_more_less_other_or_two_swapped(word: str, name: str, near: bool) -> None:
    assert is_one_edit_away(word, name) is near
    assert is_one_edit_away(name, word) is near


def test_a_long_text_is_never_a_slip() -> None:
    assert command_meant("history of the Roman empire") == ""
    assert not is_one_word("two words")
