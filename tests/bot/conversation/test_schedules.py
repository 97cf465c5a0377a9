"""Tests of repeated questions: created, shown, paused, deleted, and asked once per tick."""

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.post import Actions, PrivateReply, Reply
from bot.presentation.words import LANGUAGES
from bot.requests.actions import schedule_action
from bot.requests.memory import ChangeSchedule
from council_core.domain.ending import Ending
from council_core.domain.place import Place, PlaceSettings, Scope
from council_core.domain.schedule import ScheduleId
from council_core.errors import PlaceGone, StoreIncompatible
from council_core.testing import MemoryPlaceSettings
from tests.bot.conversation.talk import ALICE, BOB, MANAGER, Talk, actions, said
from tests.bot.presentation.drawing import draw_reply
from tests.golden_files import assert_golden
from tests.samples import HERE

BERLINER = replace(ALICE, zone="Europe/Berlin")
MONDAY = datetime(2026, 11, 23, 8, 0, tzinfo=UTC)
"""Nine o'clock in Berlin, the first Monday after the tests' noon."""

ELSEWHERE = replace(HERE, channel="C2")
WEEK = timedelta(days=7)
TYPED = "every monday 9:00 What broke last week?"


async def asked(talk: Talk) -> list[str]:
    """Return the questions that were asked, oldest first."""
    return [run.question.text for run in reversed(await talk.store.latest(limit=99))]


async def tick(talk: Talk, at: datetime) -> None:
    talk.clock.at = at
    await talk.handle.ask_due(["slack"])


def menu(reply: Reply | None) -> list[str]:
    """Return the choices of a list."""
    assert isinstance(reply, PrivateReply), reply
    rows = [block for block in reply.post.blocks if isinstance(block, Actions)]
    return [choice.action for row in rows for choice in row.choices]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_schedule_is_said_back_in_words_and_listed(language: str) -> None:
    talk, person = Talk(), replace(BERLINER, locale=language)
    made = await talk.types(TYPED, person=person)
    await talk.types("every weekday 17:30 UTC Are we on time?", person=person)
    await talk.types("every 24 december 9:00 Who is here?", person=person)
    await talk.types("every 1 9:00 What did we spend?", person=person)
    pause = next(action for action in actions(made).values() if "pause" in action)
    paused = await talk.presses(pause, person=person)

    listed = await talk.types("schedules", person=person)

    drawn = [draw_reply(reply) for reply in (made, paused, listed) if isinstance(reply, PrivateReply)]
    assert_golden(f"conversation/schedules-{language}.txt", "\n\n".join(drawn))
    assert await asked(talk) == []


async def test_each_tick_is_asked_once_however_often_one_looks() -> None:
    talk = Talk()
    await talk.types(TYPED, person=BERLINER)

    await tick(talk, MONDAY - timedelta(seconds=1))
    before = await asked(talk)
    for at in (MONDAY, MONDAY + timedelta(minutes=1), MONDAY + WEEK, MONDAY + WEEK):
        await tick(talk, at)

    assert before == []
    assert await asked(talk) == ["What broke last week?"] * 2
    run = await talk.newest()
    assert (run.question.asker.id, run.question.place.channel) == (ALICE.id, HERE.channel)


class OneUnreadable(MemoryPlaceSettings):
    """Settings of places, of which those of one channel cannot be read."""

    async def find(self, scope: Scope) -> PlaceSettings:
        if scope.channel == ELSEWHERE.channel:
            raise StoreIncompatible("settings_unreadable", place="slack/T1/C1", cause="half")
        return await super().find(scope)


async def test_a_schedule_whose_channel_has_unreadable_settings_delays_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    talk = Talk()
    await talk.types(
        "every monday 9:00 Who is on call?", person=replace(BERLINER, id=BOB.id), place=ELSEWHERE
    )
    await talk.types(TYPED, person=BERLINER)
    talk.places.__class__ = OneUnreadable

    await tick(talk, MONDAY)

    assert await asked(talk) == ["What broke last week?"]
    (line,) = [message for message in caplog.messages if "cannot ask" in message]
    assert line.endswith("until this is mended: settings_unreadable place=slack/T1/C1 cause=half")


async def test_a_tick_that_was_missed_is_made_up_once_unless_it_is_too_old() -> None:
    talk = Talk()
    await talk.types(TYPED, person=BERLINER)

    await tick(talk, MONDAY + timedelta(hours=3))
    await tick(talk, MONDAY + 3 * WEEK + timedelta(days=1))

    assert await asked(talk) == ["What broke last week?"]
    (schedule,) = await talk.schedules.kept(None)
    assert schedule.next_at == MONDAY + 4 * WEEK
    assert schedule.trouble.startswith("The latest time was missed")


async def test_days_without_a_time_before_a_question_are_no_question_to_pay_for() -> None:
    talk = Talk()

    refused = said(await talk.types("every monday What broke last week?", person=BERLINER))
    scheduled, unasked = await talk.schedules.kept(None), await asked(talk)
    await talk.types("ask every monday What broke last week?", person=BERLINER)

    assert "'monday' has no time of day." in refused
    assert "write `ask` before it" in refused
    assert (scheduled, unasked) == ((), [])
    assert await asked(talk) == ["every monday What broke last week?"]


@pytest.mark.parametrize(
    "typed",
    [
        "--rubric code every monday 9:00 template:writer reader='our users' What is new?",
        "--rubric code template:writer reader='our users' every monday 9:00 What is new?",
        "every monday 9:00 --rubric code template:writer reader='our users' What is new?",
    ],
)
async def test_a_schedule_asks_with_the_settings_and_the_template_that_were_typed(typed: str) -> None:
    talk = Talk()

    made = await talk.types(typed, person=BERLINER)
    await tick(talk, MONDAY)

    run = await talk.newest()
    assert (run.question.text, run.settings.rubric) == ("What is new?", "code")
    assert "Reader: our users." in (run.settings.instructions or "")
    assert isinstance(made, PrivateReply)
    assert "--rubric code template:writer" in draw_reply(made).replace("\\", "")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("--rubric cod every monday 9:00 What?", "rubric is 'cod'"),
        ("every monday 9:00 template:writer What?", "The template's field 'reader' is empty."),
        ("every monday 9:00 template:poet What?", "There is no template 'poet'."),
        ("every monday 9:00 --rubric code", "A schedule needs a question"),
    ],
)
async def test_settings_and_templates_that_do_not_fit_are_told_when_the_schedule_is_made(
    typed: str, sentence: str
) -> None:
    talk = Talk()

    refused = await talk.types(typed, person=BERLINER)

    assert isinstance(refused, PrivateReply)
    assert sentence in draw_reply(refused).replace("\\", "")
    assert f"| {typed}" in draw_reply(refused)
    assert await talk.schedules.kept(None) == ()


async def test_the_same_delivery_makes_one_schedule() -> None:
    talk = Talk()
    await talk.types(TYPED, person=BERLINER)
    talk.deliveries -= 1
    await talk.types(TYPED, person=BERLINER)

    assert len(await talk.schedules.kept(None)) == 1


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("every 31 february", "Council cannot schedule '31 february'."),
        ("every monday", "A schedule needs a time of day"),
        ("every monday 9:00", "A schedule needs a question"),
        ("every monday 9:00 Mars/Olympus What?", "There is no time zone 'Mars/Olympus'."),
        ("every day 9:00 digest", "For a digest, write `digest daily 9:00`"),
        ("every day 9:00 digest daily 9:00", "For a digest, write `digest daily 9:00`"),
        ("every day 9:00 --preset quick history", "'history' is a command"),
        ("every day 9:00 search tabs", "'search' is a command"),
    ],
)
async def test_a_mistake_is_said_in_a_sentence_and_nothing_is_scheduled(typed: str, sentence: str) -> None:
    talk = Talk()

    refused = await talk.types(typed, person=BERLINER)
    reply = said(refused)

    assert sentence in reply
    assert "Nothing was scheduled." in reply
    assert isinstance(refused, PrivateReply)
    assert f"small You typed:\n| ```\n| {typed}\n| ```" in draw_reply(refused)
    assert (await talk.schedules.kept(None), await asked(talk)) == ((), [])


@pytest.mark.parametrize(
    "question", ["Digest of the news", "Search tabs or spaces?", "template:writer reader=us stats"]
)
async def test_a_question_that_begins_with_a_command_is_scheduled(question: str) -> None:
    talk = Talk()

    await talk.types(f"every day 9:00 {question}", person=BERLINER)

    assert [each.text for each in await talk.schedules.kept(None)] == [question]


async def test_where_the_time_zone_is_unknown_the_person_is_asked_for_it() -> None:
    talk = Talk()

    refused = said(await talk.types(TYPED, person=ALICE))
    named = said(await talk.types("every monday 9:00 UTC What?", person=ALICE))

    assert "every monday 9:00 Europe/Berlin your question" in refused
    assert named == "The council is asked this every Monday at 9:00 (UTC)."


async def test_a_paused_schedule_asks_nothing_and_does_not_catch_up() -> None:
    talk = Talk()
    made = await talk.types(TYPED, person=BERLINER)
    paused = await talk.presses(actions(made)["Pause"], person=BERLINER)
    await tick(talk, MONDAY + timedelta(hours=1))

    await talk.presses(actions(paused)["Resume"], person=BERLINER)
    await tick(talk, MONDAY + timedelta(hours=2))
    resting = await asked(talk)
    await tick(talk, MONDAY + WEEK)

    assert (resting, await asked(talk)) == ([], ["What broke last week?"])


async def test_its_owner_and_managers_may_delete_it_and_nobody_else_or_from_elsewhere() -> None:
    talk = Talk()
    made = await talk.types(TYPED, person=BERLINER)
    delete = actions(made)["Delete"]

    others = said(await talk.presses(delete, person=BOB))
    elsewhere = said(await talk.presses(delete, person=BERLINER, place=replace(HERE, channel="C2")))
    seen = menu(await talk.types("schedules", person=BOB))
    (own,) = menu(await talk.types("schedules", person=BERLINER))
    shown = actions(await talk.presses(own, person=BERLINER))
    deleted = said(await talk.presses(delete, person=MANAGER))
    again = said(await talk.presses(delete, person=BERLINER))

    assert others == "Only Alice and those who manage this channel can change this schedule."
    assert elsewhere == again == "There is no such schedule here any more."
    assert list(shown) == ["Pause", "Delete", "Show all"]
    assert (seen, deleted[:24]) == ([], "The schedule is deleted.")


async def test_a_channel_closed_to_its_owner_pauses_it_and_tells_them_once() -> None:
    talk = Talk()
    await talk.types(TYPED, person=BERLINER)
    talk.outside.add((ALICE.id, HERE.channel))

    await tick(talk, MONDAY)
    await tick(talk, MONDAY + WEEK)

    assert await asked(talk) == []
    ((person, words),) = talk.whispered
    assert (person, "Your schedule (every Monday at 9:00 (Europe/Berlin)) is paused" in words) == (
        ALICE.id,
        True,
    )
    (schedule,) = await talk.schedules.kept(None)
    assert schedule.state == "closed"


async def test_a_channel_that_is_gone_pauses_it_and_a_silent_platform_only_delays_it() -> None:
    talk, gone = Talk(), Talk()
    for each in (talk, gone):
        await each.types(TYPED, person=BERLINER)

    async def is_gone(person: str, place: Place) -> bool:
        raise PlaceGone("There is no such channel.", code="channel_not_found")

    object.__setattr__(gone.desk, "may_read", is_gone)
    talk.silent = True
    await tick(talk, MONDAY)
    await tick(gone, MONDAY)
    waiting = await asked(talk)
    talk.silent = False
    await tick(talk, MONDAY + timedelta(minutes=1))

    assert (waiting, await asked(talk)) == ([], ["What broke last week?"])
    assert (await asked(gone), len(gone.whispered)) == ([], 1)


@pytest.mark.parametrize("typed", [TYPED, "every 23 9:00 What broke last month?"])
async def test_a_channel_that_refused_the_question_before_pauses_it_until_its_owner_resumes_it(
    typed: str,
) -> None:
    talk = Talk()
    await talk.types(typed, person=BERLINER)
    await tick(talk, MONDAY)
    refused = await talk.newest()
    ending = Ending(kind="unreadable", detail="The channel is archived.")
    await talk.store.save(replace(refused, status="failed", ending=ending, finished_at=talk.clock.at))

    (schedule,) = await talk.schedules.kept(None)
    for _ in range(3):
        await tick(talk, schedule.next_at)

    (closed,) = await talk.schedules.kept(None)
    assert (closed.state, len(await asked(talk)), len(talk.whispered)) == ("closed", 1, 1)
    await talk.presses(schedule_action("resume", schedule.id), person=BERLINER)
    (resumed,) = await talk.schedules.kept(None)
    await tick(talk, resumed.next_at)
    assert len(await asked(talk)) == 2


async def test_a_channel_that_has_taken_the_refused_question_since_keeps_its_schedule() -> None:
    talk = Talk()
    await talk.types(TYPED, person=BERLINER)
    await tick(talk, MONDAY)
    refused = await talk.newest()
    ending = Ending(kind="unreadable", detail="The channel is archived.")
    await talk.store.save(replace(refused, status="failed", ending=ending, finished_at=talk.clock.at))
    await talk.store.settle_thread(refused.id, replace(HERE, thread="1.2"))

    await tick(talk, MONDAY + WEEK)

    assert len(await asked(talk)) == 2


async def test_a_schedule_that_breaks_does_not_keep_the_others_waiting() -> None:
    talk = Talk()
    for channel in ("C1", "C2"):
        await talk.types(
            f"every monday 9:00 Asked in {channel}?", person=BERLINER, place=replace(HERE, channel=channel)
        )

    async def breaks(person: str, place: Place) -> bool:
        if place.channel == "C1":
            raise ValueError("nobody foresaw this")
        return True

    object.__setattr__(talk.desk, "may_read", breaks)
    await tick(talk, MONDAY)

    assert await asked(talk) == ["Asked in C2?"]


@pytest.mark.parametrize("change", ["pause", "delete"])
async def test_a_schedule_that_is_stopped_while_others_are_asked_asks_nothing(change: str) -> None:
    talk = Talk()
    made = {
        text: await talk.types(f"every monday 9:00 {text}", person=BERLINER) for text in ("Ready?", "Late?")
    }
    first, second = [schedule.text for schedule in await talk.schedules.kept(None)]

    async def slowly(person: str, place: Place) -> bool:
        await talk.presses(actions(made[second])[change.capitalize()], person=BERLINER)
        return True

    object.__setattr__(talk.desk, "may_read", slowly)
    await tick(talk, MONDAY)

    assert await asked(talk) == [first]


async def test_a_budget_holds_for_it_and_the_list_says_why_nothing_was_asked() -> None:
    talk = Talk({"COUNCIL_RUN_BUDGET": "0.000001"}, priced=True)
    await talk.types(TYPED, person=BERLINER)

    await tick(talk, MONDAY)

    assert await asked(talk) == []
    listed = await talk.types("schedules", person=BERLINER)
    assert isinstance(listed, PrivateReply)
    assert "one question may cost" in draw_reply(listed).replace("\\", "")


@pytest.mark.parametrize("language", LANGUAGES)
async def test_its_owner_is_told_once_that_its_question_is_refused(language: str) -> None:
    talk = Talk({"COUNCIL_RUN_BUDGET": "0.000001"}, priced=True)
    await talk.types(TYPED, person=replace(BERLINER, locale=language))

    for week in range(3):
        await tick(talk, MONDAY + week * WEEK)

    ((person, words),) = talk.whispered
    (schedule,) = await talk.schedules.kept(None)
    assert (person, schedule.state, schedule.trouble in words) == (ALICE.id, "active", True)


async def test_a_deleted_question_of_a_tick_is_not_asked_again() -> None:
    talk = Talk()
    await talk.types(TYPED, person=BERLINER)
    (schedule,) = await talk.schedules.kept(None)
    await tick(talk, MONDAY)
    await talk.retention.delete((await talk.newest()).id, from_chat=True)
    await talk.schedules.change(
        schedule.id, "active", MONDAY
    )  # # As if the process had died before the next step.

    await tick(talk, MONDAY)

    assert await asked(talk) == []


async def test_secrets_are_masked_before_the_question_is_kept() -> None:
    talk = Talk({"COUNCIL_REDACT": "yes"})

    await talk.types(
        "every monday 9:00 Is AKIAIOSFODNN7EXAMPLE8 leaked?".replace("EXAMPLE8", "QWERTYU"), person=BERLINER
    )

    (schedule,) = await talk.schedules.kept(None)
    assert "AKIA" not in schedule.text


async def test_there_is_a_limit_to_the_schedules_of_a_channel() -> None:
    talk = Talk()
    for number in range(12):
        await talk.types(f"every monday 9:00 Question {number}?", person=BERLINER)

    assert "There are 12 schedules in this channel" in said(await talk.types(TYPED, person=BERLINER))


async def test_an_unknown_schedule_is_said_to_be_unknown() -> None:
    request = ChangeSchedule(person=ALICE, place=HERE, schedule_id=ScheduleId("s1"), change="pause")

    assert said(await Talk().handle(request)) == "There is no such schedule here any more."
