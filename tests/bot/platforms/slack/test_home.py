"""Tests of the App Home: its content and its buttons."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from bot.post import Heading, Post, PrivateReply, Spot, line
from bot.presentation.words import LANGUAGES, Words
from bot.requests.asking import Ask, WriteQuestion
from bot.requests.request import Request
from bot.requests.running import ShowHistory
from bot.requests.settings import ShowSettings
from tests.bot.platforms.slack.talk import GENERAL, Talk, said, talking
from tests.bot.platforms.slack.test_forms import answers
from tests.golden_files import assert_golden

THREAD = replace(GENERAL, thread="1700000000.000100")


def home_answers(request: Request) -> object:
    """Answer with a history and with forms."""
    if isinstance(request, ShowHistory):
        channel, thread = Spot(place=GENERAL, name="a channel"), Spot(place=THREAD, name="open the thread")
        alone = replace(GENERAL, channel="DALICE")
        own = Spot(place=alone, name="a channel", direct="your direct message with Council")
        blocks = (
            Heading(text="Your latest questions"),
            line("**Tea?**"),
            line("In ", channel, ": done · ", thread, small=True),
            line("**Coffee?**"),
            line("In ", own, ": done", small=True),
        )
        return PrivateReply(post=Post(blocks=blocks, summary="x"), panel="Your latest questions")
    if isinstance(request, ShowSettings):
        words = "You may change them." if request.person.may_configure else "You see them."
        return replace(said(words), panel="Settings")
    return said("How it works: ask.") if request.kind == "help" else answers(request)


async def test_the_home_shows_how_to_ask_and_what_was_asked(talk: Talk) -> None:
    talk.handler.answer = home_answers  # type: ignore[assignment]
    alice = talk.slack.person("alice")

    delivery = await alice.open_home()

    assert delivery.acknowledged
    await talk.slack.wait_for(lambda: talk.slack.home("alice"))
    assert [request.place.channel for request in talk.handler.asked] == ["DALICE", "DALICE"]
    assert_golden("slack/home.txt", talk.slack.draw(alice.home))


@pytest.mark.parametrize(("locale", "words"), [("de-DE", LANGUAGES["de"]), ("ko-KR", LANGUAGES["ko"])])
async def test_the_home_and_its_form_speak_the_language_of_their_person(locale: str, words: Words) -> None:
    async with talking("socket") as talk:
        talk.handler.answer = home_answers  # type: ignore[assignment]
        talk.slack.user("alice").locale = locale
        alice = talk.slack.person("alice")

        await alice.open_home()
        await talk.slack.wait_for(lambda: talk.slack.home("alice"))
        home = talk.slack.draw(alice.home)
        await alice.click(alice.home, lambda element: "write" in element.get("value", ""))
        await talk.slack.wait_for(lambda: talk.slack.views("alice"))
        form, drawn = alice.view.payload, talk.slack.draw(alice.view)

    shown = words.slack
    assert f"[{shown.ask}] [{shown.settings_here}] [{shown.how_to_ask_well}]" in home
    assert shown.settings_of_channel in home
    assert form["close"]["text"] == shown.cancel
    assert shown.channel in drawn


async def test_its_button_opens_the_form_and_the_question_goes_where_it_says(talk: Talk) -> None:
    talk.handler.answer = home_answers  # type: ignore[assignment]
    alice = talk.slack.person("alice")
    await alice.open_home()
    await talk.slack.wait_for(lambda: talk.slack.home("alice"))
    await alice.click(alice.home, lambda element: "write" in element.get("value", ""))
    await talk.slack.wait_for(lambda: talk.slack.views("alice"))

    await alice.submit(alice.view, {"question": "Tea now?", "where": "C1"})

    *_, write, asked = await talk.handler.requests(4)
    assert isinstance(write, WriteQuestion)
    assert isinstance(asked, Ask)
    assert (write.place.channel, asked.place.channel, asked.text) == ("DALICE", "C1", "Tea now?")


async def test_the_messages_tab_publishes_nothing(talk: Talk) -> None:
    delivery = await talk.slack.person("alice").open_home(tab="messages")

    assert delivery.acknowledged
    assert talk.slack.home("alice") is None
    assert talk.handler.asked == []


@pytest.mark.parametrize(
    ("makers", "admins", "words"),
    [
        ((), (), "You see them."),
        (("alice",), (), "You may change them."),
        ((), ("alice",), "You may change them."),
    ],
    ids=["anybody", "who made the channel", "an admin"],
)
async def test_the_settings_of_a_chosen_channel_open_for_everybody_and_may_be_changed_by_some(
    talk: Talk, makers: Sequence[str], admins: Sequence[str], words: str
) -> None:
    talk.handler.answer = home_answers  # type: ignore[assignment]
    talk.slack.user("alice").is_admin = bool(admins)
    talk.slack.channel("C1").creator = talk.slack.user("alice").id if makers else "UBOB"
    alice = talk.slack.person("alice")
    await alice.open_home()
    before = await talk.slack.wait_for(lambda: talk.slack.home("alice"))
    assert before is not None
    blocks = before.payload["blocks"]

    await alice.choose(before, lambda element: element["type"] == "conversations_select", "C1")

    await talk.slack.wait_for(lambda: talk.slack.views("alice"))
    assert words in talk.slack.draw(alice.view)
    shown = [request for request in talk.handler.asked if isinstance(request, ShowSettings)]
    assert [(one.place.channel, one.place.thread) for one in shown] == [("C1", None)]
    # The menu is empty again, so that the same channel can be chosen once more.
    await talk.slack.wait_for(lambda: alice.home.payload["blocks"] != blocks)
