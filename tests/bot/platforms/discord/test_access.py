"""Tests of rights in a channel, a private thread or a direct message, as Discord reports them, and of how seldom
Discord is asked."""

import asyncio
from collections.abc import AsyncIterator

import discord
import pytest

from bot.platforms.discord.connection.access import Access
from council_core.domain.place import Place
from council_core.errors import OutcomeUnknown, PlatformError
from tests.testbed.discord import Channel, LocalDiscord, Person, Status, described


@pytest.fixture
async def server() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(openapi=described()) as local:
        with local.library_points_here():
            yield local
        local.assert_no_complaints()


@pytest.fixture
async def access(server: LocalDiscord) -> AsyncIterator[Access]:
    client = discord.Client(intents=discord.Intents.none())
    await client.login(server.token)

    async def ready() -> discord.Client:
        return client

    yield Access(ready=ready, patience=30)
    await client.close()


def place(channel: Channel) -> Place:
    workspace = str(channel.guild.id) if channel.guild else ""
    return Place(platform="discord", workspace=workspace, channel=str(channel.id))


async def reads(access: Access, *people: Person, channel: Channel) -> list[bool]:
    return [await access.may_read(str(one.id), place(channel)) for one in people]


async def test_a_private_thread_is_read_by_those_who_are_in_it(server: LocalDiscord, access: Access) -> None:
    alice, eve = server.person("alice"), server.person("eve")
    channel = server.channel("council")
    thread = server.private_thread("board", channel, alice)

    assert await reads(access, alice, eve, channel=channel) == [True, True]
    assert await reads(access, alice, eve, channel=thread) == [True, False]


async def test_on_a_server_that_removed_the_bot_rights_are_unknown_until_it_is_invited_again(
    server: LocalDiscord, access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An answer for good would close the schedules of its people, and Discord counts refusals."""
    alice, channel = server.person("alice"), server.channel("council")
    server.remove_bot()

    for _ in range(5):
        with pytest.raises(OutcomeUnknown):
            await reads(access, alice, channel=channel)
    assert len(server.calls("GET", "/guilds/{guild_id}")) == 1

    server.guild.installed = True
    monkeypatch.setattr("bot.platforms.discord.connection.access.ABSENT_SECONDS", 0.0)
    assert await reads(access, alice, channel=channel) == [True]


async def test_a_hidden_channel_hides_its_threads_too(server: LocalDiscord, access: Access) -> None:
    alice = server.person("alice")
    channel = server.channel("vault")
    thread = server.private_thread("board", channel, alice)
    server.hide(channel, alice)

    assert await reads(access, alice, channel=channel) == [False]
    assert await reads(access, alice, channel=thread) == [False]


async def test_the_chat_of_a_voice_channel_is_read_by_those_who_may_connect(
    server: LocalDiscord, access: Access
) -> None:
    alice, eve = server.person("alice"), server.person("eve")
    channel = server.voice_channel("standup")
    channel.closed_to.add(eve.id)

    assert await reads(access, alice, eve, channel=channel) == [True, False]


async def test_a_channel_is_called_what_discord_calls_it(server: LocalDiscord, access: Access) -> None:
    alice, channel = server.person("alice"), server.channel("council")
    nowhere = Place(platform="discord", channel="7", workspace=str(channel.guild and channel.guild.id))

    names = [await access.name(each) for each in (place(channel), place(server.dm(alice)), nowhere)]

    assert names == ["council", "", ""]


async def test_who_has_left_the_server_reads_nothing_of_it(server: LocalDiscord, access: Access) -> None:
    alice, channel = server.person("alice"), server.channel("council")
    server.gone.add(alice.id)

    assert await reads(access, alice, channel=channel) == [False]


async def test_a_direct_message_is_read_by_the_one_who_has_it_with_the_bot(
    server: LocalDiscord, access: Access
) -> None:
    alice, bob = server.person("alice"), server.person("bob")

    assert await reads(access, alice, bob, channel=server.dm(alice)) == [True, False]


async def test_twenty_questions_at_once_about_one_person_ask_discord_once(
    server: LocalDiscord, access: Access
) -> None:
    alice, channel = server.person("alice"), server.channel("council")

    said = await asyncio.gather(*(access.may_read(str(alice.id), place(channel)) for _ in range(20)))

    assert all(said)
    assert len(server.calls("GET", "/guilds/{guild_id}/members/{user_id}")) == 1
    assert len(server.calls("GET", "/channels/{channel_id}")) == 1


async def test_where_discord_does_not_say_nobody_is_let_in(server: LocalDiscord, access: Access) -> None:
    alice, channel = server.person("alice"), server.channel("council")
    server.fail("GET", "/guilds/{guild_id}/members/{user_id}", Status(status=503))

    with pytest.raises(PlatformError):
        await access.may_read(str(alice.id), place(channel))
    assert await access.may_read(str(alice.id), place(channel)), "a failure is not remembered"
