"""Test of a channel with an earlier run that this version cannot read: new questions are answered without it."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from tests.e2e.bot_process import bot_process
from tests.e2e.slack_talk import press
from tests.e2e.test_faults_of_storage import in_slack
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack

NEWER = '{"version":99,"what":"of a newer Council"}'


@pytest.mark.parametrize("part", ["runs.question", "ballots.choice"])
async def test_a_new_question_is_answered_beside_a_run_that_cannot_be_read(
    slack: LocalSlack, models: ModelServer, tmp_path: Path, part: str
) -> None:
    settings = in_slack(models, slack, tmp_path, COUNCIL_LOG="INFO", COUNCIL_VOTE_MINUTES="0.1")
    async with bot_process(settings, tmp_path) as bot:
        await slack.socket.connected()
        await slack.person("alice").command("C1", "/council", "Tabs or spaces in Python?")
        ballot = await slack.message_with("No votes so far.", channel="C1")
        await press(slack, "alice", "Response A", ballot)
        await slack.message_with("Ranking and names", channel="C1")
        await bot.stop()
    spoil(tmp_path / "council.db", part)

    async with bot_process(settings, tmp_path) as bot:
        await slack.socket.connected()
        await slack.person("bob").command("C1", "/council", "Tabs or spaces in Python files?")
        await slack.wait_for(lambda: both_are_ranked(slack))
        assert await bot.stop() == 0

    said = bot.log.read_text()
    assert "Traceback" not in said
    assert "stands still" not in said
    # No new question needs the words of an earlier one.
    assert ("is left out until its row is mended or deleted" in said) == (part == "ballots.choice")


def spoil(file: Path, part: str) -> None:
    """Write a value of a newer version into this column of every row."""
    table, column = part.split(".")
    with closing(sqlite3.connect(file)) as connection, connection:
        connection.execute(f"UPDATE {table} SET {column} = ?", (NEWER,))  # noqa: S608  # names from this file


def both_are_ranked(slack: LocalSlack) -> bool:
    cards = [each for each in slack.messages("C1") if each.thread_ts in (None, each.ts)]
    ranked = [
        any("Ranking and names" in slack.words(post) for post in slack.thread("C1", card.ts))
        for card in cards
    ]
    return len(ranked) == 2 and all(ranked)
