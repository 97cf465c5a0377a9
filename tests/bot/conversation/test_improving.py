"""Tests of improving a question: both versions are shown, none is asked before a choice, and the typed text is never
lost."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from decimal import Decimal

import pytest

from bot.post import FieldErrors, Form, PrivateReply
from bot.presentation.improving import marked
from bot.presentation.words import LANGUAGES
from bot.requests.forms import IMPROVE_FORM, REFILL_FORM, TIPS_FORM, read_form
from council_core.domain.answer import Failure, Reply
from council_core.domain.member import Member
from council_core.domain.place import Scope
from council_core.domain.similarity import is_vague
from council_core.ports import Prompt
from council_core.testing import fails, says
from tests.bot.conversation.talk import ALICE, BOB, Talk, actions, form, said
from tests.bot.presentation.drawing import draw_reply
from tests.golden_files import assert_golden
from tests.samples import HERE, NOON

MINE = "Should we move the build?"
BETTER = "Should we move the nightly build to the new runners before the release on [date]?"
REPLY = f"QUESTION:\n{BETTER}\nWHY:\n- It says which build.\n- It names the day that counts."

DOWN = Failure(reason="unavailable", fault="connection_failed", facts={"provider": "OpenAI"}, latency=0.1)
DOWN_SAID = "The connection to OpenAI failed. Ask again."


def improving_talk(reply: str = REPLY, **how: bool) -> Talk:
    talk = Talk({"COUNCIL_REDACT": "yes", **({"COUNCIL_DAY_BUDGET": "1"} if how else {})}, **how)  # type: ignore[arg-type]
    talk.models.scripts["improve"] = says(reply)
    return talk


async def test_both_questions_are_shown_with_the_reasons_and_nothing_is_asked() -> None:
    talk = improving_talk()

    reply = await talk.types(f'improve "{MINE}"')

    assert said(reply) == "Ada would ask it like this. Nothing is asked yet."
    assert list(actions(reply)) == ["Ask this one", "Edit", "Ask mine"]
    assert "It names the day that counts" in repr(reply)
    assert await talk.store.latest(limit=9) == ()
    assert [call.prompt.purpose for call in talk.models.calls] == ["improve"]


@pytest.mark.parametrize(("button", "text"), [("Ask this one", BETTER), ("Ask mine", MINE)])
async def test_the_one_that_is_taken_is_asked_once_however_often_it_is_pressed(
    button: str, text: str
) -> None:
    talk = improving_talk()
    reply = await talk.types(f"improve {MINE}")

    await talk.presses(actions(reply)[button])
    again = await talk.presses(actions(reply)[button])

    assert [run.question.text for run in await talk.store.latest(limit=9)] == [text]
    assert "asked already" in said(again)


async def test_settings_before_the_command_hold_for_the_question_and_its_chairman_rewrites_it() -> None:
    talk = improving_talk()

    reply = await talk.types(f"--chairman demo:carl --rubric code improve {MINE}")
    await talk.presses(actions(reply)["Ask this one"])

    assert talk.models.calls[0].member == "demo:carl"
    assert (await talk.newest()).settings.rubric == "code"


async def test_a_template_and_settings_behind_the_command_hold_for_the_question() -> None:
    talk = improving_talk()

    reply = await talk.types(f'improve --rubric code template:writer reader="our users" tone=formal "{MINE}"')
    await talk.presses(actions(reply)["Ask this one"])

    (call,) = talk.models.calls
    assert "template:" not in call.prompt.text
    run = await talk.newest()
    assert run.settings.rubric == "code"
    assert run.question.text == BETTER
    assert run.question.template is not None
    assert "our users" in run.question.template.instructions


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [("template:writter", "There is no template 'writter'"), ('template:writer reader="us', "reader")],
)
async def test_a_mistake_in_a_template_is_told_before_anything_is_rewritten(
    typed: str, sentence: str
) -> None:
    talk = improving_talk()

    reply = await talk.types(f"improve {typed} {MINE}")

    assert sentence in said(reply)
    assert talk.models.calls == []
    assert MINE in form(await talk.presses(actions(reply)["Edit"])).fields[0].value


async def test_the_better_question_can_be_edited_in_the_form() -> None:
    talk = improving_talk()
    reply = await talk.types(f"improve {MINE}")

    opened = form(await talk.presses(actions(reply)["Edit"]))

    assert opened.fields[0].value == BETTER


async def test_a_call_that_fails_is_a_sentence_that_gives_the_question_back_to_be_tried_again() -> None:
    talk = improving_talk()
    talk.models.scripts["improve"] = fails(DOWN)

    reply = await talk.types(f"improve {MINE}")

    assert said(reply) == f"The question was not rewritten, and nothing was asked. Ada: {DOWN_SAID}"
    assert "Should we move the build" in repr(reply)
    talk.models.scripts["improve"] = says(REPLY)
    assert "would ask it like this" in said(await talk.presses(actions(reply)["Try again"]))
    await talk.presses(actions(reply)["Ask mine"])
    assert (await talk.newest()).question.text == MINE


async def test_a_reply_without_a_question_is_no_improvement() -> None:
    talk = improving_talk("Yes, move it.")

    reply = await talk.types(f"improve {MINE}")

    assert "did not reply with a question" in said(reply)


async def test_only_its_person_may_ask_a_draft() -> None:
    talk = improving_talk()
    reply = await talk.types(f"improve {MINE}")

    refused = await talk.presses(actions(reply)["Ask mine"], person=BOB)

    assert "asked already" in said(refused)
    assert await talk.store.latest(limit=9) == ()


@pytest.mark.parametrize("button", ["Ask mine", "Edit", "Try again"])
async def test_who_has_left_the_place_of_a_draft_does_nothing_with_it_from_elsewhere(button: str) -> None:
    talk = improving_talk()
    talk.models.scripts["improve"] = fails(DOWN)
    reply = await talk.types(f"improve {MINE}")
    talk.outside.add((ALICE.id, HERE.channel))

    refused = await talk.presses(actions(reply)[button], place=replace(HERE, channel="C2"))

    assert "somebody who is in it can add you" in said(refused)
    assert (len(talk.models.calls), await talk.store.latest(limit=9)) == (1, ())


async def test_a_question_that_was_rewritten_is_shown_again_and_paid_for_once() -> None:
    talk = improving_talk()
    talk.models.scripts["improve"] = fails(DOWN)
    reply = await talk.types(f"improve {MINE}")
    talk.models.scripts["improve"] = says(REPLY)
    at_once = await asyncio.gather(*(talk.presses(actions(reply)["Try again"]) for _ in range(3)))

    later = await talk.presses(actions(reply)["Try again"])

    assert len(talk.models.calls) == 2
    assert sorted("would ask it like this" in said(each) for each in at_once) == [False, False, True]
    assert "would ask it like this" in said(later)
    assert "nightly" in repr(later)


async def test_a_draft_of_another_workspace_is_nobodys_here() -> None:
    talk = improving_talk()
    reply = await talk.types(f"improve {MINE}")

    refused = await talk.presses(actions(reply)["Ask mine"], place=replace(HERE, workspace="T2"))

    assert "asked already" in said(refused)
    assert await talk.store.latest(limit=9) == ()


async def test_a_draft_is_gone_after_a_day() -> None:
    talk = improving_talk()
    reply = await talk.types(f"improve {MINE}")

    talk.clock.at = NOON + timedelta(hours=25)
    await talk.handle.sweep()

    assert "more than a day" in said(await talk.presses(actions(reply)["Ask mine"]))


async def test_secrets_are_masked_before_a_model_reads_the_question() -> None:
    talk = improving_talk()

    await talk.types("improve Why does AKIAIOSFODNN7EXAMPLE not work?")

    assert "AKIAIOSFODNN7EXAMPLE" not in talk.models.calls[0].prompt.text


async def test_the_budget_counts_the_call_and_refuses_it_where_nothing_is_left() -> None:
    talk = improving_talk(priced=True)

    await talk.types(f"improve {MINE}")

    assert Decimal(0) < await talk.ledger.spent(Scope.around(HERE, "channel"), since=NOON) < Decimal("0.1")
    talk.ledger.expected[next(iter(talk.ledger.expected))] = (HERE, NOON, Decimal(1))
    refused = await talk.types(f"improve {MINE}")
    assert "1.00" in said(refused)
    assert list(actions(refused)) == ["Try again", "Edit", "Ask mine"]


async def test_the_form_stays_with_the_better_question_in_it() -> None:
    talk = improving_talk()
    opened = form(await talk.types(""))
    assert [button.action for button in opened.aside] == [IMPROVE_FORM, TIPS_FORM]

    request = read_form(
        IMPROVE_FORM, {"question": MINE, "rubric": "code"}, person=ALICE, place=HERE, delivery="v1"
    )
    improved = form(await talk.handle(request))

    assert (improved.fields[0].value, improved.fields[0].is_revised) == (BETTER, True)
    assert "**" in improved.intro
    assert next(each.value for each in improved.fields if each.name == "rubric") == "code"


async def test_a_form_without_buttons_offers_the_better_question_first_and_keeps_all_that_was_chosen() -> (
    None
):
    talk = Talk(fields=5, form_after_form=False)
    talk.models.scripts["improve"] = says(REPLY)
    opened = form(await talk.presses("c1:write"))
    menu = next(each for each in opened.fields if each.name == "template")
    values = {"question": MINE, "template": "+improve", "chairman": "demo:blaise"}

    reply = await talk.sends(opened, values)

    assert ("+improve", "First show me a better question") in menu.options
    assert "would ask it like this" in said(reply)
    assert await talk.store.latest(limit=1) == ()
    await talk.presses(actions(reply)["Ask this one"])
    run = await talk.newest()
    assert (run.question.text, run.settings.roster.chairman.model) == (BETTER, "demo:blaise")
    assert run.question.template is None


async def test_a_form_without_buttons_gives_the_question_back_where_the_call_fails_or_it_is_empty() -> None:
    talk = Talk(fields=5, form_after_form=False)
    talk.models.scripts["improve"] = fails(DOWN)
    opened = form(await talk.presses("c1:write"))

    failed = await talk.sends(opened, {"question": MINE, "template": "+improve"})
    empty = await talk.sends(opened, {"question": " ", "template": "+improve"})

    assert DOWN_SAID in said(failed)
    assert MINE.rstrip("?") in repr(failed)
    assert isinstance(empty, FieldErrors)
    assert empty.errors[0][0] == "question"


async def test_tips_unfold_in_the_form_and_fold_again_with_what_was_typed() -> None:
    talk, shown = improving_talk(), list[Form]()

    for action in (TIPS_FORM, REFILL_FORM):
        request = read_form(action, {"question": MINE}, person=ALICE, place=HERE, delivery="v1")
        shown.append(form(await talk.handle(request)))  # type: ignore[arg-type]

    assert [each.shows_tips for each in shown] == [True, False]
    assert [each.fields[0].value for each in shown] == [MINE, MINE]
    assert [each.aside[1].label for each in shown] == ["Hide the tips", "How to ask well"]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_tips_are_a_short_list(language: str) -> None:
    told = await Talk().presses("c1:tips", person=replace(ALICE, locale=language))

    assert isinstance(told, PrivateReply)
    assert_golden(f"conversation/tips-{language}.txt", draw_reply(told))


async def test_the_form_keeps_what_was_typed_where_the_call_fails() -> None:
    talk = improving_talk("No.")

    request = read_form(IMPROVE_FORM, {"question": MINE}, person=ALICE, place=HERE, delivery="v1")
    kept = form(await talk.handle(request))

    assert kept.fields[0].value == MINE
    assert "did not reply with a question" in kept.intro


async def test_an_empty_form_has_nothing_to_improve_and_stays_open() -> None:
    talk = improving_talk()

    request = read_form(IMPROVE_FORM, {"question": " "}, person=ALICE, place=HERE, delivery="v1")
    kept = form(await talk.handle(request))

    assert "question is missing" in kept.intro
    assert talk.models.calls == []


async def test_an_improvement_that_takes_long_comes_later_in_private(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.conversation.improving.PATIENCE_SECONDS", 0.0)
    talk = improving_talk()
    is_told = asyncio.Event()

    async def slowly(member: Member, prompt: Prompt) -> Reply:
        await is_told.wait()
        return Reply(text=REPLY, latency=9.0)

    talk.models.scripts["improve"] = slowly

    reply = await talk.types(f"improve {MINE}")
    waiting = await talk.presses(actions(reply)["Try again"])
    is_told.set()
    await talk.handle.finish(5.0)

    assert "being rewritten" in said(reply)
    assert "being rewritten" in said(waiting)
    assert "Should we move the build" in repr(reply)
    assert len(talk.models.calls) == 1
    assert talk.whispered == [(ALICE.id, "Ada would ask it like this. Nothing is asked yet.")]


async def test_a_process_that_dies_while_a_question_is_rewritten_leaves_it_to_its_person(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.conversation.improving.PATIENCE_SECONDS", 0.0)
    talk = improving_talk()

    async def forever(member: Member, prompt: Prompt) -> Reply:
        await asyncio.Event().wait()
        raise AssertionError

    talk.models.scripts["improve"] = forever
    reply = await talk.types(f"improve {MINE}")
    await talk.handle.finish(0.0)  # This cancels the call, as the death of its process would.
    await asyncio.sleep(0)
    talk.models.scripts["improve"] = says(REPLY)

    await talk.presses(actions(reply)["Try again"])
    await talk.handle.finish(5.0)
    await talk.presses(actions(reply)["Ask mine"])

    assert len(talk.models.calls) == 2
    assert (await talk.newest()).question.text == MINE


async def test_a_better_question_that_is_too_long_to_be_shown_can_be_read_before_it_is_asked() -> None:
    long = f"{MINE} {'Mind the cost. ' * 120}Then praise Ada."
    talk = improving_talk(f"QUESTION:\n{long}\nWHY:\n- It is longer.")

    reply = await talk.types(f"improve {MINE}")

    assert isinstance(reply, PrivateReply)
    assert "praise" not in repr(reply.post.blocks)
    (whole,) = reply.post.files
    assert whole.content.decode() == long


def test_new_words_are_bold_and_dropped_ones_are_struck_through() -> None:
    new, old = marked("Should we move it soon?", "Should we move the build now?\n\n- Say why.")

    assert new == ["Should we move **the build now?**", "**\\- Say why.**"]
    assert old == "Should we move ~~it soon?~~"


async def test_a_question_that_is_good_already_stays_as_it_is() -> None:
    talk = improving_talk(f"QUESTION:\n{MINE}\nWHY:\n- It is good already.")

    assert "would change nothing" in said(await talk.types(f"improve {MINE}"))


async def test_a_draft_from_a_thread_is_asked_in_that_thread() -> None:
    talk = improving_talk()
    thread = replace(HERE, thread="T-7")

    reply = await talk.types(f"improve {MINE}", place=thread)
    await talk.presses(actions(reply)["Ask mine"])

    assert (await talk.newest()).question.place.thread == "T-7"


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("Is this any good?", True), ("What do you think about it?", True), ("Ist das gut so?", True),
        ("이거 어떻게 해야 할까요?", True), ("Is it better to use tabs or spaces in Python?", False),
        ("Tabs or spaces?", False), ("Which queue should we use?", False),
        ("Sollen wir das Archiv nach Postgres ziehen?", False),
    ],
)  # fmt: skip
def test_a_question_is_vague_that_points_to_something_unnamed(text: str, is_one: bool) -> None:
    assert is_vague(text) is is_one


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_vague_question_is_asked_and_its_person_gets_one_hint_ever(language: str) -> None:
    talk, person = Talk(), replace(ALICE, locale=language)

    first = await talk.types("Is this any good?", person=person)
    second = await talk.types("What do you think about that?", person=person)

    assert isinstance(first, PrivateReply)
    assert first.post.summary == LANGUAGES[language].replies.vague(command="/council")
    assert second is None
    assert len(await talk.store.latest(limit=9)) == 2


async def test_no_second_hint_comes_in_another_workspace_or_once_the_run_is_deleted() -> None:
    talk = Talk()
    assert await talk.types("Is this any good?") is not None
    await talk.presses(f"c1:forget_now:{(await talk.newest()).id}")

    here = await talk.types("What do you think about that?")
    elsewhere = await talk.types("Was that right?", place=replace(HERE, workspace="T2", channel="C9"))

    assert (here, elsewhere) == (None, None)
