"""Tests of the whole product behind Discord's interactions endpoint, without a gateway: the same story as over the
gateway."""

from pathlib import Path

from tests.e2e.discord_talk import in_discord
from tests.e2e.times import TIMES
from tests.golden_files import assert_golden
from tests.testbed.discord import LocalDiscord, described
from tests.testbed.models import ModelServer


async def test_a_question_over_http_becomes_the_same_thread_as_over_the_gateway(
    models: ModelServer, tmp_path: Path
) -> None:
    models.has_points = True
    async with LocalDiscord(openapi=described()) as discord:
        over_http = {
            "DISCORD_RECEIVES": "http",
            "DISCORD_PUBLIC_KEY": discord.endpoint.public_key,
            "PORT": "0",
        }
        async with in_discord(models, discord, tmp_path, **over_http) as talk:
            bob = discord.person("bob")
            await talk.ask()
            ballot = await talk.posted("Which response is best?")
            await talk.posted("Verdict")
            for letter in "BC":
                await talk.press(bob, ballot, f"Response {letter}")
            await talk.reveal(ballot)
            for ending in ("Best: ", "revealed the names"):
                await discord.wait_for(lambda ending=ending: ending in discord.transcript(talk.channel))
            seen = discord.transcript(talk.channel, names=TIMES)
        discord.assert_no_complaints()

    assert discord.identifies == 0
    assert_golden("e2e/discord.txt", seen)
