"""Local models for attacks on the whole product."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.e2e.discord_talk import PATIENCE
from tests.testbed.migrated import fresh_database
from tests.testbed.models import ModelServer


@pytest.fixture
async def models() -> AsyncIterator[ModelServer]:
    """Yield a local server that all providers lead to."""
    async with ModelServer() as server:
        yield server


@pytest.fixture(autouse=True)
def nothing_is_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make the bot ask platforms each time, so that no test waits for a cached answer to expire."""
    monkeypatch.setattr("bot.platforms.slack.connection.access.MEMBERS_SECONDS", 0.0)
    monkeypatch.setattr("bot.platforms.discord.connection.access.SECONDS", 0.0)


@pytest.fixture(autouse=True)
def nothing_comes_too_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for every reply: of some thousand clicks on a busy machine a few take longer than Discord's three seconds,
    and these tests are about what is said, not when."""
    monkeypatch.setattr("tests.testbed.discord.interaction.FIRST_RESPONSE_SECONDS", PATIENCE)
    monkeypatch.setattr("bot.platforms.discord.listening.answering.SECONDS_UNTIL_THINKING", PATIENCE)


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Return the database that keeps the runs."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'council.db'}"
    return await fresh_database(request.getfixturevalue("postgres"))
