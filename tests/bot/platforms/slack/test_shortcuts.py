"""Tests of *Ask the council* on a message and from anywhere: the form, and the destination of its question."""

import pytest

from bot.requests.asking import Ask, WriteQuestion
from council_core.errors import PlaceClosed
from tests.bot.platforms.slack.talk import CARD, Talk
from tests.bot.platforms.slack.test_forms import answers
from tests.golden_files import assert_golden


async def test_a_message_can_be_asked_about_in_its_thread_with_its_files(talk: Talk) -> None:
    talk.handler.answer = answers
    file = talk.slack.add_file("log.txt", b"boom")
    file.foreign = True
    asked = talk.slack.person("alice").say("general", "Why does <b> fail & @bob not?", files=[file])
    carol = talk.slack.person("carol")
    await carol.message_shortcut(asked, "council_message")
    await talk.slack.wait_for(lambda: talk.slack.views("carol"))
    assert_golden("slack/form-message.txt", talk.slack.draw(carol.view))

    await carol.submit(carol.view, {})

    request = (await talk.handler.requests(2))[1]
    assert isinstance(request, Ask)
    assert request.text == "Why does <b> fail & @bob not?"
    assert (request.place.channel, request.place.thread) == ("C1", asked.ts)
    assert [one.name for one in request.files] == ["log.txt"]


async def test_a_message_of_an_app_that_is_all_cards_can_be_asked_about(talk: Talk) -> None:
    alert = talk.slack.person("bob").say("general", "")
    alert.bot_id, alert.attachments = "BOTHER", [{"text": "Disk full &gt; 91%"}, {"fallback": "Host: web-1"}]

    await talk.slack.person("carol").message_shortcut(alert, "council_message")

    (request,) = await talk.handler.requests(1)
    assert isinstance(request, WriteQuestion)
    assert request.text == "Disk full > 91%\n\nHost: web-1"


async def test_the_global_shortcut_asks_where_and_answers_there(talk: Talk) -> None:
    talk.handler.answer = answers
    talk.slack.add_channel("C2", "elsewhere", members=("carol",), with_bot=False)
    carol = talk.slack.person("carol")
    await carol.shortcut("council_global")
    await talk.slack.wait_for(lambda: talk.slack.views("carol"))
    assert_golden("slack/form-global.txt", talk.slack.draw(carol.view))

    await carol.submit(carol.view, {"question": "Tea now?", "where": "C2"})

    request = (await talk.handler.requests(2))[1]
    assert isinstance(request, Ask)
    assert (request.place.channel, request.place.thread, request.place.workspace) == ("C2", None, "T1")
    await talk.slack.wait_for(lambda: talk.slack.ephemerals("carol"))
    assert talk.slack.ephemerals("carol")[0].channel == "C2"


async def test_the_global_shortcut_asks_in_the_direct_message_unless_told_otherwise(talk: Talk) -> None:
    talk.handler.answer = answers
    carol = talk.slack.person("carol")
    await carol.shortcut("council_global")
    await talk.slack.wait_for(lambda: talk.slack.views("carol"))

    await carol.submit(carol.view, {"question": "Tea now?"})

    request = (await talk.handler.requests(2))[1]
    assert (request.place.channel, request.place.workspace) == ("DCAROL", "T1")


async def test_a_message_that_no_field_holds_is_asked_as_a_whole(talk: Talk) -> None:
    talk.handler.answer = answers
    words = "Which of these? " + "one more point, " * 300
    asked = talk.slack.person("alice").say("general", words)

    await talk.slack.person("carol").message_shortcut(asked, "council_message")

    request = (await talk.handler.requests(1))[0]
    assert isinstance(request, Ask)
    assert (request.text, request.place.thread) == (words, asked.ts)


@pytest.mark.parametrize("private", [False, True])
async def test_a_message_in_a_channel_without_the_bot_is_entered_or_an_invitation_asked_for(
    talk: Talk, private: bool
) -> None:
    talk.handler.answer = answers
    talk.slack.add_channel("C2", "elsewhere", members=("alice", "carol"), private=private, with_bot=False)
    asked = talk.slack.person("alice").say("elsewhere", "Tea now?")
    carol = talk.slack.person("carol")
    await carol.message_shortcut(asked, "council_message")
    await talk.slack.wait_for(lambda: talk.slack.views("carol"))
    await carol.submit(carol.view, {})
    place = (await talk.handler.requests(2))[1].place

    if private:
        with pytest.raises(PlaceClosed, match="/invite"):
            await talk.platform.open_thread(place, CARD, key="r/card", again=False)
    else:
        thread = await talk.platform.open_thread(place, CARD, key="r/card", again=False)
        assert (thread.place.thread, thread.card.place.channel) == (asked.ts, "C2")
