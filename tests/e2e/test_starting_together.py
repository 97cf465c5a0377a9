"""Tests of several processes that start at the same moment on an empty Postgres: tables are created once, and none
fails."""

from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from tests.e2e.bot_process import BotProcess, bot_process
from tests.e2e.council_app import environment
from tests.e2e.watching import port_of
from tests.testbed.models import ModelServer
from tests.testbed.postgres import new_database
from tests.testbed.slack import LocalSlack

CREWS = {
    "one that receives and two that work": ("ingress", "worker", "worker"),
    "three that do everything": ("all", "all", "all"),
}


def lines_with(words: str, bots: Sequence[BotProcess]) -> list[str]:
    """Return the lines of all logs that hold these words."""
    return [line for bot in bots for line in bot.log.read_text().splitlines() if words in line]


@pytest.mark.parametrize("roles", CREWS.values(), ids=CREWS.keys())
async def test_processes_that_start_together_make_the_tables_once_and_nobody_fails(
    roles: Sequence[str], postgres: str, slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    # # Over HTTP, since only one process may hold one of Slack's sockets.
    variables = environment(
        models, tmp_path, DATABASE_URL=await new_database(postgres), SLACK_BOT_TOKEN="xoxb-local",
        SLACK_API_URL=slack.api_url, SLACK_SIGNING_SECRET=slack.signing_secret, PORT="0",
        COUNCIL_VOTE_MINUTES="0", COUNCIL_LOG="INFO",
    )  # fmt: skip
    async with AsyncExitStack() as stack:
        bots: list[BotProcess] = []
        for number, role in enumerate(roles):
            home = tmp_path / f"{role}-{number}"
            home.mkdir()
            command = ("bot", "serve", "--role", role)
            bots.append(await stack.enter_async_context(bot_process(variables, home, command=command)))
        ports = [await port_of(bot) for bot in bots]

        slack.bot_url = f"http://127.0.0.1:{ports[0]}/slack/events"
        await slack.person("alice").command("C1", "/council", "Tabs or spaces?")
        await slack.message_with("Ranking and names", channel="C1")
        codes = [await bot.stop() for bot in bots]

    assert codes == [0, 0, 0]
    assert len(lines_with("the tables of the database are made", bots)) == 1
    assert lines_with('"level": "error"', bots) == []
    assert lines_with("Traceback", bots) == []
