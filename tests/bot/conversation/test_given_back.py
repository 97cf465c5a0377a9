"""Tests that every refused question is returned in full to the person who typed it."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from bot.conversation import scheduling
from bot.post import Form, PrivateReply, Reply
from bot.presentation.words import LANGUAGES
from council_core.council import LONGEST_QUESTION
from council_core.domain.answer import Failure
from council_core.domain.question import RunId
from council_core.errors import StoreUnavailable
from council_core.testing import fails
from tests.bot.conversation.talk import ALICE, BOB, Talk, actions, an_ask, form
from tests.bot.presentation.drawing import draw_reply
from tests.golden_files import assert_golden
from tests.samples import HERE

WALRUS = 'Shall we *sell* the "walrus" division?\n\nOr ``keep`` it\\_all <b>?'
"""A question with markup of CommonMark and of HTML, which must come back as it is."""

POOR = {"COUNCIL_RUN_BUDGET": "0.000001"}
DOWN = Failure(reason="unavailable", detail="It is down.", latency=0.1)

Does = Callable[[Talk], Awaitable[Reply | None]]


def shown(reply: Reply | None) -> str:
    """Return the reply as it is drawn."""
    assert isinstance(reply, PrivateReply), reply
    return draw_reply(reply)


def drawn(reply: Reply | None) -> str:
    """Return the text that the person reads, with the lines as they were typed."""
    return shown(reply).replace("\n| ", "\n")


def types(before: str) -> Does:
    """Return the action of typing a question with these words."""

    async def do(talk: Talk) -> Reply | None:
        return await talk.types(f"{before} {WALRUS}".strip())

    return do


async def from_outside(talk: Talk) -> Reply | None:
    """Send, as a person who has left the channel, the form that they had opened there."""
    talk.outside.add((BOB.id, HERE.channel))
    return await talk.handle(an_ask(WALRUS, person=BOB))


async def in_silence(talk: Talk) -> Reply | None:
    talk.silent = True
    return await talk.handle(an_ask(WALRUS))


async def in_a_form(talk: Talk) -> Reply | None:
    window = form(await talk.types("", person=BOB))
    talk.outside.add((BOB.id, HERE.channel))
    return await talk.sends(window, {"question": WALRUS}, person=BOB)


async def too_many_schedules(talk: Talk) -> Reply | None:
    for number in range(scheduling.MOST_HERE):
        await talk.types(f"every monday 9:00 UTC Question {number}?")
    return await talk.types(f"every monday 9:00 UTC {WALRUS}")


async def a_follow_up(talk: Talk) -> Reply | None:
    run = await talk.asked("Tabs or spaces?", "Spaces.")
    talk.outside.add((BOB.id, HERE.channel))
    return await talk.handle(an_ask(WALRUS, person=BOB, follows=run.id))


async def about_a_deleted_run(talk: Talk) -> Reply | None:
    return await talk.handle(an_ask(WALRUS, follows=RunId("r000000000000")))


REFUSED: dict[str, tuple[Does, str]] = {
    "a day that no calendar knows": (types("every 31 february 9:00 UTC"), "31 february"),
    "a rhythm that there is not": (types("every 2 weeks monday 9:00 UTC"), "2 weeks"),
    "no such time": (types("every monday 24:00 UTC"), "0:00"),
    "no such zone": (types("every monday 9:00 Mars/Olympus"), "zone"),
    "a schedule too many": (too_many_schedules, "12"),
    "a preset that there is not": (types("--preset nonsense"), "nonsense"),
    "a model that is none": (types("--members nonsense:x,demo:ada"), "nonsense"),
    "a rewriter that is none": (types("--chairman nonsense:x improve"), "nonsense"),
    "a template that there is not": (types("template:nonsense"), "nonsense"),
    "an unknown field": (types("template:writer nonsense=1"), "nonsense"),
    "a place that one has left": (from_outside, "not in that channel"),
    "a platform that says nothing": (in_silence, "did not answer"),
    "a form of a place that one has left": (in_a_form, "not in that channel"),
    "a follow-up of a place that one has left": (a_follow_up, "not in that channel"),
    "a run that is not there": (about_a_deleted_run, "r000000000000"),
}


@pytest.mark.parametrize(("do", "why"), REFUSED.values(), ids=REFUSED)
async def test_whatever_is_refused_gives_the_question_back(do: Does, why: str) -> None:
    talk = Talk()

    reply = await do(talk)

    assert isinstance(reply, PrivateReply), reply
    assert why in reply.post.summary
    assert "walrus" not in reply.post.summary, "a notification holds the reason alone"
    assert WALRUS in drawn(reply) or WALRUS in await kept(talk, reply)
    assert [
        run.question.text for run in await talk.store.latest(limit=9) if "walrus" in run.question.text
    ] == []


async def kept(talk: Talk, reply: PrivateReply) -> str:
    """Return the text of the form that a refusal leads to; empty if it leads to none."""
    edit = next((action for action in actions(reply).values() if ":draft:edit:" in action), "")
    window = await talk.presses(edit) if edit else None
    if not isinstance(window, Form):
        return ""
    return next(str(field.value) for field in window.fields if field.name == "question")


async def over_budget() -> tuple[Talk, Reply | None]:
    talk = Talk(POOR, priced=True)
    return talk, await talk.handle(an_ask(WALRUS))


async def database_away() -> tuple[Talk, Reply | None]:
    """Ask a question while nothing can be stored."""
    talk = Talk()

    async def away(*_: object, **__: object) -> bool:
        raise StoreUnavailable("unusable", database="it", cause="away")

    talk.store.add = away  # type: ignore[method-assign, assignment]
    return talk, await talk.handle(an_ask(WALRUS))


async def database_away_of_a_draft() -> tuple[Talk, Reply | None]:
    talk = Talk()
    talk.models.scripts["improve"] = fails(DOWN)
    shown = await talk.types(f"improve {WALRUS}")

    async def away(*_: object, **__: object) -> bool:
        raise StoreUnavailable("unusable", database="it", cause="away")

    talk.store.add = away  # type: ignore[method-assign, assignment]
    return talk, await talk.presses(actions(shown)["Ask mine"])


async def nobody_foresaw() -> tuple[Talk, Reply | None]:
    talk = Talk()

    async def breaks(*_: object, **__: object) -> bool:
        raise ZeroDivisionError

    talk.store.add = breaks  # type: ignore[method-assign, assignment]
    return talk, await talk.handle(an_ask(WALRUS))


async def too_long() -> tuple[Talk, Reply | None]:
    talk = Talk()
    return talk, await talk.handle(an_ask(WALRUS + "x" * LONGEST_QUESTION))


FAILED: dict[str, tuple[Callable[[], Awaitable[tuple[Talk, Reply | None]]], str]] = {
    "a budget": (over_budget, "cost"),
    "the database": (database_away, "database"),
    "the database, of a draft": (database_away_of_a_draft, "database"),
    "what nobody foresaw": (nobody_foresaw, "went wrong"),
}


@pytest.mark.parametrize(("do", "why"), FAILED.values(), ids=FAILED)
async def test_whatever_fails_gives_the_question_back(
    do: Callable[[], Awaitable[tuple[Talk, Reply | None]]], why: str
) -> None:
    _, reply = await do()

    assert isinstance(reply, PrivateReply), reply
    assert why in reply.post.summary
    assert WALRUS in drawn(reply)


async def test_a_question_that_is_too_long_for_a_message_comes_as_a_file_too() -> None:
    _, reply = await too_long()

    assert isinstance(reply, PrivateReply)
    (file,) = reply.post.files
    assert file.content.decode() == WALRUS + "x" * LONGEST_QUESTION
    assert len(drawn(reply)) < LONGEST_QUESTION


async def test_a_call_that_fails_gives_the_question_back_with_ways_on() -> None:
    talk = Talk()
    talk.models.scripts["improve"] = fails(DOWN)

    reply = await talk.types(f"improve {WALRUS}")

    assert isinstance(reply, PrivateReply)
    assert list(actions(reply)) == ["Try again", "Edit", "Ask mine"]
    assert await kept(talk, reply) == WALRUS


async def test_settings_before_the_question_come_back_with_it() -> None:
    talk = Talk(POOR, priced=True)

    reply = await talk.types(f'--preset quick template:writer reader="our users" tone=formal {WALRUS}')

    shown = drawn(reply)
    assert f'--preset quick template:writer reader="our users" tone=formal {WALRUS}' in shown
    again = await talk.types(f'--preset quick template:writer reader="our users" tone=formal {WALRUS}')
    assert drawn(again) == shown, "what is copied is read the same way"


async def test_a_message_keeps_its_own_text() -> None:
    talk = Talk(POOR, priced=True)

    reply = await talk.handle(an_ask(WALRUS, stands_in_message=True))

    assert "walrus" not in drawn(reply)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_refusal_with_its_question_reads_like_its_golden_file(language: str) -> None:
    talk = Talk(POOR, priced=True)
    person = replace(ALICE, locale=language)

    refused = await talk.handle(an_ask(WALRUS, person=person))
    unscheduled = await talk.types("every 31 february 9:00 What broke?", person=person)

    assert_golden(f"conversation/given-back-{language}.txt", f"{shown(refused)}\n\n{shown(unscheduled)}")
