"""Tests of a copy that is made while questions are in progress: a server that is started on the copy continues them."""

import sqlite3
import stat
from contextlib import closing
from pathlib import Path

from tests.bot.cli.conftest import process
from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import environment
from tests.stored import newest_run
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack

QUESTIONS = 4


async def test_runs_go_on_from_a_copy_that_was_made_under_load(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    may_review = models.hold_reviews()
    variables = environment(
        models, tmp_path, SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url, COUNCIL_VOTE_MINUTES="0.05",
    )  # fmt: skip
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    async with bot_process(variables, tmp_path) as bot:
        await slack.socket.connected()
        for number in range(QUESTIONS):
            # # In channels of their own: Slack accepts one post a second in each.
            slack.add_channel(f"C{number}", f"channel-{number}")
            await slack.person("alice").command(f"C{number}", "/council", f"Tabs or spaces, {number}?")
        await slack.message_with("Response D", channel="C0")

        words = ("backup", str(elsewhere / "council.db"))
        async with process(tmp_path, *words, DATABASE_URL=variables["DATABASE_URL"]) as copying:
            copied = await copying.ends()
        await bot.kill()
    may_review.set()

    assert copied.code == 0, copied.err
    assert "complete and checked" in copied.out
    assert stat.S_IMODE((elsewhere / "council.db").stat().st_mode) == 0o600
    assert [file.name for file in elsewhere.iterdir()] == ["council.db"]
    under_way = (await newest_run(elsewhere)).status
    on_copy = {**variables, "DATABASE_URL": f"sqlite:///{elsewhere / 'council.db'}"}
    async with bot_process(on_copy, elsewhere) as again:
        await slack.wait_for(lambda: _statuses(elsewhere) == ["revealed"] * QUESTIONS)
        assert await again.stop() == 0
    assert under_way not in {"revealed", "failed"}


def _statuses(folder: Path) -> list[str]:
    with closing(sqlite3.connect(folder / "council.db")) as connection:
        return [status for (status,) in connection.execute("SELECT status FROM runs")]
