"""Local models and a local Slack, for whole runs."""

from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.e2e.council_app import Serving, environment, serving
from tests.e2e.discord_talk import Talk, in_discord
from tests.testbed.discord import LocalDiscord, described
from tests.testbed.models import ModelServer
from tests.testbed.slack import LocalSlack

DEMO = {"COUNCIL_MEMBERS": "demo:ada, demo:blaise", "COUNCIL_VOTE_MINUTES": "0"}
"""Settings with members that need no model and without a vote, for tests of everything around a run."""


@pytest.fixture
async def models() -> AsyncIterator[ModelServer]:
    """Yield a local server that all providers lead to."""
    async with ModelServer() as server:
        yield server


@pytest.fixture
async def slack() -> AsyncIterator[LocalSlack]:
    """Yield a strict local Slack; its complaints fail the test."""
    async with LocalSlack() as server:
        yield server
        server.assert_no_complaints()


@pytest.fixture
async def over_http(models: ModelServer, slack: LocalSlack, tmp_path: Path) -> AsyncIterator[Serving]:
    """Yield the product, reached by Slack over signed HTTP."""
    async with in_slack("http", models, slack, tmp_path) as served:
        yield served


@pytest.fixture(params=["http", "socket"])
async def either_way(
    request: pytest.FixtureRequest, models: ModelServer, slack: LocalSlack, tmp_path: Path
) -> AsyncIterator[Serving]:
    """Yield the product, reached by Slack in both ways in turn."""
    async with in_slack(request.param, models, slack, tmp_path) as served:
        yield served


@pytest.fixture
async def slack_demo(models: ModelServer, slack: LocalSlack, tmp_path: Path) -> AsyncIterator[Serving]:
    """Yield the product in Slack with members of the demonstration."""
    async with in_slack("http", models, slack, tmp_path, **DEMO) as served:
        yield served


@pytest.fixture
async def discord_demo(models: ModelServer, tmp_path: Path) -> AsyncIterator[Talk]:
    """Yield the product in a strict local Discord with members of the demonstration."""
    async with LocalDiscord(message_content=False, openapi=described()) as server:
        async with in_discord(models, server, tmp_path, **DEMO) as talk:
            yield talk
        server.assert_no_complaints()


@asynccontextmanager
async def in_slack(
    transport: str, models: ModelServer, slack: LocalSlack, folder: Path, **changes: str
) -> AsyncGenerator[Serving]:
    """Serve the product in a workspace."""
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
