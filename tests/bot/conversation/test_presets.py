"""Tests of presets in a conversation: chosen for one run, named by a channel, replaced when a question is asked
again."""

from dataclasses import replace

import pytest

from bot.post import PrivateReply, Table
from bot.settings.presets import load
from council_core.domain.question import RunId
from council_core.domain.summary import summarize
from tests.bot.conversation.talk import MANAGER, Talk, an_ask, errors, form, said


async def named_by_the_channel(talk: Talk, **values: str) -> None:
    """Fill in the channel's form with all its settings."""
    opened = form(await talk.presses("c1:edit:channel:all", person=MANAGER))
    assert "Saved" in said(await talk.sends(opened, values, person=MANAGER))


async def test_a_question_may_name_one_in_front_of_it() -> None:
    talk = Talk()

    await talk.types("--preset quick Tabs or spaces?")

    run = await talk.newest()
    assert (run.question.text, run.settings.preset) == ("Tabs or spaces?", "quick")
    assert (run.settings.vote_seconds, run.settings.stage_seconds) == (0, 30)
    assert summarize(run).preset == "quick"


@pytest.mark.parametrize(
    "typed",
    [
        "ask --preset code-review Is this safe?",
        "Ask —preset code-review Is this safe?",
        "--rubric code ask --preset code-review Is this safe?",
    ],
)
async def test_the_word_ask_before_one_is_no_part_of_the_question(typed: str) -> None:
    talk = Talk()

    await talk.types(typed)

    run = await talk.newest()
    assert (run.settings.preset, run.question.text) == ("code-review", "Is this safe?")


async def test_naming_one_alone_opens_the_form_with_it() -> None:
    talk = Talk()

    opened = form(await talk.types("--preset code-review"))
    await talk.sends(opened, {"question": "Is this safe?"})

    run = await talk.newest()
    assert [field.value for field in opened.fields if field.name == "preset"] == ["code-review"]
    assert (run.settings.preset, run.settings.rubric) == ("code-review", "code")


@pytest.mark.parametrize("typed", ["--preset quik Tabs?", "--preset quik"])
async def test_one_that_does_not_exist_is_named_with_those_that_do(typed: str) -> None:
    talk = Talk()

    reply = await talk.types(typed)

    assert said(reply).startswith(f"preset is 'quik'; expected one of {', '.join(load(None, []))}.")
    assert talk.engine.started == []


async def test_the_form_offers_them_with_what_they_are_for_and_what_holds_here() -> None:
    talk = Talk()
    await named_by_the_channel(talk, preset="thorough")

    (field,) = [one for one in form(await talk.presses("c1:write")).fields if one.name == "preset"]

    assert field.value == "inherit"
    assert field.options[:2] == (("inherit", "As set here: thorough"), ("-", "None"))
    assert ("quick", "quick: A fast answer: short deadlines, no vote, nothing extra") in field.options


async def test_a_channel_names_its_default_and_the_panel_says_what_it_brings() -> None:
    talk = Talk()
    await named_by_the_channel(talk, preset="thorough", quorum="1", critique="no")

    usual = (await talk.asked("ask Tabs?")).settings
    panel = await talk.presses("c1:settings")
    without = form(await talk.presses("c1:write"))
    await talk.sends(without, {"question": "And now?", "preset": "-"})

    plain = (await talk.newest()).settings
    assert (usual.preset, usual.critique, usual.quorum) == ("thorough", True, 1)
    assert (plain.preset, plain.critique, plain.quorum) == ("", False, 1)
    assert isinstance(panel, PrivateReply)
    (table,) = (block for block in panel.post.blocks if isinstance(block, Table))
    assert ("Preset", "thorough", "this channel") in table.rows
    assert ("Chairman criticises the verdict", "yes", "the preset") in table.rows
    assert ("Answers needed to go on", "1", "this channel") in table.rows


async def test_what_a_preset_and_a_channel_cannot_have_together_is_said_at_its_field() -> None:
    talk = Talk()
    opened = form(await talk.presses("c1:edit:channel:all", person=MANAGER))

    reply = await talk.sends(opened, {"preset": "thorogh"}, person=MANAGER)

    assert "'Preset' is 'thorogh'" in str(reply)


async def test_run_again_keeps_the_preset_and_another_one_brings_its_own() -> None:
    talk = Talk()
    await talk.types("--preset code-review Is this safe?")
    first = await talk.concluded(await talk.newest(), "No.")

    same = form(await talk.presses(f"c1:again:{first.id}"))
    await talk.sends(same)
    as_before = (await talk.newest()).settings
    await talk.sends(same, {"preset": "decision"})
    other = (await talk.newest()).settings
    await talk.sends(same, {"preset": "-", "rubric": "safety"})
    none = (await talk.newest()).settings

    assert as_before == first.settings
    assert (other.preset, other.rubric, other.vote_seconds) == ("decision", "decision", 3_600)
    assert (none.preset, none.rubric) == ("", "safety")


async def test_a_preset_that_was_taken_away_is_said_to_be_gone() -> None:
    talk = Talk()
    await talk.types("--preset quick Tabs?")
    run = await talk.concluded(await talk.newest(), "Tabs.")
    older = replace(run, id=RunId("r0000000000ff"), settings=replace(run.settings, preset="gone"))
    await talk.store.add(older)

    reply = await talk.handle(an_ask("", repeats=older.id))

    assert "'Preset' is 'gone'; expected one of" in str(reply)


async def test_a_preset_that_was_taken_away_is_said_to_be_gone_at_its_own_field_alone() -> None:
    talk = Talk()
    run = await talk.asked("ask Tabs?", "Tabs.")
    older = replace(run, id=RunId("r0000000000ff"), settings=replace(run.settings, preset="gone"))
    await talk.store.add(older)
    opened = form(await talk.presses(f"c1:again:{older.id}"))

    refused = errors(await talk.sends(opened))
    await talk.sends(opened, {"preset": "-"})

    assert list(refused) == ["preset"]
    assert (await talk.newest()).question.repeats == older.id
