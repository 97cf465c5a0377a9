"""Runs each test over both connections between Slack and Council."""

from collections.abc import AsyncGenerator

import pytest

from tests.bot.platforms.slack.talk import Talk, talking


@pytest.fixture(params=["http", "socket"])
async def talk(request: pytest.FixtureRequest) -> AsyncGenerator[Talk]:
    """Yield Council in a local Slack; the test runs once over HTTP and once over Socket Mode."""
    async with talking(request.param) as made:
        yield made
