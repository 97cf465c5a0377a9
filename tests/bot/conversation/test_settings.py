"""Tests of settings of channels and workspaces: values, their sources, and who may change them."""

from dataclasses import replace
from typing import cast

import pytest

from bot.post import PrivateReply, Suggestions, Table
from bot.requests.asking import Overhear, Suggest
from council_core.domain.place import Place, Scope
from tests.bot.conversation.talk import ALICE, MANAGER, Talk, actions, errors, form, said
from tests.bot.presentation.drawing import draw_reply
from tests.samples import HERE

ELSEWHERE = replace(HERE, channel="C2")


async def change(talk: Talk, level: str = "channel", place: Place = HERE, **values: str) -> object:
    """Open, as a manager, the form with all settings and change some."""
    opened = form(await talk.presses(f"c1:edit:{level}:all", person=MANAGER, place=place))
    return await talk.sends(opened, values, person=MANAGER, place=place)


def rows(reply: object) -> dict[str, tuple[str, str]]:
    """Return the table of the panel: setting -> (value, source)."""
    assert isinstance(reply, PrivateReply)
    (table,) = (block for block in reply.post.blocks if isinstance(block, Table))
    return {name: (value, source) for name, value, source in table.rows}


async def test_the_channel_wins_over_the_workspace_and_that_over_the_environment() -> None:
    talk = Talk({"COUNCIL_QUORUM": "2", "COUNCIL_RUBRIC": "decision", "COUNCIL_VOTE_MINUTES": "9"})
    await change(talk, "workspace", quorum="3", rubric="code")
    await change(talk, "channel", quorum="1")

    panel = rows(await talk.presses("c1:settings"))
    settings = (await talk.asked("ask Tabs?")).settings

    assert (settings.quorum, settings.rubric, settings.vote_seconds) == (1, "code", 540)
    assert panel["Answers needed to go on"] == ("1", "this channel")
    assert panel["Rubric"] == ("code", "the workspace")
    assert panel["Vote open for (minutes)"] == ("9", "default")
    assert set(list(panel)[:2]) == {"Answers needed to go on", "Rubric"}, "what differs stands first"


async def test_a_channel_says_nothing_about_its_neighbours_and_threads_belong_to_it() -> None:
    talk = Talk()
    await change(talk, quorum="1")

    in_thread = await talk.asked("ask Tabs?", place=replace(HERE, thread="17"))
    elsewhere = await talk.asked("ask Tabs?", place=ELSEWHERE)

    assert (in_thread.settings.quorum, elsewhere.settings.quorum) == (1, 2)


async def test_options_of_one_run_win_over_everything() -> None:
    talk = Talk()
    await change(talk, rubric="code")

    settings = await talk.desk.places.for_run(HERE, {"rubric": "decision"})

    assert settings.rubric == "decision"


async def test_the_form_shows_what_this_level_sets_and_what_it_would_inherit() -> None:
    talk = Talk()
    await change(talk, "workspace", rubric="code", quorum="3")
    await change(talk, "channel", instructions="Be short.")

    opened = form(await talk.presses("c1:edit:channel:all", person=MANAGER))

    fields = {field.name: field for field in opened.fields}
    assert (fields["instructions"].value, fields["quorum"].value) == ("Be short.", "")
    assert fields["rubric"].value == "inherit"
    assert fields["rubric"].options[0] == ("inherit", "Inherited: code")
    assert "Empty: 3" in fields["quorum"].hint


async def test_an_emptied_field_is_inherited_again_and_a_dash_means_nothing() -> None:
    talk = Talk({"COUNCIL_INSTRUCTIONS": "House rules.", "COUNCIL_QUORUM": "2"})
    await change(talk, quorum="3", instructions="-")

    none = (await talk.asked("ask Tabs?")).settings
    await change(talk, quorum="", instructions="")
    inherited = (await talk.asked("ask Tabs?")).settings

    assert (none.quorum, none.instructions) == (3, "")
    assert (inherited.quorum, inherited.instructions) == (2, "House rules.")


async def test_a_form_of_one_group_leaves_the_others_alone() -> None:
    talk = Talk()
    await change(talk, quorum="1", rubric="code")

    opened = form(await talk.presses("c1:edit:channel:voting", person=MANAGER))
    await talk.sends(opened, {"vote_minutes": "7"}, person=MANAGER)

    assert (await talk.places.find(Scope.around(HERE, "channel"))).values == {
        "quorum": "1",
        "rubric": "code",
        "vote_minutes": "7",
    }


@pytest.mark.parametrize(
    ("values", "field", "words"),
    [
        ({"quorum": "many"}, "quorum", "expected a whole number"),
        ({"quorum": "9"}, "quorum", "models that answer (3)"),
        ({"members": "ada"}, "members", "not have the form provider:model"),
        ({"vote_minutes": "-1"}, "vote_minutes", "at least 0 minutes"),
        ({"rubric": "genral"}, "rubric", "expected one of"),
        ({"members": "demo:ada"}, "members", "models that answer (1)"),
    ],
)
async def test_each_mistake_is_said_at_its_field_and_nothing_is_saved(
    values: dict[str, str], field: str, words: str
) -> None:
    talk = Talk({"COUNCIL_QUORUM": "2"})

    reply = await change(talk, "channel", HERE, **values)

    wrong = errors(reply)  # type: ignore[arg-type]
    assert list(wrong) == [field]
    assert words in wrong[field]
    assert (await talk.places.find(Scope.around(HERE, "channel"))).version == 0


@pytest.mark.parametrize("language", ["en", "de", "ko"])
async def test_a_mistake_calls_its_field_as_the_form_does(language: str) -> None:
    talk, manager = Talk(), replace(MANAGER, locale=language)
    opened = form(await talk.presses("c1:edit:channel:all", person=manager))
    labels = {field.name: field.label for field in opened.fields}

    wrong = errors(await talk.sends(opened, {"vote_minutes": "soon", "keep_days": "0"}, person=manager))

    assert wrong.keys() == {"vote_minutes", "keep_days"}
    for name, told in wrong.items():
        assert labels[name] in told
        assert name not in told


async def test_stored_settings_that_are_wrong_are_called_as_in_the_panel() -> None:
    talk = Talk()
    await talk.places.save(Scope.around(HERE, "channel"), {"vote_minutes": "soon"}, version=0, by=MANAGER.id)

    refused = said(await talk.types("Tabs or spaces?"))
    panel = await talk.presses("c1:settings")

    assert "'Vote open for (minutes)' is 'soon'" in refused
    assert isinstance(panel, PrivateReply)
    assert "vote_minutes" not in draw_reply(panel)


async def test_a_setting_of_another_version_is_refused_until_a_form_is_saved() -> None:
    talk = Talk()
    await talk.places.save(Scope.around(HERE, "channel"), {"gone": "1"}, version=0, by=MANAGER.id)
    refused = said(await talk.types("Tabs or spaces?"))

    await change(talk, quorum="3")

    assert "Unknown setting 'gone'" in refused
    assert "is stored for this channel or its workspace" in refused
    assert (await talk.asked("ask Tabs?")).settings.quorum == 3


async def test_settings_that_fit_only_together_are_saved_together() -> None:
    talk = Talk({"COUNCIL_QUORUM": "2"})

    reply = await change(talk, members="demo:ada", quorum="1")

    assert "Saved for this channel." in said(reply)  # type: ignore[arg-type]
    assert len((await talk.asked("ask Tabs?")).settings.roster.members) == 1


async def test_whoever_saves_second_is_told_and_overwrites_nothing() -> None:
    talk = Talk()
    mine = form(await talk.presses("c1:edit:channel:all", person=MANAGER))
    theirs = form(await talk.presses("c1:edit:channel:all", person=MANAGER))

    await talk.sends(theirs, {"quorum": "1"}, person=MANAGER)
    reply = await talk.sends(mine, {"quorum": "3"}, person=MANAGER)

    assert "Somebody else has changed these settings in the meantime" in said(reply)
    assert (await talk.asked("ask Tabs?")).settings.quorum == 1


@pytest.mark.parametrize("level", ["channel", "workspace"])
async def test_only_those_who_may_open_save_or_reset(level: str) -> None:
    talk = Talk()
    opened = form(await talk.presses(f"c1:edit:{level}:all", person=MANAGER))

    replies = [
        await talk.presses(f"c1:edit:{level}:all", person=ALICE),
        await talk.sends(opened, {"quorum": "1"}, person=ALICE),
        await talk.presses(f"c1:reset:{level}:0", person=ALICE),
    ]

    assert ["Only those who manage" in said(reply) for reply in replies] == [True] * 3
    assert (await talk.places.find(Scope.around(HERE, level))).version == 0  # type: ignore[arg-type]


async def test_to_manage_a_channel_is_not_to_manage_the_workspace() -> None:
    talk = Talk()
    keeper = replace(MANAGER, may_configure_workspace=False)

    panel = await talk.presses("c1:settings", person=keeper)
    reply = await talk.presses("c1:edit:workspace:all", person=keeper)

    assert [action for action in actions(panel).values() if "workspace" in action] == []
    assert "Only those who manage the whole workspace" in said(reply)


async def test_everybody_sees_the_settings_and_only_some_get_buttons() -> None:
    talk = Talk()

    seen = await talk.types("settings", person=ALICE)

    assert rows(seen)["Models"] == ("Ada, Blaise, Carl", "default")
    assert actions(seen) == {}


async def test_where_forms_are_short_the_panel_offers_several() -> None:
    panel = await Talk(fields=5).presses(
        "c1:settings", person=replace(MANAGER, may_configure_workspace=False)
    )

    assert list(actions(panel)) == [
        "Models and preset",
        "Judging",
        "Extra stages",
        "Voting",
        "Time limits",
        "Files",
        "Web and tools",
        "Language and privacy",
        "Budget",
        "Models one by one",
    ]


async def test_a_reset_inherits_everything_again_and_outdates_open_forms() -> None:
    talk = Talk()
    stale = form(await talk.presses("c1:edit:channel:all", person=MANAGER))
    await change(talk, quorum="1")
    panel = await talk.presses("c1:settings", person=MANAGER)

    reset = await talk.presses(actions(panel)["Reset to defaults"], person=MANAGER)
    late = await talk.sends(stale, {"quorum": "3"}, person=MANAGER)

    assert "inherits all its settings again" in said(reset)
    assert "in the meantime" in said(late)
    assert (await talk.asked("ask Tabs?")).settings == talk.settings.council


async def test_settings_that_stopped_fitting_together_are_shown_with_what_is_wrong() -> None:
    talk = Talk()
    await change(talk, members="demo:ada", quorum="1")
    await talk.places.save(
        Scope.around(HERE, "channel"), {"members": "demo:ada", "quorum": "3"}, version=1, by=ALICE.id
    )

    panel = await talk.presses("c1:settings", person=MANAGER)
    asked = await talk.types("Tabs or spaces?")

    assert rows(panel)["Answers needed to go on"] == ("3", "this channel")
    assert "Change settings" in actions(panel)
    assert "The quorum of 3" in said(asked)


async def test_a_model_of_the_channel_that_was_withdrawn_is_said_to_be_stored_there() -> None:
    talk, stored = Talk(), "is stored for this channel or its workspace"
    run = await talk.asked("ask Tabs?", "Tabs.")
    await talk.places.save(
        Scope.around(HERE, "channel"), {"members": "openai:withdrawn"}, version=0, by=MANAGER.id
    )
    follow_up = form(await talk.presses(f"c1:followup:{run.id}"))

    for reply in (
        await talk.types("Tabs or spaces?"),
        await talk.types("every monday 9:00 UTC Tabs or spaces?"),
        await talk.sends(follow_up, {"question": "And in Go?"}),
    ):
        assert "openai:withdrawn cannot be chosen here" in said(reply)
        assert stored in said(reply)
    typed = said(await talk.types("--members openai:other Tabs or spaces?"))
    assert "openai:other cannot be chosen here" in typed
    assert stored not in typed


async def test_settings_of_two_forms_that_became_wrong_are_corrected_one_after_the_other() -> None:
    talk, here = Talk(fields=5), Scope.around(HERE, "channel")
    stored = {"members": "openai:withdrawn", "rubric": "removed", "language": "de"}
    await talk.places.save(here, stored, version=0, by=MANAGER.id)
    for group, wrong, right in (
        ("council", {"members_more": "openai:other"}, {"members": ("demo:ada", "demo:carl")}),
        ("judging", {"rubric": "lost"}, {"rubric": "code"}),
    ):
        opened = form(await talk.presses(f"c1:edit:channel:{group}", person=MANAGER))
        refused = errors(await talk.sends(opened, wrong, person=MANAGER))
        saved = await talk.sends(opened, right, person=MANAGER)

        assert list(refused) == ["members" if group == "council" else "rubric"]
        assert "Saved for this channel." in said(saved)

    settings = (await talk.asked("ask Tabs?")).settings
    assert [seat.id for seat in settings.roster.members] == ["demo:ada", "demo:carl"]
    assert (settings.rubric, settings.language) == ("code", "de")


async def test_a_budget_is_set_where_a_setting_of_another_form_became_wrong() -> None:
    talk = Talk(fields=5)
    await talk.places.save(Scope.around(HERE, "channel"), {"rubric": "removed"}, version=0, by=MANAGER.id)
    opened = form(await talk.presses("c1:edit:channel:budget", person=MANAGER))

    saved = await talk.sends(opened, {"day_budget": "3"}, person=MANAGER)

    assert "Saved for this channel." in said(saved)


async def test_a_direct_message_outside_of_any_workspace_has_settings_of_its_own_only() -> None:
    talk = Talk()
    alone = replace(HERE, workspace="")

    reply = await talk.presses("c1:edit:workspace:all", person=MANAGER, place=alone)
    saved = await change(talk, place=alone, quorum="1")

    assert "There is no workspace around this place" in said(reply)
    assert "Saved" in said(saved)  # type: ignore[arg-type]


async def test_who_sits_in_the_channel_is_suggested_first() -> None:
    talk = Talk({"COUNCIL_MODELS": "demo:*"})
    await change(talk, "workspace", members="demo:dora,\ndemo:ada", quorum="1")
    await change(talk, "channel", members="demo:erwin", quorum="1")

    here = await talk.handle(Suggest(person=ALICE, place=HERE))
    elsewhere = await talk.handle(Suggest(person=ALICE, place=ELSEWHERE))

    assert isinstance(here, Suggestions)
    assert isinstance(elsewhere, Suggestions)
    assert here.members == ("demo:erwin", "demo:ada", "demo:blaise", "demo:carl")
    assert elsewhere.members == ("demo:dora", "demo:ada", "demo:blaise", "demo:carl")
    assert "ranking" in here.rubrics


async def test_models_that_the_operator_allows_one_by_one_are_suggested_last() -> None:
    talk = Talk({"COUNCIL_MODELS": "demo:dora, demo:erwin*"})

    reply = await talk.handle(Suggest(person=ALICE, place=HERE))

    assert isinstance(reply, Suggestions)
    assert reply.members == ("demo:ada", "demo:blaise", "demo:carl", "demo:dora")


async def test_settings_that_contradict_each_other_leave_the_bots_own_to_suggest() -> None:
    talk = Talk()
    await change(talk, "workspace", quorum="3")
    scope = Scope.around(HERE, "channel")
    await talk.places.save(scope, {"members": "demo:erwin"}, version=0, by=MANAGER.id)

    reply = await talk.handle(Suggest(person=ALICE, place=HERE))

    assert isinstance(reply, Suggestions)
    assert reply.members == ("demo:ada", "demo:blaise", "demo:carl")


async def test_a_plain_message_in_a_thread_follows_up_only_where_the_channel_wants_that() -> None:
    talk = Talk()
    first = await talk.asked("ask Tabs?", "Tabs.")
    plain = Overhear(person=ALICE, place=replace(HERE, thread="T-1"), text="And how many?", delivery="d99")

    before = await talk.handle(plain)
    unchanged = (await talk.newest()).id
    await change(talk, plain_follow_ups="yes")
    after = await talk.handle(plain)

    newest = await talk.newest()
    assert (before, after, unchanged) == (None, None, first.id)
    assert (newest.question.text, newest.question.follows) == ("And how many?", first.id)


async def test_what_nobody_can_hear_is_said_when_it_is_switched_on() -> None:
    talk = Talk()

    saved = said(await change(talk, plain_follow_ups="yes"))  # type: ignore[arg-type]
    panel = await talk.presses("c1:settings")

    assert "Messages without a mention do not reach Council here" in saved
    assert isinstance(panel, PrivateReply)
    assert "Messages without a mention do not reach Council here" in draw_reply(panel)


@pytest.mark.parametrize(
    ("channel", "locale", "stored"),
    [("", "ko-KR", "ko"), ("de", "ko-KR", "de"), ("", "xx-YY", ""), ("", "", "")],
)
async def test_a_run_keeps_the_channels_language_or_else_its_askers(
    channel: str, locale: str, stored: str
) -> None:
    talk = Talk()
    if channel:
        await change(talk, language=channel)

    await talk.types("Tabs or spaces?", person=replace(ALICE, locale=locale))

    assert (await talk.newest()).settings.language == stored


async def test_a_private_reply_is_in_the_persons_language_and_falls_back_to_english() -> None:
    talk = Talk()

    told = [
        said(await talk.types("cancel the run", person=replace(ALICE, locale=locale)))
        for locale in ("de-DE", "ko", "en-GB", "sw")
    ]

    assert [text.split()[0] for text in told] == ["Meintest", "/council", "Did", "Did"]


async def test_forms_and_settings_are_in_the_persons_language_too() -> None:
    talk = Talk()
    boss = replace(MANAGER, locale="de")

    panel = await talk.presses("c1:settings", person=boss)
    opened = form(await talk.presses("c1:edit:channel:voting", person=boss))

    assert "Einstellungen in diesem Kanal" in draw_reply(cast("PrivateReply", panel))
    assert next(field.label for field in opened.fields) == "Abstimmung offen (Minuten)"
    assert opened.submit == "Speichern"
