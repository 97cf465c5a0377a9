"""Tests of one run's story in the operator's log: a failing member, a restart, the end."""

import re
from pathlib import Path

from tests.e2e.bot_process import bot_process
from tests.e2e.council_app import environment
from tests.e2e.slack_talk import press
from tests.golden_files import assert_golden
from tests.testbed.models import Fails, ModelServer
from tests.testbed.slack import LocalSlack

CHANGING = {
    r"\d{4}-\d\d-\d\dT[\d:.]+Z": "TIME",
    r"\br[0-9a-hjkmnp-tv-z]{16}\b": "RUN",
    r"\d+\.\d s\b": "N s",
    r"[\d,]+ tokens(, about \$[\d.]+)?": "N tokens, about $N",
}
"""Parts that differ from run to run: pattern -> text in the golden file."""


def story(log: str) -> str:
    """Return the log lines of runs, without parts that differ between runs."""
    for pattern, instead in CHANGING.items():
        log = re.sub(pattern, instead, log)
    return "\n".join(line for line in log.splitlines() if "run=" in line)


async def test_the_log_tells_a_run_with_a_failing_member_and_a_restart(
    slack: LocalSlack, models: ModelServer, tmp_path: Path
) -> None:
    models.script("gpt-6.1-sol", Fails(status=401))
    variables = environment(
        models, tmp_path, SLACK_BOT_TOKEN="xoxb-local", SLACK_APP_TOKEN=slack.app_token,
        SLACK_API_URL=slack.api_url, COUNCIL_LOG="INFO", COUNCIL_LOG_FORMAT="text",
    )  # fmt: skip
    async with bot_process(variables, tmp_path) as bot:
        await slack.socket.connected()
        await slack.person("alice").command("C1", "/council", "Tabs or spaces?")
        await slack.message_with("Verdict", channel="C1")
        ballot = await slack.message_with("Which response is best?", channel="C1")
        await press(slack, "bob", "Response B", ballot)
        await slack.message_with("1 vote so far", channel="C1")
        await bot.kill()
        before = bot.log.read_text()

        await bot.start()
        await slack.wait_for(lambda: slack.socket.opened == 2)
        await press(slack, "alice", "End the vote and reveal", ballot)
        await slack.message_with("Best: ", channel="C1")
        assert await bot.stop() == 0
    after = bot.log.read_text()[len(before) :]

    told = f"{story(before)}\n\n--- killed, and started again ---\n\n{story(after)}"
    assert_golden("e2e/log.txt", told)
    assert "will be unused" not in before, "a warning at each start that says nothing to anybody"
    assert "Tabs or spaces?" not in before + after
