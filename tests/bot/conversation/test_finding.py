"""Searches that are limited by person, model and day, beside words."""

from dataclasses import replace
from datetime import timedelta

import pytest

from council_core.domain.place import PersonId
from council_core.domain.question import Asker, RunId
from council_core.insights.member_results import member_results
from tests.bot.conversation.talk import ALICE, Talk, said
from tests.bot.presentation.drawing import draw_reply
from tests.core.sitting import a_sitting
from tests.samples import HERE, NOON


async def told(talk: Talk, typed: str) -> list[bool]:
    """Whether the old and the new question are found."""
    reply = draw_reply(await talk.types(f"search {typed}"))  # type: ignore[arg-type]
    return ["old queue" in reply, "new queue" in reply]


async def test_a_search_is_limited_by_person_model_and_day_with_and_without_words() -> None:
    talk, done = Talk(), await a_sitting().hold()
    for number, (text, person) in enumerate(
        (("The old queue?", ("U1", "Alice")), ("The new queue?", ("U2", "Bob Li")))
    ):
        asker = Asker(id=PersonId(person[0]), name=person[1])
        question = replace(done.question, text=text, asker=asker, place=HERE)
        at = NOON + timedelta(days=number)
        await talk.store.add(replace(done, id=RunId(f"r00000000000{number}"), question=question, asked_at=at))
    first = next(each for each in member_results(done) if each.place == 1)
    last = next(each for each in member_results(done) if each.place != 1)

    assert await told(talk, "queue") == [True, True]
    assert await told(talk, 'queue by:"bob li"') == [False, True]
    assert await told(talk, "by:<@U1|alice>") == [True, False]
    assert await told(talk, "queue by:me") == [True, False]
    assert await told(talk, f"queue model:{first.name}") == [True, True]
    assert await told(talk, f"queue model:{last.name}") == [False, False]
    assert await told(talk, f"queue since:{(NOON + timedelta(days=1)):%Y-%m-%d}") == [False, True]
    assert await told(talk, "by:Bob") == [False, True]
    assert await told(talk, "old by:Bob") == [False, False]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("queue since:yesterday", "'yesterday' is no day. Write `since:2026-01-31`."),
        ("queue by:Nobody", "There is no 'Nobody' to choose."),
        ("queue model:nothing", "There is no 'nothing' to choose."),
    ],
)
async def test_what_is_no_limit_is_refused_with_the_right_form(typed: str, sentence: str) -> None:
    talk = Talk()
    await talk.types("Should we keep the queue?", person=ALICE)

    assert sentence in said(await talk.types(f"search {typed}"))
