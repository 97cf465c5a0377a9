"""A question that was answered before is offered in private, before anything is paid again."""

from dataclasses import replace
from datetime import timedelta

from bot.requests import read_action
from tests.bot.conversation.talk import ALICE, BOB, Talk, actions, said
from tests.samples import HERE, NOON

FIRST = "Which database should we use for the event log?"
AGAIN = "What database should we use for our event log?"


async def answered(talk: Talk, text: str = FIRST) -> str:
    run = await talk.asked(text, "Postgres.")
    talk.clock.at = run.asked_at + timedelta(days=21)
    return run.id


async def test_an_earlier_answer_is_offered_and_nothing_is_asked() -> None:
    talk = Talk()
    run_id = await answered(talk)

    reply = await talk.types(AGAIN, person=BOB)

    assert said(reply) == "A question like yours was asked here before. Nothing is asked yet."
    assert list(actions(reply)) == ["Open", "Ask anyway", "Edit"]
    assert len(await talk.store.latest(limit=9)) == 1
    assert "Postgres." in repr(await talk.presses(actions(reply)["Open"], person=BOB))
    assert run_id in actions(reply)["Open"]


async def test_ask_anyway_asks_once_with_the_settings_that_were_typed() -> None:
    talk = Talk()
    await answered(talk)

    reply = await talk.types(f"--rubric code {AGAIN}")
    await talk.presses(actions(reply)["Ask anyway"])
    again = await talk.presses(actions(reply)["Ask anyway"])

    runs = await talk.store.latest(limit=9)
    assert [run.question.text for run in runs] == [AGAIN, FIRST]
    assert runs[0].settings.rubric == "code"
    assert "asked already" in said(again)


async def test_what_was_asked_a_moment_ago_or_has_no_verdict_is_not_offered() -> None:
    talk = Talk()
    await answered(talk)
    talk.clock.at = NOON + timedelta(minutes=1)
    await talk.types(AGAIN)
    talk.clock.at = NOON + timedelta(days=1)
    fresh = Talk()
    await fresh.types(FIRST)
    fresh.clock.at = NOON + timedelta(days=1)
    await fresh.types(AGAIN)

    assert len(await talk.store.latest(limit=9)) == 2
    assert len(await fresh.store.latest(limit=9)) == 2


async def test_questions_of_other_channels_are_not_told_of() -> None:
    talk = Talk()
    await answered(talk)

    await talk.types(AGAIN, place=replace(HERE, channel="C-other"))

    assert len(await talk.store.latest(limit=9)) == 2


async def test_another_question_is_asked_at_once() -> None:
    talk = Talk()
    await answered(talk)

    assert await talk.types("Which database should we use for the cache?") is None


async def test_in_a_thread_and_from_buttons_the_words_alone_do_not_say_what_is_asked() -> None:
    talk = Talk()
    await answered(talk)

    await talk.types(AGAIN, place=replace(HERE, thread="T-9"))
    await talk.handle(read_action(f"c1:ask:12345678:{AGAIN}", ALICE, HERE))

    assert len(await talk.store.latest(limit=9)) == 3


async def test_a_forgotten_question_is_not_offered() -> None:
    talk = Talk()
    run_id = await answered(talk)

    await talk.presses(f"c1:forget_now:{run_id}")

    assert await talk.types(AGAIN) is None
