"""Tests of outgoing files: as large as the server allows, and the notice where no file may be attached."""

import os
from dataclasses import replace

import pytest

from bot.platforms.discord.drawing.limits import LARGEST_FILE
from bot.platforms.discord.platform import DiscordPlatform
from bot.post import File, Post, Prose, line
from bot.presentation.words import discord_words
from bot.presentation.words.ko import WORDS as KOREAN
from tests.bot.platforms.discord.wire import RUN, Council, channel_place, serving, settings_for
from tests.testbed.discord import LocalDiscord, Permission

KEY = f"{RUN}/export"
MIB = 1024 * 1024
LARGE = File(name="run.bin", media_type="application/octet-stream", content=os.urandom(LARGEST_FILE + MIB))
SMALL = File(name="whole-text.md", media_type="text/markdown", content=b"all of it")
EXPORT = Post(blocks=(line("This run as files."),), summary="This run as files.", files=(LARGE,))


def boost(server: LocalDiscord) -> None:
    """Raise the server to the second tier, from which Discord accepts files of 50 MiB."""
    server.guild.premium_tier, server.attachment_limit = 2, 50 * MIB


async def test_a_boosted_server_gets_larger_files_over_the_gateway(
    server: LocalDiscord, council: Council
) -> None:
    boost(server)
    async with serving(server, council) as platform:
        sent = await platform.post(channel_place(server), EXPORT, key=KEY, again=False)

    assert server.channel().messages[int(sent.id)].files["run.bin"].content == LARGE.content


async def test_a_worker_without_gateway_asks_how_large_a_file_may_be(server: LocalDiscord) -> None:
    boost(server)
    with server.library_points_here():
        worker = DiscordPlatform(settings_for(server), words=discord_words)
        sent = await worker.post(channel_place(server), EXPORT, key=KEY, again=False)
        await worker.connection.close()

    assert "run.bin" in server.channel().messages[int(sent.id)].files


async def test_what_is_too_large_is_told_of_and_the_rest_is_sent(
    server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    sent = await platform.post(channel_place(server), EXPORT, key=KEY, again=False)

    message = server.channel().messages[int(sent.id)]
    assert message.files == {}
    assert "Too large for Discord and left out: run.bin" in message.text.replace("\\", "")


LONG = Post(blocks=(Prose(text="word " * 1_000),), summary="A long text.")
WITHOUT = [
    ("a message", Post(blocks=(Prose(text="x" * 1_800),), summary="x", files=(SMALL,))),
    ("a card", LONG),
]


@pytest.mark.parametrize("post", [row[1] for row in WITHOUT], ids=[row[0] for row in WITHOUT])
async def test_without_the_right_to_attach_the_words_still_stand(
    post: Post, server: LocalDiscord, council: Council, platform: DiscordPlatform
) -> None:
    server.deny(server.channel(), Permission.ATTACH_FILES)

    sent = await platform.post(channel_place(server), replace(post, language="ko"), key=KEY, again=False)

    message = server.channel().messages[int(sent.id)]
    assert message.files == {}
    assert message.text.startswith(("xxx", "word"))
    assert KOREAN.discord.no_files_here(names="").strip() in message.text
