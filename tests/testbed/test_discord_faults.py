"""Faults of the local Discord, observed with the real discord.py client."""

from __future__ import annotations

from io import BytesIO

import aiohttp
import discord
import pytest

from tests.testbed.discord import (
    LocalDiscord,
    LostReply,
    NotOfferedError,
    Permission,
    RateLimits,
    Refusal,
    ResetBeforeEffect,
    Slow,
    Status,
    TooManyRequests,
)
from tests.testbed.sample_discord_bot import SEND, THREAD, SampleBot, ballot, text_channel


@pytest.mark.usefixtures("bot")
async def test_a_lost_reply_with_a_nonce_posts_once(server: LocalDiscord, bot: SampleBot) -> None:
    channel = text_channel(bot, server)
    server.fail(*SEND, LostReply(how="reset"))

    with pytest.raises(aiohttp.ServerDisconnectedError):
        await channel.send("once", nonce="run-1")
    again = await channel.send("once", nonce="run-1")

    assert [message.id for message in server.messages(server.channel("council"))] == [again.id]
    assert [call.committed for call in server.calls(*SEND)] == [True, True]


async def test_the_same_nonce_counts_no_longer_after_minutes(server: LocalDiscord, bot: SampleBot) -> None:
    channel = text_channel(bot, server)
    first = await channel.send("x", nonce="n")

    server.advance(200)
    second = await channel.send("x", nonce="n")

    assert first.id != second.id


async def test_a_reset_before_the_effect_leaves_nothing(server: LocalDiscord, bot: SampleBot) -> None:
    server.fail(*SEND, ResetBeforeEffect(), nth=2)
    channel = text_channel(bot, server)
    await channel.send("first")

    with pytest.raises(aiohttp.ClientError):
        await channel.send("second")

    assert [message.text for message in server.messages(server.channel("council"))] == ["first"]


async def test_scripted_refusals_reach_the_bot_with_their_code(server: LocalDiscord, bot: SampleBot) -> None:
    server.fail(*THREAD, Refusal(code=160004))
    server.fail(*THREAD, TooManyRequests(retry_after=200, scope="shared"), nth=2)
    message = await text_channel(bot, server).send("card")

    with pytest.raises(discord.HTTPException) as twice:
        await message.create_thread(name="x")
    with pytest.raises(discord.RateLimited) as limited:
        await message.create_thread(name="x")

    assert twice.value.code == 160004
    assert limited.value.retry_after == 200


async def test_a_429_is_waited_out(server: LocalDiscord, bot: SampleBot) -> None:
    server.fail(*SEND, TooManyRequests(retry_after=0.05, scope="global"))

    await text_channel(bot, server).send("patient")

    assert [call.status for call in server.calls(*SEND)] == [429, 200]


async def test_headers_of_a_bucket_pace_the_client(server: LocalDiscord, bot: SampleBot) -> None:
    server.limit_rates(RateLimits(per_route={" ".join(SEND): (2, 0.2)}))
    channel = text_channel(bot, server)

    for number in range(5):
        await channel.send(str(number))

    assert [call.status for call in server.calls(*SEND)] == [200] * 5


@pytest.mark.parametrize(
    ("denied", "code"),
    [
        (Permission.SEND_MESSAGES, 50013),
        (Permission.ATTACH_FILES, 50013),
        (Permission.VIEW_CHANNEL, 50001),
    ],
)
async def test_missing_permissions_refuse_a_post(
    server: LocalDiscord, bot: SampleBot, denied: Permission, code: int
) -> None:
    channel = text_channel(bot, server)
    server.deny(server.channel("council"), denied)

    with pytest.raises(discord.Forbidden) as refused:
        await channel.send("x", file=discord.File(BytesIO(b"a"), "a.md"))

    assert refused.value.code == code


async def test_threads_have_permissions_and_an_end(server: LocalDiscord, bot: SampleBot) -> None:
    place = server.channel("council")
    message = await text_channel(bot, server).send("card")
    server.deny(place, Permission.CREATE_PUBLIC_THREADS)
    with pytest.raises(discord.Forbidden):
        await message.create_thread(name="x")
    server.allow(place, Permission.CREATE_PUBLIC_THREADS)
    thread = await message.create_thread(name="x")
    post = await thread.send("post")
    server.archive(server.channels[thread.id])

    with pytest.raises(discord.HTTPException) as refused:
        await post.edit(content="changed")
    await thread.send("wakes it up")
    await post.edit(content="changed")

    assert refused.value.code == 50083
    assert [one.content async for one in thread.history(oldest_first=True)][1:] == ["changed", "wakes it up"]


async def test_mass_mentions_that_would_ring_are_complained_about(
    server: LocalDiscord, bot: SampleBot
) -> None:
    channel = text_channel(bot, server)

    await channel.send("hello @everyone")
    await channel.send("hello @everyone", allowed_mentions=discord.AllowedMentions.all())

    assert len(server.complaints) == 1
    with pytest.raises(AssertionError, match="@everyone"):
        server.assert_no_complaints()


@pytest.mark.usefixtures("bot")
async def test_people_bring_the_app_into_a_guild_without_it(server: LocalDiscord) -> None:
    channel = server.foreign_channel("elsewhere")

    with pytest.raises(NotOfferedError, match="cannot be installed by a person"):
        await server.person("alice").slash("slow", {}, channel)


async def test_a_slow_or_broken_discord_is_noticed_by_the_bot(server: LocalDiscord, bot: SampleBot) -> None:
    channel = text_channel(bot, server)
    server.fail(*SEND, Status(status=503))
    server.fail(*SEND, Slow(seconds=0.05), nth=2)

    with pytest.raises(discord.DiscordServerError):
        await channel.send("lost")
    await channel.send("slow")

    assert [message.text for message in server.messages(server.channel("council"))] == ["slow"]


@pytest.mark.usefixtures("bot")
async def test_waiting_in_vain_says_what_happened_last(server: LocalDiscord) -> None:
    with pytest.raises(
        AssertionError, match=r"Waited 0\.01 s in vain for a thread\.\n(.|\n)*PUT /applications"
    ):
        await server.wait_for(lambda: None, timeout=0.01, what="a thread")


async def test_a_card_of_the_old_kind_becomes_v2_only_when_emptied(
    server: LocalDiscord, bot: SampleBot
) -> None:
    message = await text_channel(bot, server).send("plain")

    with pytest.raises(discord.HTTPException, match="IS_COMPONENTS_V2"):
        await message.edit(view=ballot())
    await message.edit(content=None, view=ballot())

    assert server.messages(server.channel("council"))[0].labels == ["Vote A", "Vote B"]
