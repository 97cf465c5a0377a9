"""The local Discord, used with the real discord.py client."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import discord
import pytest

from tests.testbed.discord import LocalDiscord, NotOfferedError, Upload
from tests.testbed.discord.openapi import DESCRIPTION, load
from tests.testbed.sample_discord_bot import SampleBot, ballot, running, text_channel


@pytest.mark.usefixtures("bot")
async def test_a_question_gets_a_card_a_thread_and_posts(server: LocalDiscord) -> None:
    alice, channel = server.person("alice"), server.channel("council")

    asked = await alice.slash("council", {"ask": {"question": "Tabs or spaces?"}}, channel)
    card = await server.wait_for_message(channel, "(done)")

    assert card.thread is not None
    assert card.thread.id == card.id
    assert asked.acknowledged_after is not None
    assert not asked.failed
    assert [message.text for message in server.messages(card.thread)][1:] == [
        "Response A",
        "Response A\nResponse B",
    ]
    assert server.transcript(channel) == (
        "#council\n"
        "    Council (answering /council ask):\n"
        "        Asked: Tabs or spaces? (done)\n"
        '        thread "Tabs or spaces?"\n'
        "            Council:\n"
        "                Response A\n"
        "                file response_a.md (9 bytes)\n"
        "            Council:\n"
        "                | Response A\n"
        "                |   [Vote A]\n"
        "                | Response B\n"
        "                |   [Vote B]\n"
    )
    server.assert_no_complaints()


async def test_a_click_on_a_dynamic_button_answers_only_the_person(
    server: LocalDiscord, bot: SampleBot
) -> None:
    alice, bob, channel = server.person("alice"), server.person("bob"), server.channel("council")
    await text_channel(bot, server).send(view=ballot())
    message = await server.wait_for_message(channel, "Response A")

    clicked = await alice.click(message, "Vote B")
    reply = await clicked.private_reply()

    assert reply.text == "Your vote: B"
    assert "Council (answering [Vote B]; only alice sees this):" in server.transcript(channel)
    with pytest.raises(NotOfferedError):
        await bob.click(reply, "anything")
    with pytest.raises(NotOfferedError):
        await alice.click(message, "Vote C")


async def test_a_redelivered_click_cannot_be_answered_twice(server: LocalDiscord, bot: SampleBot) -> None:
    channel = server.channel("council")
    await text_channel(bot, server).send(view=ballot())
    clicked = await server.person("alice").click(server.messages(channel)[-1], "sample:vote:A")
    await clicked.acknowledged()

    clicked.redeliver()

    await server.wait_for(lambda: clicked.refusals)
    assert clicked.refusals == [40060]
    assert len(clicked.ephemerals) == 1


@pytest.mark.usefixtures("bot")
async def test_a_modal_takes_what_the_person_fills_in(server: LocalDiscord) -> None:
    alice = server.person("alice")
    opened = await alice.slash("feedback", {}, server.channel("council"))
    await opened.opened_modal()

    with pytest.raises(NotOfferedError, match="50 characters"):
        await alice.submit_modal(opened, {"Words": "x" * 51, "Mood": "good"})
    notes = [Upload(name="a.txt", content=b"abc")]
    submitted = await alice.submit_modal(
        opened, {"Words": "Nice", "Mood": "good", "Chair": "bob", "Public": False, "Notes": notes}
    )

    assert (await submitted.private_reply()).text == "Nice, good, bob, False, a.txt: abc"


@pytest.mark.usefixtures("bot")
async def test_autocomplete_and_the_message_menu_reach_the_bot(server: LocalDiscord) -> None:
    alice, channel = server.person("alice"), server.channel("council")
    said = await alice.say(channel, "hello")

    typed = await alice.autocomplete("feedback", {"topic": "f"}, channel, focused="topic")
    quoted = await alice.context_menu("Quote", said)

    assert [choice["name"] for choice in typed.choices or []] == ["food", "fun"]
    assert (await quoted.reply()).text == "alice wrote: hello"


@pytest.mark.usefixtures("bot")
async def test_a_command_that_is_not_synced_is_not_offered(server: LocalDiscord) -> None:
    with pytest.raises(NotOfferedError, match="no command 'vote'"):
        await server.person("alice").slash("vote", {}, server.channel("council"))
    with pytest.raises(NotOfferedError, match="Required options are missing"):
        await server.person("alice").slash("council ask", {}, server.channel("council"))

    assert len(server.complaints) == 1


@pytest.mark.usefixtures("bot")
async def test_an_interaction_not_acknowledged_in_time_fails(server: LocalDiscord) -> None:
    asked = await server.person("alice").slash("slow", {}, server.channel("council"))

    server.advance(3.1)
    await server.wait_for(lambda: asked.refusals)

    assert asked.failed
    assert asked.refusals == [10062]
    assert not asked.messages


async def test_a_click_while_the_gateway_is_away_arrives_by_resume(
    server: LocalDiscord, bot: SampleBot
) -> None:
    channel = server.channel("council")
    await text_channel(bot, server).send(view=ballot())

    async with server.gateway_down():
        clicked = await server.person("alice").click(server.messages(channel)[-1], "Vote A")

    assert (await clicked.private_reply()).text == "Your vote: A"
    assert (server.identifies, server.resumes) == (1, 1)


async def test_a_bot_killed_and_started_again_hears_clicks_on_old_cards(server: LocalDiscord) -> None:
    alice, channel = server.person("alice"), server.channel("council")
    async with process(server) as first:
        await server.ready()
        await alice.slash("council ask", {"question": "Why?"}, channel)
        thread = await server.wait_for_thread(await server.wait_for_message(channel, "(done)"))
        first.kill()
        await server.wait_for(lambda: not server.gateway.connected)

    async with process(server):
        await server.ready(identifies=2)
        clicked = await alice.click(server.messages(thread)[-1], "Vote A")

        assert (await clicked.private_reply()).text == "Your vote: A"


@asynccontextmanager
async def process(server: LocalDiscord) -> AsyncGenerator[asyncio.subprocess.Process]:
    """Run the sample bot as a process of its own; kill it at the end."""
    place = (server.rest_url, server.gateway_url, server.token)
    command = (sys.executable, "-m", "tests.testbed.sample_discord_bot", *place)
    bot = await asyncio.create_subprocess_exec(*command, cwd=Path(__file__).parents[2])
    try:
        yield bot
    finally:
        if bot.returncode is None:
            bot.kill()
        await bot.wait()


@pytest.mark.parametrize("resumable", [True, False])
@pytest.mark.usefixtures("bot")
async def test_an_invalid_session_is_resumed_or_begun_anew(server: LocalDiscord, resumable: bool) -> None:
    await server.invalidate_session(resumable=resumable)

    expected = (1, 1) if resumable else (2, 0)
    await server.wait_for(lambda: (server.identifies, server.resumes) == expected)


@pytest.mark.usefixtures("bot")
async def test_a_reconnect_request_and_an_abrupt_end_are_resumed(server: LocalDiscord) -> None:
    await server.request_reconnect()
    await server.wait_for(lambda: server.resumes == 1)
    await server.drop_gateway(None)

    await server.wait_for(lambda: server.resumes == 2)
    assert server.identifies == 1


@pytest.mark.parametrize("opted_in", [True, False])
async def test_content_reaches_only_bots_that_may_read_it(server: LocalDiscord, opted_in: bool) -> None:
    alice, channel = server.person("alice"), server.channel("council")
    async with running(server, message_content=opted_in) as bot:
        await alice.say(channel, "psst")
        await alice.say(channel, "you there", mentions_bot=True)
        await alice.say(server.dm(alice), "in private")

        await server.wait_for(lambda: len(bot.heard) == 3)

    assert bot.heard == ["psst" if opted_in else "", f"{server.bot.mention} you there", "in private"]


async def test_a_wrong_token_is_refused_by_rest_and_gateway(server: LocalDiscord) -> None:
    with server.library_points_here():
        async with SampleBot() as bot:
            with pytest.raises(discord.LoginFailure):
                await bot.start("wrong")


async def test_what_discord_py_sends_agrees_with_discords_own_description() -> None:
    if not DESCRIPTION.exists():
        pytest.skip("Discord's OpenAPI description does not lie beside the repository.")
    async with LocalDiscord(openapi=load()) as server, running(server) as bot:
        alice, channel = server.person("alice"), server.channel("council")

        await alice.slash("council ask", {"question": "Tabs or spaces?"}, channel)
        card = await server.wait_for_message(channel, "(done)")
        opened = await alice.slash("feedback", {}, channel)
        await opened.opened_modal()
        await text_channel(bot, server).get_partial_message(card.id).reply("noted", silent=True)

        server.assert_no_complaints()
