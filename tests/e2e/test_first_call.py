"""Tests that a process's first question does not wait for connections that can be made before."""

from pathlib import Path

from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import environment
from tests.e2e.test_workers import PATIENCE
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack

SDKS = ("openai._client", "anthropic._client", "google.genai.client")


async def test_the_sdks_of_all_members_are_imported_before_anybody_asks(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    variables = environment(
        models, tmp_path, SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url, PYTHONPROFILEIMPORTTIME="1",
    )  # fmt: skip

    async with bot_process(variables, tmp_path) as bot:
        await slack.socket.connected(timeout=PATIENCE)
        for module in SDKS:
            await bot.says(f" {module}", seconds=PATIENCE)

    assert models.journal.calls == []
