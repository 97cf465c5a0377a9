"""Tests of models that managers set one by one: role, temperature, longest answer and effort, for a question or a
place."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from bot.post import Form, PrivateReply
from bot.presentation.words import LANGUAGES
from bot.settings.roster import write_seat
from council_core.domain.place import Scope
from council_core.roles import load
from tests.bot.conversation.talk import ALICE, MANAGER, Talk, actions, errors, form, said
from tests.bot.conversation.test_words import draw_form
from tests.bot.presentation.drawing import draw_reply
from tests.golden_files import assert_golden
from tests.samples import HERE

THREE = {"COUNCIL_MEMBERS": "demo:ada, demo:blaise, demo:carl?role=lawyer"}
CHOSEN = {
    "role0": "sceptic",
    "temperature0": "0.2",
    "max_tokens1": "900",
    "effort1": "low",
    "role2": "-",
}
SEATS = ["demo:ada?temperature=0.2&role=sceptic", "demo:blaise?max_tokens=900&effort=low", "demo:carl"]


def drawn(text: str) -> str:
    """Return the text without ids that differ each time."""
    return re.sub(r"\bd[0-9a-f]{20}\b", "DRAFT", text)


async def advanced(talk: Talk, text: str = "Tabs or spaces here?", **values: str | tuple[str, ...]) -> Form:
    """Fill in the form for a question and press the button in it."""
    opened = form(await talk.presses("c1:write", person=MANAGER))
    (button,) = (each for each in opened.aside if each.label == "Advanced")
    return form(
        await talk.sends(replace(opened, action=button.action), {"question": text, **values}, person=MANAGER)
    )


async def seats_of(talk: Talk) -> list[str]:
    """Return the seats of the newest run in the form in which people type them."""
    return [write_seat(seat) for seat in (await talk.newest()).settings.roster.members]


async def test_a_manager_sets_each_model_and_the_question_is_asked_with_that() -> None:
    talk = Talk(THREE)

    opened = await advanced(talk, rubric="code")
    assert talk.engine.started == []
    await talk.sends(opened, CHOSEN, person=MANAGER)

    run = await talk.newest()
    assert run.question.text == "Tabs or spaces here?"
    assert run.settings.rubric == "code"
    assert await seats_of(talk) == SEATS
    assert run.settings.roster.members[0].role is not None
    assert "Doubt what everybody" in run.settings.roster.members[0].role.instructions
    assert run.settings.not_blind
    assert len(talk.engine.started) == 1


async def test_the_question_may_be_edited_above_the_seats_and_picked_models_are_kept() -> None:
    talk = Talk(THREE)

    opened = await advanced(talk, "", members=("demo:ada", "demo:blaise"))
    wordless = await talk.sends(opened, person=MANAGER)
    await talk.sends(opened, {"question": "Tabs?", "effort1": "high"}, person=MANAGER)

    assert "question is missing" in said(wordless)
    assert (await talk.newest()).question.text == "Tabs?"
    assert await seats_of(talk) == ["demo:ada", "demo:blaise?effort=high"]


async def test_the_same_form_sent_twice_asks_once() -> None:
    talk = Talk(THREE)
    opened = await advanced(talk)

    await talk.sends(opened, CHOSEN, person=MANAGER)
    again = await talk.sends(opened, CHOSEN, person=MANAGER)

    assert isinstance(again, PrivateReply)
    assert len(talk.engine.started) == 1


@pytest.mark.parametrize(
    ("field", "value", "told"),
    [
        ("temperature0", "9", "'Temperature' is '9'; expected at most 2, the most that a provider takes."),
        ("temperature1", "warm", "'Temperature' is 'warm'; expected a number from 0 to 2."),
        ("max_tokens0", "0", "'Longest answer (tokens)' is '0'; expected at least 1"),
        (
            "max_tokens2",
            "1.5",
            "'Longest answer (tokens)' is '1.5'; expected a whole number from 1 to 1,000,000.",
        ),
        ("effort0", "huge", "'Effort' is 'huge'; expected one of minimal, low, medium, high."),
        (
            "role1",
            "jester",
            f"'Role' is 'jester'; expected one of {', '.join(load(None, []))}.",
        ),
    ],
)
async def test_a_wrong_value_is_told_at_its_field_and_nothing_is_asked(
    field: str, value: str, told: str
) -> None:
    talk = Talk(THREE)
    opened = await advanced(talk)

    wrong = errors(await talk.sends(opened, {**CHOSEN, field: value}, person=MANAGER))

    assert wrong.keys() == {field}
    assert wrong[field].startswith(told)
    assert talk.engine.started == []


async def test_who_does_not_manage_the_channel_sees_no_button_and_is_refused() -> None:
    talk, tick = Talk(THREE), Talk(THREE, fields=5, form_after_form=False)
    opened = form(await talk.presses("c1:write"))
    small = form(await tick.presses("c1:write"))
    first = await talk.asked("ask Tabs?", "Spaces.")
    before = len(talk.engine.started)
    seats = await advanced(talk)

    refused = [
        await talk.sends(replace(opened, action="c1:set_seats"), {"question": "Tabs or spaces?"}),
        await talk.sends(replace(opened, action=f"c1:set_seats:{first.id}"), {"question": "Tabs or spaces?"}),
        await talk.sends(opened, {"question": "Tabs or spaces?", "template": "+advanced"}),
        await talk.sends(seats, CHOSEN),
    ]

    assert "Advanced" not in [each.label for each in opened.aside]
    assert "+advanced" not in [value for field in small.fields for value, _ in field.options]
    assert all("Only those who manage this channel" in said(each) for each in refused)
    assert len(talk.engine.started) == before
    assert "Only those who manage this channel" in said(await talk.presses("c1:seat:channel:all"))


async def test_a_draft_of_somebody_else_or_of_another_place_is_out_of_reach() -> None:
    talk = Talk(THREE)
    opened = await advanced(talk)
    mallory = replace(MANAGER, id=ALICE.id)
    elsewhere = replace(HERE, channel="C-other")

    for person, place in ((mallory, HERE), (MANAGER, elsewhere)):
        reply = await talk.sends(opened, CHOSEN, person=person, place=place)
        assert "asked already, or waited" in said(reply)

    assert talk.engine.started == []


async def test_where_forms_are_small_a_tick_leads_to_a_list_with_a_form_for_each_model() -> None:
    talk = Talk(THREE, fields=5, form_after_form=False)
    opened = form(await talk.presses("c1:write", person=MANAGER))
    assert "+advanced" in [value for field in opened.fields for value, _ in field.options]

    listed = await talk.sends(
        opened, {"question": "Tabs or spaces?", "template": "+advanced"}, person=MANAGER
    )
    ada = form(await talk.presses(actions(listed)["Ada"], person=MANAGER))
    assert [field.name for field in ada.fields] == ["role0", "temperature0", "max_tokens0", "effort0"]
    wrong = await talk.sends(ada, {"temperature0": "9"}, person=MANAGER)
    listed = await talk.sends(ada, {"role0": "sceptic", "temperature0": "0.2"}, person=MANAGER)
    stale = await talk.sends(ada, {"role0": "lawyer"}, person=MANAGER)
    blaise = form(await talk.presses(actions(listed)["Blaise"], person=MANAGER))
    listed = await talk.sends(blaise, {"max_tokens1": "900", "effort1": "low"}, person=MANAGER)
    carl = form(await talk.presses(actions(listed)["Carl"], person=MANAGER))
    listed = await talk.sends(carl, {"role2": "-"}, person=MANAGER)
    assert talk.engine.started == []
    await talk.presses(actions(listed)["Ask"], person=MANAGER)

    assert errors(wrong).keys() == {"temperature0"}
    assert "changed these settings" in said(stale)
    assert await seats_of(talk) == SEATS
    assert (await talk.newest()).question.text == "Tabs or spaces?"


async def test_the_same_is_asked_again_with_other_roles() -> None:
    talk = Talk(THREE)
    first = await talk.asked("ask Tabs?", "Spaces.")
    again = form(await talk.presses(f"c1:again:{first.id}", person=MANAGER))
    (button,) = again.aside

    opened = form(await talk.sends(replace(again, action=button.action), person=MANAGER))
    await talk.sends(opened, {"role1": "optimist"}, person=MANAGER)

    run = await talk.newest()
    assert (run.question.text, run.question.repeats) == ("Tabs?", first.id)
    assert await seats_of(talk) == ["demo:ada", "demo:blaise?role=optimist", "demo:carl?role=lawyer"]


@pytest.mark.parametrize("fields", [100, 5])
async def test_the_seats_of_a_channel_are_set_and_hold_for_all_questions_as_blind_ones(fields: int) -> None:
    talk = Talk({**THREE, "COUNCIL_CHAIRMAN": "demo:blaise"}, fields=fields, form_after_form=fields > 5)
    opened = await talk.presses("c1:seat:channel:all", person=MANAGER)
    if fields > 5:
        await talk.sends(form(opened), CHOSEN, person=MANAGER)
    else:
        for at, name in enumerate(("Ada", "Blaise", "Carl")):
            one = form(await talk.presses(actions(opened)[name], person=MANAGER))
            values = {key: text for key, text in CHOSEN.items() if key.endswith(str(at))}
            opened = await talk.sends(one, values, person=MANAGER)

    await talk.types("Tabs or spaces?")

    own = dict((await talk.places.find(Scope.around(HERE, "channel"))).values)
    assert own == {"members": ", ".join(SEATS)}
    assert await seats_of(talk) == SEATS
    assert (await talk.newest()).settings.roster.chairman.id == "demo:blaise"
    assert not (await talk.newest()).settings.not_blind


async def test_a_form_that_was_drawn_from_other_seats_saves_nothing() -> None:
    talk = Talk(THREE)
    scope = Scope.around(HERE, "channel")
    await talk.places.save(scope, {"members": "demo:ada"}, version=0, by=MANAGER.id)
    opened = form(await talk.presses("c1:seat:channel:all", person=MANAGER))
    await talk.places.save(scope, {"members": "demo:blaise"}, version=1, by=MANAGER.id)

    stale = await talk.sends(opened, {"role0": "sceptic"}, person=MANAGER)

    assert "changed these settings" in said(stale)
    assert dict((await talk.places.find(scope)).values) == {"members": "demo:blaise"}


async def test_where_a_preset_seats_its_own_models_nothing_is_saved_and_a_question_may_still_choose(
    tmp_path: Path,
) -> None:
    (tmp_path / "notes.toml").write_text('summary = "For notes"\nmembers = ["demo:ada", "demo:carl"]')
    talk, scope = Talk({**THREE, "COUNCIL_PRESETS": str(tmp_path)}), Scope.around(HERE, "channel")
    await talk.places.save(scope, {"preset": "notes"}, version=0, by=MANAGER.id)
    opened = form(await talk.presses("c1:seat:channel:all", person=MANAGER))

    refused = await talk.sends(opened, {"role0": "sceptic"}, person=MANAGER)
    await talk.sends(await advanced(talk), {"role0": "sceptic"}, person=MANAGER)

    assert "names its own models, so nothing was saved" in said(refused)
    assert dict((await talk.places.find(scope)).values) == {"preset": "notes"}
    assert await seats_of(talk) == ["demo:ada?role=sceptic", "demo:carl"]


async def test_a_template_and_models_set_one_by_one_go_together() -> None:
    talk = Talk(THREE)

    opened = await advanced(talk, "Announce it", template="writer", **{"template_writer.reader": "our users"})
    await talk.sends(opened, {"role0": "sceptic", "temperature1": "0.2"}, person=MANAGER)

    run = await talk.newest()
    assert run.question.template is not None
    assert run.question.template.name == "writer"
    assert "Reader: our users." in (run.settings.instructions or "")
    assert await seats_of(talk) == [
        "demo:ada?role=sceptic",
        "demo:blaise?temperature=0.2",
        "demo:carl?role=lawyer",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_forms_and_list_in_each_language(language: str) -> None:
    manager = replace(MANAGER, locale=language)
    talk, small = Talk(THREE), Talk(THREE, fields=5, form_after_form=False)
    opened = form(await talk.presses("c1:write", person=manager))
    values = {"question": "Tabs or spaces?"}
    seats = form(await talk.sends(replace(opened, action="c1:set_seats"), values, person=manager))
    tick = form(await small.presses("c1:write", person=manager))
    listed = await small.sends(tick, {**values, "template": "+advanced"}, person=manager)
    assert isinstance(listed, PrivateReply)
    here = form(await talk.presses("c1:seat:channel:all", person=manager))
    alice = replace(ALICE, locale=language)
    refused = await talk.sends(replace(opened, action="c1:set_seats"), values, person=alice)
    assert isinstance(refused, PrivateReply)

    parts = [draw_form(tick), draw_form(seats), draw_reply(listed), draw_form(here), draw_reply(refused)]
    assert_golden(f"conversation/seats-{language}.txt", drawn("\n\n".join(parts)))
