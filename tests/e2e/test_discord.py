"""Tests of one whole question: an INTERACTION_CREATE through the gateway to the real client in a process of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import environment
from tests.e2e.times import TIMES
from tests.golden_files import assert_golden
from tests.testbed.discord import LocalDiscord, described
from tests.testbed.models import Fails, ModelServer

QUESTION = "Tabs or spaces?"


@pytest.fixture
async def discord_server() -> AsyncIterator[LocalDiscord]:
    """Yield a strict local Discord; its complaints fail the test."""
    async with LocalDiscord(openapi=described()) as server:
        yield server
        server.assert_no_complaints()


@pytest.fixture
async def in_discord(
    models: ModelServer, discord_server: LocalDiscord, tmp_path: Path
) -> AsyncIterator[LocalDiscord]:
    """Serve the product in a server, with letters that are always the same."""
    variables = environment(
        models, tmp_path, DISCORD_TOKEN=discord_server.token, DISCORD_API_URL=discord_server.rest_url,
        DISCORD_GATEWAY_URL=discord_server.gateway_url,
    )  # fmt: skip
    async with bot_process(variables, tmp_path, command=["tests.e2e.seeded_bot"]):
        await discord_server.ready(60)
        yield discord_server


async def test_a_question_becomes_a_thread_with_every_stage(
    in_discord: LocalDiscord, models: ModelServer
) -> None:
    models.has_points = True
    channel, alice, bob = in_discord.channel("council"), in_discord.person("alice"), in_discord.person("bob")

    asked = await alice.slash("council ask", {"question": QUESTION}, channel)
    card = await asked.reply()
    thread = await in_discord.wait_for_thread(card)
    voting = await in_discord.wait_for_message(thread, "Which response is best?")
    await in_discord.wait_for_message(thread, "Verdict")
    await (await bob.click(voting, "Response B")).private_reply()
    await (await bob.click(voting, "Response C")).private_reply()
    sure = await (await alice.click(voting, "End the vote and reveal")).private_reply()
    await alice.click(sure, "End the vote and reveal")
    await in_discord.wait_for_message(thread, "Ranking and names")
    for ending in ("Best: ", "revealed the names"):
        await in_discord.wait_for(lambda ending=ending: ending in in_discord.transcript(channel))

    assert_golden("e2e/discord.txt", in_discord.transcript(channel, names=TIMES))


async def test_the_same_interaction_twice_makes_one_run(in_discord: LocalDiscord) -> None:
    channel = in_discord.channel("council")
    asked = await in_discord.person("alice").slash("council ask", {"question": QUESTION}, channel)
    card = await asked.reply()

    asked.redeliver()
    thread = await in_discord.wait_for_thread(card)
    await in_discord.wait_for_message(thread, "Verdict")

    assert in_discord.transcript(channel).count("How the models rank the responses") == 1


async def test_too_few_answers_are_said_plainly(in_discord: LocalDiscord, models: ModelServer) -> None:
    for name in ("gpt-6.1-sol", "claude-sonnet-5-5", "gemini-4-argon"):
        models.always(name, Fails(status=401))
    channel = in_discord.channel("council")

    await in_discord.person("alice").slash("council ask", {"question": QUESTION}, channel)
    await in_discord.wait_for(lambda: "No result" in in_discord.transcript(channel))
    await in_discord.wait_for(lambda: "Answer by Quartz" in in_discord.transcript(channel))
    await in_discord.wait_for(lambda: "[Cancel]" not in in_discord.transcript(channel))

    assert_golden("e2e/discord-too-few.txt", in_discord.transcript(channel, names=TIMES))
