"""Tests that an earlier answer is offered in private before anything is paid again."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.post import PrivateReply
from bot.presentation.phrases import ago
from bot.presentation.words import LANGUAGES, words_for
from bot.requests.actions import read_action
from council_core.domain.question import FileReference
from tests.bot.conversation.talk import ALICE, BOB, Talk, actions, an_ask, said
from tests.bot.presentation.drawing import draw_reply
from tests.golden_files import assert_golden
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


async def test_a_message_that_is_told_again_much_later_is_not_offered_its_own_answer() -> None:
    talk = Talk()
    await talk.handle(an_ask(FIRST, delivery="C1:17.1", may_wait=True, stands_in_message=True))
    run = await talk.concluded(await talk.newest(), "Postgres.")
    talk.clock.at = run.asked_at + timedelta(hours=1)

    edited = await talk.handle(an_ask(AGAIN, delivery="C1:17.1", may_wait=True, stands_in_message=True))

    assert edited is None
    assert len(await talk.store.latest(limit=9)) == 1


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


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_offer_says_how_long_ago_it_was(language: str) -> None:
    talk = Talk()
    await answered(talk)

    reply = await talk.types(AGAIN, person=replace(BOB, locale=language))

    assert isinstance(reply, PrivateReply)
    assert_golden(f"conversation/asked-before-{language}.txt", draw_reply(reply))


@pytest.mark.parametrize(
    ("age", "said_so"),
    [
        (timedelta(seconds=5), ("1 minute ago", "vor 1 Minute", "1분 전")),
        (timedelta(minutes=59), ("59 minutes ago", "vor 59 Minuten", "59분 전")),
        (timedelta(hours=23), ("23 hours ago", "vor 23 Stunden", "23시간 전")),
        (timedelta(days=1), ("1 day ago", "vor 1 Tag", "1일 전")),
        (timedelta(days=13), ("13 days ago", "vor 13 Tagen", "13일 전")),
        (timedelta(days=21), ("3 weeks ago", "vor 3 Wochen", "3주 전")),
        (timedelta(days=60), ("2 months ago", "vor 2 Monaten", "2개월 전")),
        (timedelta(days=364), ("12 months ago", "vor 12 Monaten", "12개월 전")),
        (timedelta(days=365), ("1 year ago", "vor 1 Jahr", "1년 전")),
        (timedelta(days=800), ("2 years ago", "vor 2 Jahren", "2년 전")),
    ],
)
def test_ages_are_said_in_whole_units(age: timedelta, said_so: tuple[str, str, str]) -> None:
    assert tuple(ago(words_for(each), NOON - age, now=NOON) for each in ("en", "de", "ko")) == said_so


TEMPLATED = "template:expert-coder language=Python {}"


async def test_with_a_template_only_what_was_asked_with_the_same_one_is_offered() -> None:
    talk = Talk()
    await answered(talk, TEMPLATED.format(FIRST))

    same = await talk.types(TEMPLATED.format(AGAIN))
    otherwise = await talk.types(TEMPLATED.format(AGAIN).replace("Python", "Rust"))
    without = await talk.types(AGAIN)

    assert "asked here before" in said(same)
    assert (otherwise, without) == (None, None)
    await talk.presses(actions(same)["Ask anyway"])
    template = (await talk.newest()).question.template
    assert template is not None
    assert template.fields[0].value == "Python"


async def test_with_files_only_what_was_asked_with_the_same_ones_is_offered() -> None:
    talk = Talk()
    plan = FileReference(name="plan.pdf", media_type="application/pdf", size=900, reference="F1")
    await talk.handle(an_ask(FIRST, files=(plan,), delivery="d-1"))
    await talk.concluded(await talk.newest(), "Postgres.")
    talk.clock.at = NOON + timedelta(days=21)

    uploaded_again = replace(plan, name="Plan.pdf", reference="F2")
    same = await talk.handle(an_ask(AGAIN, files=(uploaded_again,), delivery="d-2", may_wait=True))
    longer = await talk.handle(an_ask(AGAIN, files=(replace(plan, size=901),), delivery="d-3", may_wait=True))

    assert "asked here before" in said(same)
    assert longer is None
    assert len(await talk.store.latest(limit=9)) == 2


async def test_a_message_with_a_secret_is_asked_at_once_and_its_person_told_of_the_secret() -> None:
    talk = Talk({"COUNCIL_REDACT": "yes"})
    await answered(talk, f"{FIRST} AKIAIOSFODNN7EXAMPLE")

    text = f"{AGAIN} AKIAIOSFODNN7EXAMPLE"
    reply = await talk.handle(an_ask(text, delivery="d-9", may_wait=True, stands_in_message=True))

    assert "asked here before" not in said(reply)
    assert len(await talk.store.latest(limit=9)) == 2
