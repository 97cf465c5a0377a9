"""Tests of searches that are limited by person, model, day and channel as well as by words."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.post import PrivateReply
from bot.presentation.words import LANGUAGES
from council_core.domain.place import PersonId
from council_core.domain.question import Asker, RunId
from council_core.insights.member_results import member_results
from tests.bot.conversation.talk import ALICE, BOB, Talk, actions, said
from tests.bot.presentation.drawing import draw_reply
from tests.core.sitting import a_sitting
from tests.golden_files import assert_golden
from tests.samples import HERE, NOON


async def told(talk: Talk, typed: str) -> list[bool]:
    """Return whether the old and the new question are found."""
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
    assert await told(talk, f"queue until:{NOON:%Y-%m-%d}") == [True, False], "the day itself counts"
    assert await told(talk, f"until:{NOON - timedelta(days=1):%Y-%m-%d}") == [False, False]
    assert await told(talk, "queue until:9999-12-31") == [True, True], "no day follows this one"
    assert await told(talk, "by:Bob") == [False, True]
    assert await told(talk, "old by:Bob") == [False, False]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        (
            "queue since:yesterday",
            "'yesterday' is not a date. Write `since:2026-01-31` or `until:2026-06-30`.",
        ),
        ("until:31.1.", "'31.1.' is not a date."),
        ("queue by:Nobody", "Nobody called 'Nobody' has asked here."),
        ("queue model:nothing", "There is no model 'nothing' here."),
    ],
)
async def test_what_is_no_limit_is_refused_with_the_right_form(typed: str, sentence: str) -> None:
    talk = Talk()
    await talk.types("Should we keep the queue?", person=ALICE)

    assert sentence in said(await talk.types(f"search {typed}"))


async def of_two_channels() -> Talk:
    """Return a council with a question in `#team`, the current channel, and one in `#board`, which Bob has not
    joined."""
    talk = Talk()
    talk.channel_names.update({"C1": "team", "C2": "board"})
    await talk.asked("A budget for tools?", "Yes.")
    await talk.asked("A budget for people?", "No.", place=replace(HERE, channel="C2"))
    await talk.asked("A budget elsewhere?", "No.", place=replace(HERE, workspace="T2", channel="C2"))
    talk.outside.add((BOB.id, "C2"))
    return talk


async def found(talk: Talk, typed: str) -> Sequence[bool]:
    """Return for each of the three questions whether it is found."""
    reply = draw_reply(await talk.types(f"search {typed}"))  # type: ignore[arg-type]
    return [f"budget {what}?" in reply for what in ("for tools", "for people", "elsewhere")]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("budget channel:#team", [True, False, False]),
        ("budget channel:TEAM", [True, False, False]),
        ("budget channel:#board", [False, True, False]),
        ("budget channel:c2", [False, True, False]),
        ("channel:<#C2|board> budget", [False, True, False]),
        ("budget channel:<#C2>", [False, True, False]),
        ("channel:board", [False, True, False]),
        ('channel:"board" by:alice', [False, True, False]),
        ("people channel:#team", [False, False, False]),
    ],
)
async def test_a_search_is_limited_to_a_channel_by_its_name_id_or_mention(
    typed: str, expected: Sequence[bool]
) -> None:
    assert await found(await of_two_channels(), typed) == expected


async def test_the_channel_of_a_search_is_shown_by_name_and_stays_on_further_pages() -> None:
    talk = await of_two_channels()
    for number in range(12):
        await talk.asked(f"Budget {number}?", "Yes.", place=replace(HERE, channel="C2"))

    first = await talk.types("search budget channel:<#C2>")
    second = await talk.presses(actions(first)["Older"])

    assert said(first) == "More than 10 found for “budget channel:#board”."
    assert ["for people" in draw_reply(each) for each in (first, second)] == [False, True]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("budget channel:#board", "There is no channel '#board' here. Choose #team."),
        ("budget channel:<#C0123456789|board>", "You are not in that channel or thread"),
        ("budget channel:123456789012345678", "You are not in that channel or thread"),
        ("channel:#nowhere", "There is no channel '#nowhere' here. Choose #team."),
    ],
)
async def test_a_channel_that_somebody_may_not_read_is_searched_by_no_name_or_id(
    typed: str, sentence: str
) -> None:
    talk = await of_two_channels()
    talk.outside |= {(BOB.id, "C0123456789"), (BOB.id, "123456789012345678")}

    reply = await talk.types(f"search {typed}", person=BOB)

    assert sentence in said(reply)
    assert "people" not in draw_reply(reply)  # type: ignore[arg-type]


async def test_people_and_models_of_any_age_are_found_by_name() -> None:
    talk, done = Talk(), await a_sitting().hold()
    first = next(each for each in member_results(done) if each.place == 1)
    bobs = [("U2", "Bob Li", "The old queue?"), ("U3", "Bob Ray", "The new queue?")]
    for number in range(210):
        who, name, text = bobs[number] if number < len(bobs) else ("U1", "Alice", f"Tabs {number}?")
        question = replace(done.question, text=text, asker=Asker(id=PersonId(who), name=name), place=HERE)
        at = NOON + timedelta(days=number)
        status = "revealed" if number < len(bobs) else "failed"
        run = replace(done, id=RunId(f"r{number:012d}"), question=question, asked_at=at, status=status)
        await talk.store.add(run)

    assert await told(talk, "by:bob") == [True, True], "two people are called so"
    assert await told(talk, 'queue by:"bob li"') == [True, False]
    assert await told(talk, f"queue model:{first.name}") == [True, True]


async def test_a_channel_is_found_by_its_name_among_many() -> None:
    talk = await of_two_channels()
    for number in range(40):
        await talk.asked(f"Tabs {number}?", "Yes.", place=replace(HERE, channel=f"C-{number}"))

    assert await found(talk, "budget channel:#board") == [False, True, False]


async def test_of_two_channels_with_one_name_the_readable_one_is_searched() -> None:
    talk = await of_two_channels()
    talk.channel_names["C3"] = "board"
    await talk.asked("A budget for secrets?", "Yes.", place=replace(HERE, channel="C3"))
    talk.outside.add((ALICE.id, "C3"))

    assert await found(talk, "budget channel:#board") == [False, True, False]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_what_was_found_reads_like_its_golden_file(language: str) -> None:
    talk, reader = await of_two_channels(), replace(ALICE, locale=language)

    found_here = await talk.types("search budget until:2027-12-31", person=reader)
    nothing = await talk.types("search rivers", person=reader)

    drawn = [draw_reply(each) for each in (found_here, nothing) if isinstance(each, PrivateReply)]
    assert_golden(f"conversation/found-{language}.txt", "\n\n".join(drawn))
    assert len(drawn) == 2
