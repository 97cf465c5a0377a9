"""Tests of rights to change a place's settings, as Slack reports them."""

import pytest

from bot.platforms.slack.connection import people as people_module
from bot.platforms.slack.connection.people import profile_of
from bot.post import Actions, Button, Post
from bot.requests.settings import ShowSettings
from tests.bot.platforms.slack.talk import GENERAL, Talk
from tests.testbed.slack import payloads
from tests.testbed.slack.faults import SlackError


async def test_admins_the_creator_of_a_channel_and_the_owner_of_a_direct_message_may_change_settings(
    talk: Talk,
) -> None:
    talk.slack.user("carol").is_admin = True
    talk.slack.channel("general").creator = talk.slack.person("bob").id
    for name in ("alice", "bob", "carol"):
        await talk.slack.person(name).command("general", "/council", "settings")
    await talk.slack.person("alice").direct_message("settings")

    asked = await talk.handler.requests(4)

    rights = {
        (one.person.name, one.place.channel[0]): (
            one.person.may_configure,
            one.person.may_configure_workspace,
        )
        for one in asked
    }
    assert rights == {
        ("alice", "C"): (False, False),
        ("bob", "C"): (True, False),
        ("carol", "C"): (True, True),
        ("alice", "D"): (True, False),
    }


@pytest.mark.parametrize("kind", ["page", "reveal"])
async def test_who_manages_a_channel_does_so_on_the_pages_of_its_runs_and_in_their_votes(
    kind: str, talk: Talk
) -> None:
    talk.slack.channel("general").creator = talk.slack.person("bob").id
    button = Button(label="Open page", action=f"c1:{kind}:r000000000000")
    post = Post(blocks=(Actions(buttons=(button,)),), summary="Done.")
    await talk.platform.post(GENERAL, post, key="r/card", again=False)
    card = await talk.slack.message_with("Open page")

    for name in ("alice", "bob"):
        await talk.slack.person(name).click(card.as_seen_now(), lambda element: "value" in element)

    asked = await talk.handler.requests(2)
    assert {(one.person.id, one.person.may_configure) for one in asked} == {
        ("UALICE", False),
        ("UBOB", True),
    }


async def test_nobody_owns_a_direct_message_between_two_people(talk: Talk) -> None:
    alice, bob = talk.slack.person("alice"), talk.slack.person("bob")
    direct = talk.slack.add_channel("DTWO", "two", members=("alice", "bob"), private=True, with_bot=False)
    direct.kind, direct.creator = "im", alice.id
    group = talk.slack.add_channel("GMANY", "many", members=("alice", "bob"), private=True)
    group.kind, group.creator = "mpim", alice.id
    for channel in ("DTWO", "GMANY"):
        await alice.command(channel, "/council", "settings")
        await bob.command(channel, "/council", "settings")

    asked = await talk.handler.requests(4)

    assert [one.person.may_configure for one in asked] == [False] * 4


async def test_nobody_manages_a_group_message_not_even_an_admin_of_the_workspace(talk: Talk) -> None:
    talk.slack.user("carol").is_admin = True
    group = talk.slack.add_channel("GMANY", "many", members=("alice", "carol"), private=True)
    group.kind, group.creator = "mpim", talk.slack.person("carol").id

    await talk.slack.person("carol").command("GMANY", "/council", "settings")

    (asked,) = await talk.handler.requests(1)
    assert (asked.person.may_configure, asked.person.may_configure_workspace) == (False, True)


async def test_who_made_a_shared_channel_in_another_company_does_not_manage_it_here(talk: Talk) -> None:
    mallory = talk.slack.person("mallory", team_id="T9")
    talk.slack.channel("general").creator = mallory.id

    message = mallory.say("general", "@council settings")
    ours = talk.slack.workspace.installation_of("T1")
    await talk.slack.tell(ours, payloads.message_event(talk.slack, message, "app_mention"))

    (asked,) = await talk.handler.requests(1)
    assert asked.person.id == mallory.id
    assert (asked.person.may_configure, asked.person.may_configure_workspace) == (False, False)


@pytest.mark.parametrize("before", [True, False])
async def test_who_becomes_an_admin_or_is_none_any_more_has_other_rights_soon(
    before: bool, talk: Talk, monkeypatch: pytest.MonkeyPatch
) -> None:
    carol = talk.slack.user("carol")
    carol.is_admin = before
    await talk.slack.person("carol").command("general", "/council", "settings")
    await talk.handler.requests(1)
    carol.is_admin = not before
    await talk.slack.person("carol").command("general", "/council", "settings")
    await talk.handler.requests(2)
    monkeypatch.setattr(people_module, "ADMIN_SECONDS", 0.0)
    await talk.slack.person("carol").command("general", "/council", "settings")

    asked = await talk.handler.requests(3)

    rights = [(one.person.may_configure, one.person.may_configure_workspace) for one in asked]
    assert rights == [(before, before), (before, before), (not before, not before)]


ADMIN = {"id": "U1", "team_id": "T7", "is_admin": True}
ORG = {"enterprise_id": "E1", "teams": ["T7", "T8"]}


@pytest.mark.parametrize(
    ("user", "workspace", "manages"),
    [
        pytest.param(ADMIN, "T7", True, id="an admin in their workspace"),
        pytest.param(ADMIN, "T9", False, id="an admin of another company in a shared channel"),
        pytest.param(
            ADMIN | {"enterprise_user": ORG}, "E1", False, id="an admin of one workspace in the organisation"
        ),
        pytest.param(
            ADMIN | {"enterprise_user": ORG | {"is_admin": True}},
            "E1",
            True,
            id="an admin of the organisation",
        ),
        pytest.param(
            ADMIN | {"enterprise_user": ORG | {"is_owner": True}}, "E2", False, id="of another organisation"
        ),
    ],
)
def test_a_workspace_or_organisation_is_managed_by_its_own_admins(
    user: dict[str, object], workspace: str, manages: bool
) -> None:
    assert profile_of(user, "somebody").manages(workspace) is manages


async def test_when_slack_does_not_say_who_made_a_channel_nobody_did(talk: Talk) -> None:
    talk.slack.channel("general").creator = talk.slack.person("bob").id
    talk.slack.fail("conversations.info", SlackError("missing_scope"))

    await talk.slack.person("bob").command("general", "/council", "settings")

    request = (await talk.handler.requests(1))[0]
    assert isinstance(request, ShowSettings)
    assert request.person.may_configure is False


async def test_who_made_a_channel_is_asked_once_and_only_where_it_matters(talk: Talk) -> None:
    bob = talk.slack.person("bob")

    for count, words in enumerate(("history", "settings", "settings"), start=1):
        await bob.command("general", "/council", words)
        await talk.handler.requests(count)

    assert [call.method for call in talk.slack.calls].count("conversations.info") == 1


async def test_a_command_brings_the_time_zone_of_its_person(talk: Talk) -> None:
    await talk.slack.person("alice").command("general", "/council", "every monday 9:00 What broke?")

    (asked,) = await talk.handler.requests(1)

    assert (asked.kind, asked.person.zone) == ("add_schedule", "Etc/UTC")
