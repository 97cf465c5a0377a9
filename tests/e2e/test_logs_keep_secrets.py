"""Tests of whole councils with all logging enabled: no key, token or answer appears in the log."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import environment
from tests.testbed.discord import LocalDiscord
from tests.testbed.models import Fails, ModelServer, Says
from tests.testbed.models.server import KEYS
from tests.testbed.slack import LocalSlack

ANSWER = "The wombat eats 100 %s of {grass} and \x1b[31mmore\x1b[0m\nERROR a line that nobody logged"
SAID = ("wombat", "a line that nobody logged")
QUESTION = "What does the echidna do at night?"


@pytest.fixture
async def secretive() -> AsyncIterator[LocalSlack]:
    """Yield a Slack with recognisable tokens."""
    async with LocalSlack(bot_token="xoxb-planted-bot-token", app_token="xapp-planted-app-token") as server:
        yield server
        server.assert_no_complaints()


def faults(models: ModelServer) -> None:
    """Script three members: one answers, one is refused with its key in the refusal, one fails with a payload."""
    models.always("gpt-6.1-sol", Says(text=ANSWER))
    models.always("vendor/quartz", Says(text=ANSWER))
    models.always(
        "claude-sonnet-5-5", Fails(status=401, message=f"Incorrect API key provided: {KEYS['anthropic']}")
    )
    models.always("gemini-4-argon", Fails(status=500, message=f"{ANSWER} (key={KEYS['google']})"))


def leaked(log: Path, secrets: tuple[str, ...]) -> dict[str, list[str]]:
    """Return the secrets in the log, each with the lines around it."""
    lines = log.read_text(errors="replace").splitlines()
    found = {secret: [line[:400] for line in lines if secret in line][:3] for secret in secrets}
    return {secret: where for secret, where in found.items() if where}


async def test_a_council_in_slack_logs_no_secret_and_no_answer(
    secretive: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    faults(models)
    variables = environment(
        models, tmp_path, SLACK_BOT_TOKEN="xoxb-planted-bot-token", SLACK_APP_TOKEN="xapp-planted-app-token",
        SLACK_API_URL=secretive.api_url, COUNCIL_VOTE_MINUTES="0",
    )  # fmt: skip
    async with bot_process(variables, tmp_path) as bot:
        await secretive.socket.connected()
        await secretive.person("alice").command("C1", "/council", QUESTION)
        await secretive.message_with("Ranking and names", channel="C1")
        await bot.stop()

    secrets = (*KEYS.values(), "xoxb-planted", "xapp-planted", "echidna", *SAID)
    assert leaked(bot.log, secrets) == {}
    assert "\x1b[31m" not in bot.log.read_text(errors="replace")
    assert re.search(r"run=|\"run\"", bot.log.read_text(errors="replace")), "nothing was logged at all"


async def test_a_council_on_discord_logs_no_secret_and_no_answer(models: ModelServer, tmp_path: Path) -> None:
    faults(models)
    async with LocalDiscord(token="planted.discord.token-0123456789") as discord:
        variables = environment(
            models, tmp_path, DISCORD_TOKEN=discord.token, DISCORD_API_URL=discord.rest_url,
            DISCORD_GATEWAY_URL=discord.gateway_url, COUNCIL_VOTE_MINUTES="0",
        )  # fmt: skip
        discord.channel("council")
        async with bot_process(variables, tmp_path) as bot:
            await discord.ready(60)
            alice = discord.person("alice")
            asked = await alice.slash("council ask", {"question": QUESTION}, discord.channel("council"))
            await asked.reply()
            await discord.wait_for(
                lambda: any(
                    "Ranking and names" in one.text
                    for thread in discord.threads()
                    for one in discord.messages(thread)
                ),
            )
            await bot.stop()

    assert leaked(bot.log, (*KEYS.values(), "planted.discord", "echidna", *SAID)) == {}
