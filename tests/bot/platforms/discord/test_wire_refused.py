"""Tests of refusals that count towards Discord's ban, revoked tokens, and events in another order."""

import asyncio
import logging
from dataclasses import replace

import pytest

from bot.platforms.discord.connection import invalid_requests
from bot.platforms.discord.platform import DiscordPlatform
from bot.platforms.discord.sending import send
from bot.presentation.words import discord_words
from council_core.domain.place import PersonId
from council_core.errors import OutcomeUnknown, PostRefused, SettingsError
from tests.bot.platforms.discord.wire import (
    CARD,
    RESPONSE,
    RUN,
    SEND,
    VOTING,
    Council,
    asked,
    card_in,
    channel_place,
    serving,
    settings_for,
)
from tests.testbed.discord import Channel, LocalDiscord, Permission, TooManyRequests
from tests.testbed.discord.gateway import GUILDS
from tests.testbed.discord.guild import ChannelKind
from tests.testbed.discord.threads import tell_update
from tests.testbed.patience import PATIENCE

KEY = f"{RUN}/slate/A/1"


@pytest.fixture(autouse=True)
def _hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(send, "PAUSES", (0.01, 0.01))


async def test_after_many_refusals_discord_is_left_alone_for_a_while(
    server: LocalDiscord,
    council: Council,
    platform: DiscordPlatform,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(invalid_requests, "MOST", 3)
    monkeypatch.setattr(invalid_requests, "PAUSE", 0.3)
    place = channel_place(server)
    server.deny(server.channel(), Permission.SEND_MESSAGES)

    for number in range(3):
        with pytest.raises(PostRefused):
            await platform.post(place, RESPONSE, key=f"{KEY}{number}", again=False)
    with pytest.raises(OutcomeUnknown, match="leaves Discord alone"):
        await platform.post(place, RESPONSE, key=KEY, again=False)
    refused = len(server.calls(*SEND))
    server.allow(server.channel(), Permission.SEND_MESSAGES)
    await asyncio.sleep(0.3)
    await platform.post(place, RESPONSE, key=KEY, again=True)

    assert refused == 3
    assert len(server.calls(*SEND)) == 4
    assert [record.levelno for record in caplog.records if "is quiet" in record.message] == [logging.ERROR]


async def test_when_cloudflare_shuts_us_out_nothing_more_is_asked(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    server.fail(*SEND, TooManyRequests(retry_after=120, via=False))

    for _ in range(3):
        with pytest.raises(OutcomeUnknown):
            await platform.post(channel_place(server), RESPONSE, key=KEY, again=False)

    assert len(server.calls(*SEND)) == 1


async def test_an_endless_pause_that_cloudflare_asks_for_ends_after_an_hour(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    server.fail(*SEND, TooManyRequests(retry_after=1e12, via=False))
    with pytest.raises(OutcomeUnknown):
        await platform.post(channel_place(server), RESPONSE, key=KEY, again=False)

    with pytest.raises(OutcomeUnknown, match=r"alone for 3[56]\d\d seconds"):
        await platform.post(channel_place(server), RESPONSE, key=KEY, again=False)


async def test_a_429_that_others_caused_does_not_count(
    server: LocalDiscord, council: Council, platform: DiscordPlatform, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invalid_requests, "MOST", 1)
    server.fail(*SEND, TooManyRequests(retry_after=0.01, scope="shared"))

    await platform.post(channel_place(server), RESPONSE, key=KEY, again=False)
    await platform.post(channel_place(server), RESPONSE, key=f"{KEY}2", again=False)

    assert len(server.calls(*SEND)) == 3


@pytest.mark.parametrize("gateway", [True, False], ids=["over the gateway", "without a gateway"])
async def test_a_token_that_is_revoked_ends_the_service_with_a_sentence(
    gateway: bool, server: LocalDiscord, council: Council
) -> None:
    with server.library_points_here():
        platform = DiscordPlatform(replace(settings_for(server), gateway=gateway), words=discord_words)
        serving_ = asyncio.create_task(platform.serve(council))
        await server.wait_for_calls("PUT", "/applications/{application_id}/commands")
        server.token = "another"
        with pytest.raises(OutcomeUnknown, match="token"):
            await platform.post(channel_place(server), RESPONSE, key=KEY, again=False)

        async with asyncio.timeout(PATIENCE):
            with pytest.raises(SettingsError, match="DISCORD_TOKEN"):
                await serving_
        await platform.aclose()


async def test_a_worker_notices_as_well_that_the_token_is_revoked(server: LocalDiscord) -> None:
    with server.library_points_here():
        platform = DiscordPlatform(settings_for(server), words=discord_words)
        serving_ = asyncio.create_task(platform.serve(None))
        await platform.connection.ready()
        server.token = "another"
        with pytest.raises(OutcomeUnknown, match="token"):
            await platform.post(channel_place(server), RESPONSE, key=KEY, again=False)

        async with asyncio.timeout(PATIENCE):
            with pytest.raises(SettingsError, match="DISCORD_TOKEN"):
                await serving_
        await platform.aclose()


async def test_after_the_token_is_revoked_posts_wait_for_the_next_start_and_all_else_fails_at_once(
    server: LocalDiscord, council: Council
) -> None:
    async with serving(server, council) as platform:
        here, alice = channel_place(server), PersonId(str(server.person("alice").id))
        card = await platform.post(here, RESPONSE, key=KEY, again=False)
        server.token = "another"
        with pytest.raises(OutcomeUnknown, match="token"):
            await platform.may_read(alice, here)

        async with asyncio.timeout(PATIENCE):
            with pytest.raises(OutcomeUnknown, match="token"):
                await platform.may_read(alice, here)
            with pytest.raises(OutcomeUnknown, match="token"):
                await platform.channel_name(here)
            with pytest.raises(OutcomeUnknown, match="token"):
                await platform.erase(here, {KEY: card}, RESPONSE)
            await platform.whisper(here, alice, RESPONSE)
        posting = asyncio.create_task(platform.post(here, CARD, key=f"{RUN}/card", again=False))
        _, waiting = await asyncio.wait({posting}, timeout=0.1)

    assert waiting == {posting}
    with pytest.raises(OutcomeUnknown, match="stopping"):
        await posting


async def test_a_message_in_a_thread_that_was_not_told_of_yet_is_asked_there(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    ann, channel = server.person("ann"), server.channel()
    thread = Channel(
        id=server.ids.next(),
        name="new",
        kind=ChannelKind.PUBLIC_THREAD,
        guild=server.guild,
        parent=channel,
        owner_id=ann.id,
    )
    server.channels[thread.id] = thread

    await ann.say(thread, "and then?", mentions_bot=True)
    await server.wait_for(lambda: council.asked)

    (ask,) = council.asked
    assert (ask.place.channel, ask.place.thread) == (str(channel.id), str(thread.id))


async def test_a_message_told_twice_is_the_same_delivery(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    said = await server.person("ann").say(server.channel(), "Tabs or spaces?", mentions_bot=True)
    server.gateway.tell_message("MESSAGE_CREATE", said)
    await server.wait_for(lambda: len(council.asked) == 2)

    assert {ask.delivery for ask in council.asked} == {str(said.id)}


async def test_a_click_told_before_its_message_counts(server: LocalDiscord, council: Council) -> None:
    async with serving(server, council) as platform:
        place = await asked(server, council)
        thread = await platform.open_thread(place, CARD, key=f"{RUN}/card", again=False)
        async with server.gateway_down():
            clicked = await server.person("ann").click(server.messages(server.channel())[0], "Cancel")
        reply = await clicked.private_reply()

    assert thread.place.thread == thread.card.id
    assert "Stop it?" in reply.text


def retried(council: Council) -> list[tuple[str, str]]:
    """Return the server and channel of each request to retry refused posts; the channel is empty for a whole server."""
    return [(one.place.workspace, one.place.channel) for one in council.requests if one.kind == "retry_posts"]


@pytest.mark.parametrize("denied", [Permission.SEND_MESSAGES_IN_THREADS, Permission.SEND_MESSAGES])
async def test_a_channel_that_lets_council_write_again_is_told_what_it_refused(
    denied: Permission, server: LocalDiscord, council: Council
) -> None:
    channel = server.channel()
    server.guild.owner_id = server.person("ann").user.id
    channel.denied |= denied
    async with serving(server, council) as platform:
        await platform.connection.client.wait_until_ready()
        server.allow(channel, denied)
        await server.wait_for(lambda: retried(council))

    assert retried(council) == [(str(server.guild.id), str(channel.id))]


async def test_a_thread_that_is_unlocked_is_told_what_it_refused(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    place = await asked(server, council)
    await platform.open_thread(place, CARD, key=f"{RUN}/card", again=False)
    (thread,) = server.threads()
    server.archive(thread, locked=True)
    thread.archived = thread.locked = False
    tell_update(server, thread)
    await server.wait_for(lambda: retried(council))

    assert retried(council) == [(place.workspace, place.channel)]


async def test_in_a_locked_thread_a_confirmed_click_is_answered_with_a_new_message(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    here = await card_in(server, council, platform)
    sent = await platform.post(here.place, VOTING, key=f"{RUN}/voting", again=False)
    (thread,) = server.threads()
    ann = server.person("ann")
    pressed = await ann.click(thread.messages[int(sent.id)], "Reveal names")
    sure = await pressed.private_reply()
    server.archive(thread, locked=True)

    confirmed = await ann.click(sure, "Reveal names")

    assert (await confirmed.private_reply()).text == "Noted."


@pytest.mark.parametrize("is_private", [False, True])
async def test_a_persons_thread_that_is_unlocked_is_told_what_it_refused(
    server: LocalDiscord, council: Council, platform: DiscordPlatform, *, is_private: bool
) -> None:
    await platform.connection.client.wait_until_ready()
    ann, channel = server.person("ann"), server.channel()
    if is_private:
        thread = server.private_thread("plans", channel, ann)
    else:
        thread = server.thread_on(await ann.say(channel, "Tabs?"), "tabs", ann)

    server.archive(thread, locked=True)
    thread.archived = thread.locked = False
    tell_update(server, thread)
    await server.wait_for(lambda: retried(council))

    assert set(retried(council)) == {(str(server.guild.id), str(channel.id))}


async def test_a_private_thread_to_which_council_is_added_is_told_what_it_refused(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    await platform.connection.client.wait_until_ready()
    channel = server.channel()
    thread = server.private_thread("plans", channel, server.person("ann"), with_bot=False)

    thread.members.add(server.bot.id)
    server.gateway.tell("THREAD_CREATE", thread.to_json(server.bot), channel=thread, intent=GUILDS)
    await server.wait_for(lambda: retried(council))

    assert retried(council) == [(str(server.guild.id), str(channel.id))]


async def test_a_server_that_takes_council_back_is_told_what_it_refused(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    await platform.connection.client.wait_until_ready()
    server.gateway.tell_guild_gone(server.guild)

    server.gateway.tell_guild(server.guild)
    await server.wait_for(lambda: retried(council))

    assert retried(council) == [(str(server.guild.id), "")]


async def test_more_permissions_of_a_role_a_new_role_and_a_lifted_time_out_tell_the_server_what_it_refused(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    await platform.connection.client.wait_until_ready()
    everyone = server.guild.to_json()["roles"][0]
    role = server.role("helper")
    server.gateway.tell_of(server.guild, "GUILD_ROLE_CREATE", {"role": everyone | {"id": str(role)}})
    more = str(int(everyone["permissions"]) | int(Permission.MANAGE_THREADS))
    server.gateway.tell_of(server.guild, "GUILD_ROLE_UPDATE", {"role": everyone | {"permissions": more}})
    await server.wait_for(lambda: len(retried(council)) == 1)

    server.bot.roles[role] = "helper"
    server.gateway.tell_of(server.guild, "GUILD_MEMBER_UPDATE", server.bot.member_json())
    await server.wait_for(lambda: len(retried(council)) == 2)

    for until in ("2199-01-01T00:00:00+00:00", None):
        member = server.bot.member_json() | {"communication_disabled_until": until}
        server.gateway.tell_of(server.guild, "GUILD_MEMBER_UPDATE", member)
    await server.wait_for(lambda: len(retried(council)) == 3)

    assert set(retried(council)) == {(str(server.guild.id), "")}
