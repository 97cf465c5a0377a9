"""Tests of a bot that is killed in the middle of a run and restarted: nothing is lost, posted twice or paid twice."""

from collections import Counter
from pathlib import Path

import pytest

from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import MEMBERS, environment
from tests.stored import newest_run_in
from tests.testbed.migrated import fresh_database
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack

POINTS = {
    "while members answer": "The models are answering",
    "while members review": "Response D",
    "while the chairman concludes": "How the models rank",
    "while people vote": "Verdict",
}


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the URL of an empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'council.db'}"
    return await fresh_database(request.getfixturevalue("postgres"))


@pytest.mark.parametrize("words", POINTS.values(), ids=POINTS.keys())
async def test_a_power_cut_loses_nothing_and_repeats_nothing(
    words: str, database: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    models.latency = 0.3
    variables = environment(
        models, tmp_path, DATABASE_URL=database, SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url, COUNCIL_VOTE_MINUTES="0.05",
    )  # fmt: skip
    async with bot_process(variables, tmp_path) as bot:
        await slack.socket.connected()
        await slack.person("alice").command("C1", "/council", "Tabs or spaces?")
        await slack.message_with(words, channel="C1")

        await bot.kill()
        await bot.start()

        await slack.message_with("Ranking and names", channel="C1")
        assert await bot.stop() == 0
    (card,) = (message for message in slack.messages("C1") if message.thread_ts in (None, message.ts))
    headings = Counter(slack.words(message).splitlines()[0] for message in slack.thread("C1", card.ts))
    assert set(headings.values()) == {1}, headings
    run = await newest_run_in(database)
    assert (run.status, len(run.outcomes), len(run.reviews)) == ("revealed", 4, 4)
    assert len(models.journal.paid_twice()) <= len(MEMBERS), "more than what was under way at the kill"
