"""Tests of questions that build on earlier ones, and of asking the same question once more."""

import asyncio
from dataclasses import replace

import pytest

from council_core.domain.answer import Abstention, Failure
from council_core.domain.place import Scope
from council_core.domain.question import RunId, Turn
from council_core.domain.settings import ShowRanking
from council_core.domain.verdict import Points
from tests.bot.conversation.talk import ALICE, BOB, MANAGER, Talk, an_ask, errors, form, said, with_votes_open
from tests.samples import HERE, NOON

THREAD = replace(HERE, thread="T-1")

KEY = f"sk-ant-{'a1' * 20}"


async def test_a_question_in_the_thread_of_a_run_knows_what_was_concluded_there() -> None:
    talk = Talk()
    first = await talk.asked("Tabs or spaces?", "Spaces.")

    await talk.types("And how many?", place=THREAD)

    run = await talk.newest()
    assert run.question.earlier == (Turn(question="Tabs or spaces?", verdict="Spaces.", run=first.id),)
    assert run.question.follows == first.id
    assert run.question.place.thread == "T-1"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"thread": None}, "a new question in the channel starts afresh"),
        ({"thread": "T-2"}, "another thread is another conversation"),
        ({"channel": "C2"}, "thread ids are unique within a channel only"),
        ({"workspace": "T2"}, "another workspace is somebody else's"),
        ({"platform": "discord"}, "another platform may use the same ids"),
    ],
)
async def test_nothing_is_known_of_other_conversations(change: dict[str, str], why: str) -> None:
    talk = Talk()
    await talk.asked("Tabs or spaces?", "Spaces.")

    await talk.types("And how many?", place=replace(THREAD, **change))  # type: ignore[arg-type]

    assert (await talk.newest()).question.earlier == (), why


async def test_a_follow_up_by_form_goes_into_the_thread_of_its_run() -> None:
    talk = Talk()
    first = await talk.asked("Tabs or spaces?", "Spaces.")

    opened = form(await talk.presses(f"c1:followup:{first.id}"))
    reply = await talk.sends(opened, {"question": "And how many?"}, person=BOB)

    run = await talk.newest()
    assert (run.question.text, run.question.asker.name) == ("And how many?", "Bob")
    assert (run.question.place, run.question.follows) == (THREAD, first.id)
    assert len(run.question.earlier) == 1
    assert said(reply) == "Asked. The answer comes in the thread of the earlier question."


@pytest.mark.parametrize(
    ("show_ranking", "status", "suggested"),
    [
        ("at_once", "voting", "Is [model] right?"),
        ("after_vote", "voting", ""),
        ("at_once", "revealed", "Is Ada right?"),
    ],
)
async def test_a_suggested_follow_up_names_a_model_only_after_the_reveal(
    show_ranking: ShowRanking, status: str, suggested: str
) -> None:
    before, talk = await with_votes_open(Talk()), Talk()
    assert before.verdict is not None
    changes: dict[str, object] = {
        "status": status,
        "verdict": replace(before.verdict, points=Points(ask=("Is Ada right?",))),
        "settings": replace(before.settings, show_ranking=show_ranking),
        "ballots": (),
    }
    run = await with_votes_open(talk, **changes)

    opened = form(await talk.presses(f"c1:suggestion:{run.id}:0", person=BOB))

    assert opened.fields[0].value == suggested


async def test_a_follow_up_without_words_comes_back_with_the_field_marked() -> None:
    talk = Talk()
    first = await talk.asked("Tabs or spaces?", "Spaces.")
    opened = form(await talk.presses(f"c1:followup:{first.id}"))

    reply = await talk.sends(opened, {"question": "  "})

    assert errors(reply) == {"question": "Type a question first."}
    assert (await talk.newest()).id == first.id


async def test_where_there_are_no_threads_a_follow_up_knows_the_line_it_stands_in() -> None:
    talk = Talk()
    first = await talk.asked("Tabs or spaces?")
    first = await talk.concluded(first, "Spaces.", thread=None)
    opened = form(await talk.presses(f"c1:followup:{first.id}"))
    await talk.sends(opened, {"question": "How many?"})
    second = await talk.concluded(await talk.newest(), "Four.", thread=None)

    opened = form(await talk.presses(f"c1:followup:{second.id}"))
    await talk.sends(opened, {"question": "Why?"})

    known = (await talk.newest()).question.earlier
    assert [turn.verdict for turn in known] == ["Spaces.", "Four."]


async def test_a_follow_up_to_somebody_elses_run_of_another_channel_is_refused() -> None:
    talk = Talk()
    first = await talk.asked("Tabs or spaces?", "Spaces.")

    reply = await talk.presses(f"c1:followup:{first.id}", person=BOB, place=replace(HERE, channel="C2"))

    assert "There is no run" in said(reply)


async def test_run_again_opens_filled_in_and_asks_the_same_afresh_in_the_same_thread() -> None:
    talk = Talk()
    first = await talk.asked("Tabs or spaces?", "Spaces.")

    opened = form(await talk.presses(f"c1:again:{first.id}"))
    await talk.sends(opened, {"members": "demo:ada\ndemo:carl", "chairman": ""})

    run = await talk.newest()
    assert {field.name: field.value for field in opened.fields} == {
        "question": "Tabs or spaces?",
        "preset": "-",
        "members": ("demo:ada", "demo:blaise", "demo:carl"),
        "chairman": "demo:ada",
        "rubric": "ranking",
        "members_more": "",
    }
    assert [member.model for member in run.settings.roster.members] == ["demo:ada", "demo:carl"]
    assert (run.question.repeats, run.question.place.thread) == (first.id, "T-1")
    assert run.question.earlier == (), "its own earlier verdict would sway it"


async def test_run_again_says_at_the_field_what_is_wrong_with_it() -> None:
    talk = Talk()
    first = await talk.asked("Tabs or spaces?", "Spaces.")
    opened = form(await talk.presses(f"c1:again:{first.id}"))

    reply = await talk.sends(opened, {"members": "ada", "rubric": "genral"})

    assert "not have the form provider:model" in errors(reply)["members"]
    assert "genral" in errors(reply)["rubric"]
    assert (await talk.newest()).id == first.id


async def test_a_question_too_long_for_a_form_is_asked_again_whole() -> None:
    talk = Talk()
    first = await talk.asked("Why? " * 2_000, "Because.")

    opened = form(await talk.presses(f"c1:again:{first.id}"))
    await talk.sends(opened)

    assert next(field for field in opened.fields if field.name == "question").value == ""
    assert (await talk.newest()).question.text == first.question.text
    assert (await talk.newest()).id != first.id


async def test_a_question_that_was_asked_again_counts_once_in_what_follows() -> None:
    talk = Talk()
    first = await talk.asked("Tabs or spaces?", "Spaces.")
    await talk.sends(form(await talk.presses(f"c1:again:{first.id}")))
    second = await talk.concluded(await talk.newest(), "Tabs.")

    await talk.types("Why?", place=THREAD)

    turn = Turn(question="Tabs or spaces?", verdict="Tabs.", run=second.id)
    assert (await talk.newest()).question.earlier == (turn,)


async def test_a_retry_asks_the_same_with_the_same_settings_once_however_often_it_is_pressed() -> None:
    talk = Talk()
    await talk.handle(an_ask("Tabs?", options={"members": "demo:ada, demo:blaise"}))
    first = await talk.concluded(await talk.newest(), "", status="failed", verdict=None)

    pressed = await asyncio.gather(
        *(talk.presses(f"c1:retry:{first.id}", person=person) for person in (BOB, ALICE))
    )
    again = await talk.presses(f"c1:retry:{first.id}", person=BOB)

    run = await talk.newest()
    assert run.id != first.id
    assert [run.question.asker.name] == [
        name
        for name, reply in zip(("Bob", "Alice"), pressed, strict=True)
        if "with the same models" in said(reply)
    ]
    assert (run.settings, run.question.text, run.question.repeats) == (first.settings, "Tabs?", first.id)
    assert run.question.place.thread == "T-1"
    assert "tried again already" in said(again)
    assert len(await talk.store.latest(limit=9)) == 2


async def test_a_run_whose_retries_were_deleted_is_retried_again() -> None:
    talk = Talk()
    first = await talk.concluded(await talk.asked("ask Tabs?"), "", status="failed", verdict=None)

    for _ in range(3):
        reply = said(await talk.presses(f"c1:retry:{first.id}"))
        again = await talk.newest()
        assert again.id in reply
        assert "with the same models" in reply
        assert again.question.repeats == first.id
        await talk.retention.delete(again.id, from_chat=True)


async def test_a_retry_keeps_to_what_holds_now() -> None:
    talk = Talk()
    first = await talk.concluded(
        await talk.asked(f"Why is {KEY} refused?"), "", status="failed", verdict=None
    )
    values = {"redact": "yes", "quorum": "1"}
    await talk.places.save(Scope.around(HERE, "channel"), values, version=0, by=MANAGER.id)

    await talk.presses(f"c1:retry:{first.id}")

    run = await talk.newest()
    assert run.id != first.id
    assert run.question.text == "Why is [Anthropic key masked] refused?"
    assert (run.settings.redact, run.settings.quorum) == (True, 1)


async def test_a_retry_does_not_ask_models_that_may_not_be_chosen_any_more() -> None:
    talk = Talk({"COUNCIL_MODELS": "demo:*"})
    await talk.handle(an_ask("Tabs?", options={"members": "demo:zeno, demo:ada"}))
    first = await talk.concluded(await talk.newest(), "", status="failed", verdict=None)
    later = Talk()
    await later.store.add(first)

    reply = said(await later.presses(f"c1:retry:{first.id}"))

    assert "demo:zeno cannot be chosen here" in reply
    assert later.engine.started == []


async def test_a_follow_up_asked_under_masking_forgets_what_it_followed() -> None:
    talk = Talk()
    first = await talk.asked(f"Why is {KEY} refused?", "It is old.")
    await talk.places.save(Scope.around(HERE, "channel"), {"redact": "yes"}, version=0, by=MANAGER.id)
    await talk.types("Why?", place=THREAD)
    follow_up = await talk.newest()

    await talk.store.delete(first.id, NOON, from_chat=False)

    assert [turn.run for turn in follow_up.question.earlier] == [first.id]
    assert (await talk.store.get(follow_up.id)).question.earlier == ()


async def test_a_run_in_which_somebody_was_absent_can_be_retried() -> None:
    talk = Talk()
    absent = Abstention(
        member=talk.settings.council.roster.members[1].id,
        failure=Failure(reason="timed_out", detail="Too slow.", latency=9.0),
    )
    first = await talk.concluded(await talk.asked("ask Tabs?"), "Yes.", outcomes=(absent,))

    await talk.presses(f"c1:retry:{first.id}")

    assert (await talk.newest()).question.repeats == first.id


@pytest.mark.parametrize(
    ("status", "sentence"),
    [
        ("revealed", "Every model took part, so there is nothing to try again."),
        ("voting", "This question is still running. Try it again when it has ended."),
    ],
)
async def test_what_did_not_fail_is_not_retried(status: str, sentence: str) -> None:
    talk = Talk()
    first = await talk.concluded(await talk.asked("ask Tabs?"), "Yes.", status=status)

    reply = await talk.presses(f"c1:retry:{first.id}")

    assert said(reply) == sentence


async def test_the_form_for_a_question_takes_members_of_its_own() -> None:
    talk = Talk()
    opened = form(await talk.presses("c1:write"))

    await talk.sends(opened, {"question": "Tabs?", "members": "demo:carl, demo:ada", "rubric": "decision"})

    run = await talk.newest()
    assert [member.model for member in run.settings.roster.members] == ["demo:carl", "demo:ada"]
    assert (run.settings.rubric, run.question.repeats) == ("decision", None)


async def test_the_form_for_a_question_left_as_it_is_asks_with_what_holds_here() -> None:
    talk = Talk()
    opened = form(await talk.presses("c1:write"))

    await talk.sends(opened, {"question": "Tabs?"})

    assert (await talk.newest()).settings == talk.settings.council


async def test_a_retry_of_a_run_that_nobody_knows_is_refused() -> None:
    assert "There is no run" in said(await Talk().presses(f"c1:retry:{RunId('r000000000009')}"))
