"""Tests of a workspace's own templates: created, changed and deleted by its managers, used by everybody."""

from dataclasses import replace

import pytest

from bot.post import PrivateReply
from bot.presentation.words import LANGUAGES
from bot.requests.memory import LeaveWorkspace
from council_core.domain.template import Template
from council_core.templates import MOST, load
from tests.bot.conversation.talk import ALICE, MANAGER, Talk, actions, errors, form, said
from tests.bot.conversation.test_words import draw_form
from tests.bot.presentation.drawing import draw_reply
from tests.golden_files import assert_golden
from tests.samples import HERE

NOTES = {
    "own_name": "release-notes",
    "own_about": "Release notes: what changed, for those who use it",
    "own_instructions": "Write release notes for {{audience}}.\nAt most {{points}} points.",
    "own_fields": "audience*: Who reads it\npoints: Points [number] = 5",
    "own_extras": "preset: quick; roles: sceptic, engineer",
}


async def saved(talk: Talk, **changes: str) -> PrivateReply:
    """Save a new template and return the answer."""
    opened = form(await talk.presses("c1:own:edit:", person=MANAGER))
    reply = await talk.sends(opened, {**NOTES, **changes}, person=MANAGER)
    assert isinstance(reply, PrivateReply)
    return reply


@pytest.mark.parametrize("language", LANGUAGES)
async def test_managers_make_show_and_delete_a_template(language: str) -> None:
    talk, manager = Talk(), replace(MANAGER, locale=language)

    opened = form(await talk.presses("c1:own:edit:", person=manager))
    made = await talk.sends(opened, NOTES, person=manager)
    listed = await talk.types("templates", person=manager)
    shown = await talk.presses("c1:own:show:release-notes", person=manager)
    gone = await talk.presses("c1:own:delete:release-notes", person=manager)
    again = await talk.presses("c1:own:delete:release-notes", person=manager)

    for reply in (made, listed, shown, gone, again):
        assert isinstance(reply, PrivateReply)
    drawn = [draw_form(opened), *(draw_reply(each) for each in (made, shown, gone, again))]  # type: ignore[arg-type]
    assert_golden(f"conversation/own-templates-{language}.txt", "\n\n".join(drawn))
    assert "release-notes" in str(listed)
    assert await talk.templates.own.of(HERE) == ()


async def test_everybody_of_the_workspace_asks_with_it_and_nobody_elsewhere() -> None:
    talk = Talk()
    await saved(talk, own_extras="")

    await talk.types("template:release-notes audience=admins Announce 2.0")
    elsewhere = await talk.types(
        "template:release-notes audience=admins Announce 2.0", place=replace(HERE, workspace="T2")
    )

    instructions = (await talk.newest()).settings.instructions or ""
    assert instructions == "Write release notes for admins.\nAt most 5 points."
    assert "There is no template 'release-notes'" in said(elsewhere)
    assert "c1:own:" not in str(await talk.types("templates"))


TYPED = "Announce *the walrus* release, with `its` notes"


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_template_that_is_deleted_while_a_form_with_it_is_open_loses_nothing_that_was_typed(
    language: str,
) -> None:
    talk, small = Talk(), Talk(fields=5, form_after_form=False)
    alice = replace(ALICE, locale=language)
    for each in (talk, small):
        await saved(each, own_extras="")
    whole = form(await talk.presses("c1:template:release-notes", person=alice))
    asks = await small.sends(
        form(await small.types("", person=alice)),
        {"question": TYPED, "template": "release-notes"},
        person=alice,
    )
    assert isinstance(asks, PrivateReply)
    second = form(await small.presses(actions(asks).popitem()[1], person=alice))
    for each in (talk, small):
        await each.presses("c1:own:delete:release-notes", person=MANAGER)

    told = [
        await talk.sends(whole, {"question": TYPED, "template_release-notes.audience": "us"}, person=alice),
        await small.sends(second, {"template_release-notes.audience": "us"}, person=alice),
    ]

    drawn: list[str] = []
    for reply in told:
        assert isinstance(reply, PrivateReply)
        drawn.append(draw_reply(reply))
        assert "walrus" in drawn[-1]
    assert (talk.engine.started, small.engine.started) == ([], [])
    assert_golden(f"conversation/template-deleted-{language}.txt", "\n\n".join(drawn))


@pytest.mark.parametrize("does", ["save", "delete"])
async def test_a_template_that_somebody_else_has_changed_meanwhile_is_not_overwritten(does: str) -> None:
    talk = Talk()
    await saved(talk)
    mine, theirs = [form(await talk.presses("c1:own:edit:release-notes", person=MANAGER)) for _ in range(2)]
    if does == "save":
        await talk.sends(theirs, {**NOTES, "own_instructions": "Theirs."}, person=MANAGER)
    else:
        await talk.presses("c1:own:delete:release-notes", person=MANAGER)
    before = await talk.templates.own.of(HERE)

    refused = await talk.sends(mine, {**NOTES, "own_instructions": "Mine."}, person=MANAGER)

    assert "Somebody else has changed or deleted this template" in errors(refused)["own_name"]
    assert await talk.templates.own.of(HERE) == before


async def test_only_managers_of_the_workspace_change_templates() -> None:
    talk = Talk()
    for action in ("edit:", "show:writer", "delete:writer"):
        assert "Only those who manage the whole workspace" in said(await talk.presses(f"c1:own:{action}"))
    opened = form(await talk.presses("c1:own:edit:", person=MANAGER))

    refused = await talk.sends(opened, NOTES, person=replace(ALICE, may_configure=True))

    assert "Only those who manage the whole workspace" in said(refused)
    assert await talk.templates.own.of(HERE) == ()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_mistake_is_said_at_its_field_with_the_place_and_the_right_form(language: str) -> None:
    talk, manager = Talk(), replace(MANAGER, locale=language)
    opened = form(await talk.presses("c1:own:edit:", person=manager))
    wrong = [
        {"own_instructions": "Write.\nFor {{reader}}."},
        {"own_name": "Our Notes!"},
        {"own_about": "Release notes"},
        {"own_instructions": ""},
        {"own_fields": "audience: A\npoints, five"},
        {"own_fields": "audience: A\npoints: P\naudience: B"},
        {"own_fields": "audience: A\npoints: P [number] = few"},
        {"own_fields": "audience: A\npoints: P\na: A\nb: B\nc: C"},
        {"own_fields": f"audience: A\npoints: P [{', '.join(map(str, range(26)))}]"},
        {"own_fields": f"audience: A\npoints: P [{'x' * 76}, y]"},
        {"own_extras": "quick"},
        {"own_extras": "preset: slow"},
        {"own_extras": "roles: sceptic, poet"},
    ]

    told = [errors(await talk.sends(opened, {**NOTES, **each}, person=manager)) for each in wrong]

    drawn = [f"{name}: {sentence}" for each in told for name, sentence in each.items()]
    assert_golden(f"conversation/own-template-mistakes-{language}.txt", "\n".join(drawn))
    assert [next(iter(each)) for each in wrong] == [name for each in told for name in each]
    assert await talk.templates.own.of(HERE) == ()


async def test_a_template_is_renamed_and_takes_no_other_ones_name() -> None:
    talk = Talk()
    await saved(talk)
    await saved(talk, own_name="minutes")
    opened = form(await talk.presses("c1:own:edit:minutes", person=MANAGER))

    taken = errors(await talk.sends(opened, {"own_name": "release-notes"}, person=MANAGER))
    await talk.sends(opened, {"own_name": "summary"}, person=MANAGER)

    assert list(taken) == ["own_name"]
    assert [each.name for each in await talk.templates.own.of(HERE)] == ["release-notes", "summary"]


async def test_one_of_the_house_becomes_an_own_version_and_comes_back() -> None:
    talk = Talk()
    shown = await talk.presses("c1:own:show:writer", person=MANAGER)
    opened = form(await talk.presses(actions(shown)["Make our own version"], person=MANAGER))

    await talk.sends(opened, {"own_instructions": "Write for {{reader}}."}, person=MANAGER)
    await talk.types("template:writer reader=us Announce it")
    gone = await talk.presses("c1:own:delete:writer", person=MANAGER)

    assert (await talk.newest()).settings.instructions == "Write for us."
    assert "is used again" in said(gone)
    assert "template:writer" in str(await talk.types("templates"))


async def test_there_are_no_more_templates_than_a_menu_holds() -> None:
    talk = Talk()
    full = [
        Template(name=f"t{n}", title="T", summary="S", instructions="I")
        for n in range(MOST - len(load(None, [])))
    ]
    for each in full:
        await talk.templates.own.save(HERE, each, before="", by=MANAGER.id)

    assert "room for 24" in said(await saved(talk))
    opened = form(await talk.presses("c1:own:edit:t3", person=MANAGER))
    assert "is saved" in said(await talk.sends(opened, {"own_about": "T: other"}, person=MANAGER))


async def test_a_workspace_that_removes_the_bot_leaves_none_behind() -> None:
    talk = Talk()
    await saved(talk)
    there = replace(HERE, channel="")

    await talk.handle(
        LeaveWorkspace(person=replace(ALICE, is_present=True), place=replace(there, workspace="T2"))
    )
    assert len(await talk.templates.own.of(HERE)) == 1
    await talk.handle(LeaveWorkspace(person=replace(ALICE, is_present=True), place=there))

    assert await talk.templates.own.of(HERE) == ()


async def test_roles_are_dealt_by_chance_and_are_no_reason_to_call_a_run_not_blind() -> None:
    talk, given = Talk(), set[tuple[str, ...]]()
    for _ in range(16):
        # Everything that people know is the same each time, so it cannot tell who has which role.
        talk = Talk({"COUNCIL_MEMBERS": "demo:ada, demo:blaise, demo:carl"})
        await saved(talk)
        await talk.types("template:release-notes audience=us Announce 8.0")
        run = await talk.newest()
        names = [seat.role.name if seat.role is not None else "" for seat in run.settings.roster.members]
        assert (sorted(names), run.settings.not_blind) == (["", "engineer", "sceptic"], False)
        given.add(tuple(names))
    assert len(given) > 1

    again = form(await talk.presses(f"c1:again:{(await talk.newest()).id}"))
    assert "role=" not in str(again)
    await talk.sends(again, {"question": "Announce 9.0"})
    repeated = await talk.newest()
    assert sorted(seat.role.name for seat in repeated.settings.roster.members if seat.role) == [
        "engineer",
        "sceptic",
    ]
    assert repeated.settings.not_blind is False


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_form_fits_where_forms_are_smallest(language: str) -> None:
    opened = form(await Talk().presses("c1:own:edit:", person=replace(MANAGER, locale=language)))

    assert (len(opened.fields), len(opened.title) <= 24) == (5, True)
    assert [each.name for each in opened.fields if len(each.label) > 45 or len(each.hint) > 100] == []
