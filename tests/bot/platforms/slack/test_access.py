"""Tests of rights to read a channel, as Slack reports them, and of how seldom Slack is asked."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.platforms.slack.connection import access as access_module
from bot.platforms.slack.connection.access import Access
from bot.platforms.slack.connection.people import People
from bot.platforms.slack.connection.settings import SlackSettings
from bot.platforms.slack.connection.web_api import SharedSession, build_clients
from bot.presentation.platform_trouble import platform_sentence
from bot.presentation.words import LANGUAGES
from council_core.errors import OutcomeUnknown, PlatformError
from tests.testbed.slack import LocalSlack, SlackError


@pytest.fixture
async def slack() -> AsyncIterator[LocalSlack]:
    async with LocalSlack() as server:
        server.add_channel(
            "G1", "board", members=("alice", *(f"p{number}" for number in range(1_100))), private=True
        )
        yield server
        server.assert_no_complaints()


@pytest.fixture
async def channels(slack: LocalSlack) -> AsyncIterator[Access]:
    session = SharedSession()
    clients = build_clients(SlackSettings(bot_token="xoxb-local", api_url=slack.api_url), session)
    yield Access(client=clients.freely, people=People(clients.freely))
    await session.aclose()


def asked(slack: LocalSlack, method: str) -> int:
    return [call.method for call in slack.calls].count(method)


async def test_a_public_channel_is_open_without_a_look_at_its_members(
    slack: LocalSlack, channels: Access
) -> None:
    eve = slack.person("eve").id

    assert [await channels.may_read(eve, "C1") for _ in range(9)] == [True] * 9
    assert (asked(slack, "conversations.info"), asked(slack, "conversations.members")) == (1, 0)


async def test_people_of_another_workspace_read_only_channels_that_they_are_in(
    slack: LocalSlack, channels: Access
) -> None:
    stranger = slack.user("otto")
    stranger.team_id = "T9"

    assert not await channels.may_read(stranger.id, "C1")


async def test_whose_account_is_closed_reads_nothing_any_more(
    slack: LocalSlack, channels: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, places = slack.user("alice"), ("C1", "G1", "DALICE")
    before = [await channels.may_read(alice.id, place) for place in places]
    alice.deleted = True
    remembered = await channels.may_read(alice.id, "C1")
    monkeypatch.setattr(access_module, "PERSON_SECONDS", 0.0)

    assert (before, remembered) == ([True] * 3, True)
    assert [await channels.may_read(alice.id, place) for place in places] == [False] * 3


async def test_twenty_people_at_once_in_a_private_channel_cost_one_look_at_its_members(
    slack: LocalSlack, channels: Access
) -> None:
    people = [slack.user(f"p{number}").id for number in range(20)]

    said = await asyncio.gather(*(channels.may_read(person, "G1") for person in people))

    assert all(said)
    assert asked(slack, "conversations.info") == 1
    assert asked(slack, "conversations.members") == 2, "eleven hundred members are two pages"


async def test_who_leaves_a_private_channel_is_let_in_no_longer_than_the_list_is_remembered(
    slack: LocalSlack, channels: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = slack.person("alice").id
    before = await channels.may_read(alice, "G1")
    slack.channel("board").members.discard(alice)
    remembered = await channels.may_read(alice, "G1")
    monkeypatch.setattr(access_module, "MEMBERS_SECONDS", 0.0)

    assert (before, remembered, await channels.may_read(alice, "G1")) == (True, True, False)


@pytest.mark.parametrize(("channel", "name"), [("C1", "general"), ("G1", "board"), ("DALICE", ""), ("", "")])
async def test_a_channel_is_called_what_slack_calls_it(
    slack: LocalSlack, channels: Access, channel: str, name: str
) -> None:
    assert await channels.name(channel) == name


@pytest.mark.parametrize("method", ["conversations.info", "conversations.members"])
async def test_where_slack_does_not_say_nobody_is_let_in(
    slack: LocalSlack, channels: Access, method: str
) -> None:
    slack.fail(method, SlackError("missing_scope", needed="groups:read, chat:write", provided="chat:write"))

    with pytest.raises(PlatformError, match=r"lacks a scope \(groups:read\)") as error:
        await channels.may_read(slack.person("alice").id, "G1")

    assert platform_sentence(LANGUAGES["en"], error.value) == str(error.value)


@pytest.mark.parametrize(
    "code", ["token_revoked", "account_inactive", "missing_scope", "team_access_not_granted"]
)
@pytest.mark.parametrize("method", ["conversations.info", "conversations.open"])
async def test_while_slack_refuses_us_nothing_is_known_of_a_persons_rights(
    slack: LocalSlack, channels: Access, code: str, method: str
) -> None:
    """A refusal for good would close the person's schedules and drop their reminders."""
    slack.fail(method, SlackError(code), times=9)

    with pytest.raises(OutcomeUnknown):
        await channels.may_read(
            slack.person("alice").id, "C1" if method == "conversations.info" else "DALICE"
        )


async def test_a_direct_message_is_read_by_the_one_who_has_it_with_the_bot(
    slack: LocalSlack, channels: Access
) -> None:
    alice, bob = slack.person("alice").id, slack.person("bob").id

    assert await channels.may_read(alice, "DALICE")
    assert not await channels.may_read(bob, "DALICE")
    assert not await channels.may_read(alice, "")


@pytest.mark.parametrize("code", ["internal_error", "ratelimited", "token_revoked"])
async def test_while_slack_does_not_tell_of_a_person_their_rights_are_unknown(
    slack: LocalSlack, channels: Access, code: str
) -> None:
    """An answer for good would close the schedule of an owner who is not in their public channel."""
    slack.channel("general").members.clear()
    slack.fail("users.info", SlackError(code), times=9)

    with pytest.raises(OutcomeUnknown):
        await channels.may_read(slack.person("alice").id, "C1")


async def test_a_person_whom_slack_does_not_know_may_read_nothing(
    slack: LocalSlack, channels: Access
) -> None:
    assert not await channels.may_read("UNOBODY", "C1")
