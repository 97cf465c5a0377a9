"""Tests of runs that an earlier version carried when it was killed: this version continues them.

Each file in `tests/golden/stored/under_way` is the whole database of such a bot, the engine's own tables included, as
SQL: named after the commit that wrote it and the bot's activity. They are never rewritten.
"""

import asyncio
import json
import sqlite3
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import environment
from tests.e2e.slack_talk import press, told
from tests.stored import newest_run
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack

UNDER_WAY = Path(__file__).parents[1] / "golden" / "stored" / "under_way"

ALL_ASKED = {"gpt-6.1-sol": 3, "claude-sonnet-5-5": 2, "gemini-4-argon": 2, "vendor/quartz": 2}
"""Calls to each model in a whole run: an answer, a review, and the chairman for the verdict."""


def begun_before(name: str, folder: Path, slack: LocalSlack) -> None:
    """Put the database into the folder, and the channel's posts into the channel."""
    with closing(sqlite3.connect(folder / "council.db")) as connection:
        connection.executescript((UNDER_WAY / f"{name}.sql").read_text())
        rows = connection.execute("SELECT key, message FROM receipts ORDER BY rowid").fetchall()
    slack.workspace.next_ts()
    for key, message in rows:
        ref = json.loads(message)
        ts = slack.workspace.next_ts()
        assert ts == ref["id"]
        slack.put_message(
            channel="C1", ts=ts, text=f"before: {key}", user="UCOUNCIL", team_id="T1", bot_id="BCOUNCIL",
            app_id="ACOUNCIL", thread_ts=ref["place"]["thread"] or ts,
            metadata={"event_type": "council_part", "event_payload": {"key": key}},
        )  # fmt: skip


def variables(models: ModelServer, slack: LocalSlack, folder: Path) -> dict[str, str]:
    return environment(
        models, folder, SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token, SLACK_API_URL=slack.api_url
    )  # fmt: skip


def keys(slack: LocalSlack) -> Counter[str]:
    """Count the posts of each part of the run in the channel."""
    found = [post.metadata for post in slack.workspace.posts if post.metadata and not post.deleted]
    return Counter(each["event_payload"]["key"].partition("/")[2] for each in found)


def wait_until_failed(folder: Path) -> None:
    """Wait until the first run is stored as failed, which happens after its last post."""
    deadline = time.monotonic() + 60
    with closing(sqlite3.connect(folder / "council.db")) as connection:
        while not connection.execute("SELECT 1 FROM runs WHERE status = 'failed'").fetchall():
            assert time.monotonic() < deadline
            time.sleep(0.1)


@pytest.mark.parametrize(
    ("name", "behind"),
    [
        ("2b06a0f-answering", ["gpt-6.1-sol", "claude-sonnet-5-5", "gemini-4-argon"]),
        ("2b06a0f-reviewing", 2 * ["gpt-6.1-sol", "claude-sonnet-5-5", "gemini-4-argon"] + ["vendor/quartz"]),
        ("2b06a0f-voting", [*Counter(ALL_ASKED).elements()]),
        ("62d5fcc-answering", ["gpt-6.1-sol", "claude-sonnet-5-5", "gemini-4-argon"]),
        ("62d5fcc-reviewing", 2 * ["gpt-6.1-sol", "claude-sonnet-5-5", "gemini-4-argon"] + ["vendor/quartz"]),
        ("62d5fcc-voting", [*Counter(ALL_ASKED).elements()]),
    ],
)
async def test_a_run_that_an_earlier_version_began_ends_under_this_one(
    name: str, behind: Sequence[str], slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    begun_before(name, tmp_path, slack)

    async with bot_process(variables(models, slack, tmp_path), tmp_path) as bot:
        if not name.endswith("voting"):  # # The window ended while no process was running.
            ballot = await slack.message_with("No votes so far.")
            await slack.message_with("# Verdict", channel="C1")
            await press(slack, "alice", "End the vote and reveal", ballot)
        await slack.message_with("Ranking and names", channel="C1")
        assert await bot.stop() == 0

    run = await newest_run(tmp_path)
    assert (run.status, len(run.outcomes), len(run.reviews)) == ("revealed", 4, 4)
    assert set(keys(slack).values()) == {1}, keys(slack)
    left = Counter(ALL_ASKED) - Counter(behind)
    assert Counter({model: len(models.journal.of(model)) for model in ALL_ASKED}) == left


async def test_a_run_that_was_given_up_after_a_hundred_restarts_goes_on(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    begun_before("62d5fcc-voting", tmp_path, slack)
    with closing(sqlite3.connect(tmp_path / "council.db")) as connection, connection:
        connection.execute(
            "UPDATE workflow_status SET status = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED', recovery_attempts = 101"
        )

    async with bot_process(variables(models, slack, tmp_path), tmp_path) as bot:
        await slack.message_with("Ranking and names", channel="C1")
        assert await bot.stop() == 0

    assert (await newest_run(tmp_path)).status == "revealed"


@pytest.mark.parametrize(
    ("name", "step"),
    [("62d5fcc-reviewing", "review:openai:gpt-6.1-sol"), ("62d5fcc-voting", "synthesize:openai:gpt-6.1-sol")],
)
async def test_a_run_with_a_step_that_cannot_be_read_ends_with_a_word_and_can_be_asked_again(
    name: str, step: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    begun_before(name, tmp_path, slack)
    with closing(sqlite3.connect(tmp_path / "council.db")) as connection, connection:
        connection.execute("UPDATE operation_outputs SET output = '7' WHERE function_name = ?", [step])

    async with bot_process(variables(models, slack, tmp_path), tmp_path) as bot:
        # # The thread holds the answers already: they get their authors' names, and are not posted again.
        word = await slack.message_with("Council was updated while it worked on this question", channel="C1")
        await slack.message_with("# Response A · ", channel="C1")
        assert "came in" not in slack.words(word)
        assert sum(len(models.journal.of(model)) for model in ALL_ASKED) == 0
        await asyncio.to_thread(wait_until_failed, tmp_path)
        await press(slack, "alice", "Try again", word)
        await told(slack, "alice", "Asked once more")
        await slack.message_with("# Verdict", channel="C1")
        assert await bot.stop() == 0

    with closing(sqlite3.connect(tmp_path / "council.db")) as connection:
        kept = dict(
            connection.execute("SELECT status, (SELECT count(*) FROM outcomes WHERE run_id = id) FROM runs")
        )
    assert kept["failed"] == 4
    assert "this one cannot read its step" in bot.log.read_text()
    assert "Traceback" not in bot.log.read_text()
