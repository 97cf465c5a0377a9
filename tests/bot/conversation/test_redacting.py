"""Tests of questions with secrets in them, over every way in which questions arrive."""

from dataclasses import replace

import pytest

from bot.post import PrivateReply
from council_core.domain.question import Masked, Turn
from tests.bot.conversation.talk import MANAGER, Talk, an_ask, form
from tests.bot.presentation.drawing import draw_reply
from tests.golden_files import assert_golden
from tests.planted_secrets import SECRETS
from tests.samples import HERE

(_, AWS), (_, GITHUB), *_ = SECRETS
ON = {"COUNCIL_REDACT": "yes"}
THREAD = replace(HERE, thread="T-1")


async def test_nothing_is_masked_unless_the_settings_say_so() -> None:
    talk = Talk()

    await talk.types(f"Is {AWS} valid?")

    assert (await talk.newest()).question.text == f"Is {AWS} valid?"


async def test_a_channel_may_ask_for_it() -> None:
    talk = Talk()
    opened = form(await talk.presses("c1:edit:channel:privacy", person=MANAGER))

    await talk.sends(opened, {"redact": "yes"}, person=MANAGER)
    await talk.types(f"Is {AWS} valid?")

    assert (await talk.newest()).question.text == "Is [AWS key masked] valid?"


async def test_who_asked_in_a_message_is_told_that_it_still_shows_the_secret() -> None:
    talk = Talk(ON)

    reply = await talk.handle(an_ask(f"Is {AWS}, or password: hunter2, valid?", stands_in_message=True))

    assert isinstance(reply, PrivateReply)
    assert_golden("conversation/still-in-message.txt", draw_reply(reply))


@pytest.mark.parametrize(
    ("text", "stands_in_message", "why"),
    [
        (f"Is {AWS} valid?", False, "what is typed into a command or a form stands in no message"),
        ("Tabs or spaces?", True, "nothing was masked"),
    ],
)
async def test_nobody_else_is_told_so(text: str, stands_in_message: bool, why: str) -> None:
    talk = Talk(ON)

    reply = await talk.handle(an_ask(text, stands_in_message=stands_in_message))

    assert reply is None, why


async def test_a_message_that_is_delivered_twice_is_spoken_of_once() -> None:
    talk = Talk(ON)
    first = await talk.handle(an_ask(f"Is {AWS} valid?", stands_in_message=True))

    again = await talk.handle(an_ask(f"Is {AWS} valid?", stands_in_message=True))

    assert (first is not None, again) == (True, None)


async def test_what_was_asked_before_it_was_switched_on_is_masked_for_a_follow_up() -> None:
    talk = Talk()
    first = await talk.asked(f"Is {AWS} valid?", f"No, {AWS} is not.")

    await talk.handle(an_ask("Why?", place=THREAD, options={"redact": "yes"}))

    (turn,) = (await talk.newest()).question.earlier
    masked = "[AWS key masked]"
    assert turn == Turn(question=f"Is {masked} valid?", verdict=f"No, {masked} is not.", run=first.id)


@pytest.mark.parametrize("button", ["followup", "again"])
async def test_new_words_in_a_form_are_masked_too(button: str) -> None:
    talk = Talk(ON)
    first = await talk.asked("Tabs or spaces?", "Spaces.")

    opened = form(await talk.presses(f"c1:{button}:{first.id}"))
    await talk.sends(opened, {"question": f"With {GITHUB}?"})

    question = (await talk.newest()).question
    assert question.text == "With [GitHub token masked]?"
    assert question.masked == (Masked(kind="GitHub token", count=1),)


async def test_the_same_once_more_says_again_what_was_masked() -> None:
    talk = Talk(ON)
    first = await talk.asked(f"Is {AWS} valid?", "No.")

    await talk.sends(form(await talk.presses(f"c1:again:{first.id}")))

    again = (await talk.newest()).question
    assert (again.text, again.masked) == (first.question.text, (Masked(kind="AWS key", count=1),))
