"""Tests of windows: one that waits, one above another, answers inside one."""

import asyncio

import pytest

from bot.platforms.slack.listening import listener
from bot.requests.asking import Ask
from bot.requests.settings import SaveSettings
from tests.bot.platforms.slack.talk import Talk, talking
from tests.bot.platforms.slack.test_forms import WRITE, answers, form_of, posted
from tests.testbed.slack import Person
from tests.testbed.slack.faults import SlackError


async def test_a_handler_that_takes_long_gets_a_window_in_time(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "SECONDS_FOR_A_WINDOW", 0.05)
    talk.handler.until = asyncio.Event()
    await form_of(talk, WRITE)
    bob = talk.slack.person("bob")
    assert "One moment" in talk.slack.draw(bob.view)

    talk.handler.until.set()
    await talk.slack.wait_for(lambda: "Question" in talk.slack.draw(bob.view))
    await bob.submit(bob.view, {"question": "Tea now?"})

    request = (await talk.handler.requests(2))[1]
    assert isinstance(request, Ask)


async def test_a_question_that_is_not_kept_in_time_stays_in_its_form_and_counts_once(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "SECONDS_FOR_A_FORM", 0.05)
    await form_of(talk, WRITE)
    talk.handler.until = asyncio.Event()
    bob = talk.slack.person("bob")

    delivery = await bob.submit(bob.view, {"question": "Tea now?"})
    assert delivery.acknowledged
    assert "has not saved your question yet" in str(bob.view.errors)
    talk.handler.until.set()
    await talk.slack.wait_for(lambda: talk.slack.ephemerals("bob"))
    talk.handler.until = None
    await bob.submit(bob.view, {"question": "Tea now?"})

    first, second = (await talk.handler.requests(3))[1:]
    assert isinstance(first, Ask)
    assert isinstance(second, Ask)
    assert first.delivery == second.delivery


async def form_above_its_panel(talk: Talk) -> Person:
    """Let Bob open the channel's settings and, from them, the form to change them; return Bob."""
    talk.handler.answer = answers
    bob = talk.slack.person("bob")
    await bob.command("general", "/council", "settings")
    await talk.slack.wait_for(lambda: talk.slack.views("bob"))
    await bob.click(bob.view, lambda element: "edit" in element.get("value", ""))
    await talk.slack.wait_for(lambda: len(talk.slack.views("bob")) == 2)
    return bob


async def test_what_else_is_not_done_in_time_is_said_in_the_window_and_answered_later(
    talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listener, "SECONDS_FOR_A_FORM", 0.05)
    bob = await form_above_its_panel(talk)
    talk.handler.until = asyncio.Event()

    await bob.submit(bob.view, {"vote_minutes": "9"})
    assert "not done yet" in talk.slack.draw(bob.view)
    talk.handler.until.set()

    await talk.slack.wait_for(lambda: talk.slack.ephemerals("bob"))


async def test_a_form_that_slack_no_longer_opens_is_explained() -> None:
    async with talking() as talk:
        talk.slack.fail("views.open", SlackError("expired_trigger_id"))
        talk.handler.answer = answers
        shown = await posted(talk, WRITE)

        await talk.slack.person("bob").click(shown, lambda element: "value" in element)

        await talk.slack.wait_for(lambda: talk.slack.ephemerals("bob"))
        assert "try once more" in talk.slack.words(talk.slack.ephemerals("bob")[0])


async def test_a_form_opens_above_its_panel_and_both_close_when_it_is_saved(talk: Talk) -> None:
    bob = await form_above_its_panel(talk)

    await bob.submit(bob.view, {"vote_minutes": "9"})

    request = (await talk.handler.requests(3))[2]
    assert isinstance(request, SaveSettings)
    assert (request.values, request.version, request.place.channel) == ({"vote_minutes": "9"}, 3, "C1")
    assert talk.slack.views("bob") == []
    await talk.slack.wait_for(lambda: talk.slack.ephemerals("bob"))


async def test_what_a_button_in_a_window_says_is_answered_in_that_window(talk: Talk) -> None:
    talk.handler.answer = answers
    bob = talk.slack.person("bob")
    await bob.command("general", "/council", "settings")
    await talk.slack.wait_for(lambda: talk.slack.views("bob"))

    await bob.click(bob.view, lambda element: "reset" in element.get("value", ""))

    await talk.slack.wait_for(lambda: "Done." in talk.slack.draw(bob.view))
    assert talk.slack.ephemerals("bob") == []
