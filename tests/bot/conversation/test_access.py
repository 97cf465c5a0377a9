"""Tests that people who may not, or no longer, read a place get one sentence, and that nothing happens there."""

import logging
from dataclasses import replace

import pytest

from bot.post import PrivateReply
from bot.requests.actions import run_action, vote_action
from council_core.domain.question import Turn
from council_core.domain.slate import Alias
from tests.bot.conversation.talk import ALICE, BOB, Talk, actions, form, said, with_votes_open
from tests.samples import HERE, QUESTION

INSIDE = replace(BOB, is_present=True)
ELSEWHERE = replace(HERE, channel="C2")


async def test_a_form_that_was_opened_before_its_right_was_lost_asks_nothing() -> None:
    talk = Talk()
    run = await talk.asked("Tabs or spaces?", verdict="Spaces.")
    window = form(await talk.presses(run_action("followup", run.id), person=BOB))
    talk.outside.add((BOB.id, HERE.channel))

    told = await talk.sends(window, {"question": "And when?"}, person=BOB)

    assert "somebody who is in it can add you" in said(told)
    assert await talk.newest() == run


async def test_who_has_just_typed_in_a_place_is_not_asked_about() -> None:
    talk = Talk()
    talk.silent = True

    await talk.types("Tabs or spaces?", person=INSIDE)

    assert (await talk.newest()).question.asker.id == BOB.id


async def test_where_the_platform_does_not_say_it_is_refused_and_logged(
    caplog: pytest.LogCaptureFixture,
) -> None:
    talk = Talk()
    run = await with_votes_open(talk)
    talk.silent = True
    caplog.set_level(logging.INFO)

    told = await talk.presses(vote_action(run.id, Alias("A")), person=BOB)

    assert "could not check whether you may read" in said(told)
    assert await talk.store.get(run.id) == run
    assert "vote was refused: NotAllowed" in caplog.text


async def test_own_questions_of_a_place_that_one_has_left_are_not_found() -> None:
    talk = Talk()
    run = await talk.asked("Tabs or spaces?", verdict="Spaces.")
    talk.outside.add((ALICE.id, HERE.channel))

    for words in ("history mine", "search tabs", f"show {run.id}", f"export {run.id}", f"forget {run.id}"):
        reply = await talk.types(words, place=ELSEWHERE)

        assert isinstance(reply, PrivateReply)
        assert "Tabs" not in str(reply.post.blocks), words
        assert str(run.id) not in str(actions(reply))


@pytest.mark.parametrize("word", ["export", "show"])
async def test_what_is_read_outside_its_channel_holds_no_earlier_questions(word: str) -> None:
    talk = Talk()
    run = await talk.asked("And spaces?", verdict="Spaces.")
    earlier = (Turn(question="What did Bob ask?", verdict="A secret."),)
    forged = replace(run, id=run.id, question=replace(QUESTION, text="And spaces?", earlier=earlier))
    await talk.store.delete(run.id, run.asked_at, from_chat=False)
    talk.store._deleted.clear()  # pyright: ignore[reportPrivateUsage]
    await talk.store.add(forged)

    reply = await talk.types(f"{word} {run.id}", place=ELSEWHERE)
    if word == "export":
        reply = await talk.presses(actions(reply)["Markdown"], place=ELSEWHERE)

    assert isinstance(reply, PrivateReply)
    told = str(reply.post.blocks) + "".join(file.content.decode() for file in reply.post.files)
    assert "And spaces?" in told
    assert "What did Bob ask?" not in told
    assert "A secret." not in told
