"""Tests that a typing mistake is answered privately and asks no model."""

from dataclasses import replace

import pytest

from bot.post import Form, PrivateReply
from bot.requests.asking import Ask, Clarify, Overhear
from bot.requests.slips import COMMANDS, NO_SLIPS, command_meant, is_hardly_a_question, is_one_edit_away
from bot.requests.typed import read_command
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
    ("help!", "Did you mean **/council help**?"),
    ("help?", "asks several models"),
    ("Hilfe?", "asks several models"),
    ("/help", "Did you mean **/council help**?"),
    ("“help”", "Did you mean **/council help**?"),
    ("—help", "Did you mean **/council help**?"),
    ("--history", "Did you mean **/council history**?"),
    ("*settings*", "Did you mean **/council settings**?"),
    ("`stats`", "Did you mean **/council stats**?"),
    ("help\u200b", "Did you mean **/council help**?"),
    ("  help  \n", "asks several models"),
    ("ｈｅｌｐ", "Did you mean **/council help**?"),
    ("?", "Did you mean **/council help**?"),
    ("hlep me", "Did you mean **/council help**?"),
    ("shwo the latest", "Did you mean **/council show**?"),
    ("stat", "Did you mean **/council stats**?"),
    ("satus", "Did you mean **/council status**?"),
    ("baord", "Did you mean **/council board**?"),
    ("exprot", "Did you mean **/council export**?"),
    ("cancle", "Did you mean **/council cancel**?"),
    ("forgot", "Did you mean **/council forget**?"),
    ("schedule", "Did you mean **/council schedules**?"),
    ("evry monday", "Did you mean **/council every**?"),
    ("decisons about tabs", "Did you mean **/council decisions about tabs**?"),
    ("tempaltes", "Did you mean **/council templates**?"),
    ("modles openai", "Did you mean **/council models openai**?"),
    ("improv my text", "Did you mean **/council improve**?"),
    ("digest please", "Did you mean **/council digest**?"),
    ("histroy mine", "Did you mean **/council history mine**?"),
    ("council history", "Did you mean **/council history**?"),
    ("/council cancel", "Did you mean **/council cancel**?"),
    ("cancel r1a2b3c4d5e6f right now please", "Did you mean **/council cancel r1a2b3c4d5e6f**?"),
    ("export r1a2b3c4d5e6f as pdf", "Did you mean **/council export r1a2b3c4d5e6f**?"),
    ("delete it", "Did you mean **/council forget**?"),
    ("stop it", "Did you mean **/council cancel**?"),
    ("abort", "Did you mean **/council cancel**?"),
    ("quit", "Did you mean **/council cancel**?"),
    ("Einstellungen", "Did you mean **/council settings**?"),
    ("löschen", "Did you mean **/council forget**?"),
    ("Verlauf", "Did you mean **/council history**?"),
    ("abbrechen", "Did you mean **/council cancel**?"),
    ("Suche Tabs", "Did you mean **/council search Tabs**?"),
    ("설정 변경", "Did you mean **/council settings**?"),
    ("취소", "Did you mean **/council cancel**?"),
    ("ayuda", "Did you mean **/council help**?"),
    ("thank you very much", "Ask the council"),
    ("ok", "Ask the council"),
    ("Hi there", "Ask the council"),
    ("never mind", "Ask the council"),
    ("Danke schön", "Ask the council"),
    ("谢谢", "Ask the council"),
    ("👍", "Ask the council"),
    ("👍 👍 🎉 👏", "Ask the council"),
    (":+1: :tada:", "Ask the council"),
    ("...", "The question is missing"),
    ("???", "The question is missing"),
    ("42", "Ask the council"),
    ("Why?", "Ask the council"),
    ("cancel?", "Did you mean **/council cancel**?"),
    ("为什么？", "Ask the council"),
    ("https://example.com/a", "Ask the council"),
    ("aks", "Ask the council"),
    ("\u200b", "The question is missing"),
    ("--preset quick history", "Did you mean **/council history**?"),
    ("--preset quick serch", "Did you mean **/council search**?"),
    ("--preset quick digest weekly", "Did you mean **/council digest weekly**?"),
]
QUESTIONS = [
    "How to deploy",
    "how deploy",
    "cancel it now?",
    "search for the best database?",
    "Show me the money?",
    "history of Rome in brief",
    "2 + 2",
    "ask why?",
    "ask 👍",
    "hello is it me you are looking for",
    "👍 or 👎",
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


@pytest.mark.parametrize("typed", ["ask --preset quick history", "--preset quick ask history"])
async def test_ask_makes_a_command_behind_settings_a_question(typed: str) -> None:
    talk = Talk()

    await talk.types(typed)

    (run,) = await talk.store.latest(limit=9)
    assert (run.question.text, run.settings.preset) == ("history", "quick")


async def test_a_command_behind_settings_is_asked_with_them_at_a_press() -> None:
    talk = Talk()
    offered = actions(await talk.types("--preset quick history"))

    await talk.presses(offered["Ask it anyway"])

    (run,) = await talk.store.latest(limit=9)
    assert (run.question.text, run.settings.preset) == ("history", "quick")


@pytest.mark.parametrize("typed", QUESTIONS)
async def test_a_question_is_asked_at_once(typed: str) -> None:
    talk = Talk()

    await talk.types(typed)

    assert (await talk.newest()).question.text == typed.removeprefix("ask ")


@pytest.mark.parametrize("typed", ["", "  ", "ask", "Ask "])
async def test_the_command_alone_opens_the_form(typed: str) -> None:
    assert isinstance(await Talk().types(typed), Form)


async def test_in_a_thread_a_word_with_a_question_mark_is_a_question() -> None:
    talk = Talk()

    await talk.types("Why?", place=replace(HERE, thread="17"))

    assert (await talk.newest()).question.text == "Why?"


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_with_one_letter_wrong_is_recognized(name: str) -> None:
    wrong = (
        {
            *(name[:at] + name[at + 1 :] for at in range(len(name))),
            *(name[:at] + "x" + name[at:] for at in range(len(name) + 1)),
            *(name[:at] + "x" + name[at + 1 :] for at in range(len(name))),
            *(name[:at] + name[at + 1] + name[at] + name[at + 2 :] for at in range(len(name) - 1)),
        }
        - NO_SLIPS
        - {""}
    )

    for word in wrong:
        assert command_meant(f"{word} it now") in COMMANDS, word
        assert command_meant(f"{word.upper()}!") in COMMANDS, word


async def test_the_button_for_what_was_meant_never_leads_to_help() -> None:
    talk = Talk()

    for name in COMMANDS:
        slip = await talk.types(f"{name} xyzzy thing")
        if not isinstance(slip, PrivateReply) or f"/council {name}" not in actions(slip):
            continue
        shown = await talk.presses(actions(slip)[f"/council {name}"])
        assert "asks several models" not in said(shown) or name == "help", name


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


def test_an_empty_text_is_no_slip_since_a_file_may_ask_for_it() -> None:
    assert not is_hardly_a_question("")
    assert not is_hardly_a_question(" \n")
    assert is_hardly_a_question("\u200b")


def test_a_long_text_is_never_a_slip() -> None:
    assert command_meant("history of the Roman empire") == ""
    assert not is_hardly_a_question("two words")
