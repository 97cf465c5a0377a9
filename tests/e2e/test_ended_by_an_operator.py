"""Tests of `council end RUN --why` from another process: the run stops in its process, and its thread shows the
reason."""

from pathlib import Path

import pytest

from council_core.storage.database import Database
from council_core.storage.runs import SqlRunStore
from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import environment
from tests.e2e.test_workers import PATIENCE
from tests.testbed.migrated import fresh_database
from tests.testbed.models import Hangs, ModelServer
from tests.testbed.slack import LocalSlack

QUESTION = "Tabs or spaces?"
WHY = "The provider's bill is being looked into."


async def latest(url: str) -> tuple[str, str]:
    """Return the id and the status of the newest run."""
    database = Database(url)
    try:
        (run,) = await SqlRunStore(database).latest(limit=1)
    finally:
        await database.aclose()
    return run.id, run.status


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
@pytest.mark.parametrize("stage", ["while members answer", "while people vote"])
async def test_the_thread_is_told_why_a_run_was_ended(
    request: pytest.FixtureRequest,
    slack: LocalSlack,
    models: ModelServer,
    tmp_path: Path,
    kind: str,
    stage: str,
) -> None:
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if kind == "postgres":
        url = await fresh_database(request.getfixturevalue("postgres"))
    variables = environment(
        models, tmp_path, DATABASE_URL=url, SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url, COUNCIL_VOTE_MINUTES="60", PORT="0",
    )  # fmt: skip
    if stage == "while members answer":
        models.always("claude-sonnet-5-5", Hangs())
    async with bot_process(variables, tmp_path):
        await slack.socket.connected(timeout=PATIENCE)
        await slack.person("alice").command("C1", "/council", QUESTION)
        shown = "3 of 4" if stage == "while members answer" else "# Verdict"
        await slack.message_with(shown, channel="C1")
        run_id, _ = await latest(url)

        command = ("bot", "end", run_id, "--why", WHY)
        (tmp_path / "operator").mkdir()
        async with bot_process(variables, tmp_path / "operator", command=command) as operator:
            code = await operator.ended()

        await slack.message_with(WHY, channel="C1")
        calls = len(models.journal.calls)

    assert code == 0
    assert await latest(url) == (run_id, "cancelled")
    assert len(models.journal.calls) == calls


async def test_the_next_process_tells_the_thread_of_a_run_ended_while_none_was_running(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path / 'council.db'}"
    variables = environment(
        models, tmp_path, DATABASE_URL=url, SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url, COUNCIL_VOTE_MINUTES="60", PORT="0",
    )  # fmt: skip
    models.always("claude-sonnet-5-5", Hangs())
    async with bot_process(variables, tmp_path) as killed:
        await slack.socket.connected(timeout=PATIENCE)
        await slack.person("alice").command("C1", "/council", QUESTION)
        await slack.message_with("3 of 4", channel="C1")
        await killed.kill()
    run_id, _ = await latest(url)
    (tmp_path / "operator").mkdir()
    command = ("bot", "end", run_id, "--why", WHY)
    async with bot_process(variables, tmp_path / "operator", command=command) as operator:
        code = await operator.ended()

    (tmp_path / "next").mkdir()
    async with bot_process(variables, tmp_path / "next"):
        await slack.message_with(WHY, channel="C1")

    assert code == 0
    assert await latest(url) == (run_id, "cancelled")
