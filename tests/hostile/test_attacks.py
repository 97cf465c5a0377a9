"""Tests of every forbidden action, on both platforms and both databases, row by row (`tests.hostile.rows`)."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.hostile.arena import Arena, kept_beside_runs, outcome
from tests.hostile.on_discord import on_discord
from tests.hostile.on_slack import PRIVATE, on_slack
from tests.hostile.rows import FORGED, LEFT_OPEN, OLD_SCREEN, OUTSIDE, OWN_RUN, STRANGERS
from tests.testbed.models import ModelServer

ATTACKS = [*LEFT_OPEN, *OLD_SCREEN, *OWN_RUN, *STRANGERS]


@pytest.fixture
async def arena(
    request: pytest.FixtureRequest, models: ModelServer, database: str, tmp_path: Path
) -> AsyncIterator[Arena]:
    """Yield the private place on each platform."""
    if request.param == "slack":
        async with on_slack(models, tmp_path, DATABASE_URL=database) as slack:
            yield slack
        return
    thread = request.param == "discord thread"
    async with on_discord(models, tmp_path, thread=thread, DATABASE_URL=database) as discord:
        yield discord


@pytest.mark.parametrize(
    ("arena", "database"),
    [
        ("slack", "sqlite"),
        ("slack", "postgres"),
        ("discord thread", "sqlite"),
        ("discord channel", "postgres"),
    ],
    indirect=True,
)
async def test_no_attack_gets_through(arena: Arena, database: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", "bot.conversation.dispatch")
    before = await kept_beside_runs(database)

    wrong = [each for attack in ATTACKS for each in await outcome(attack, arena)]

    assert wrong == []
    refused = [record.getMessage() for record in caplog.records if "was refused" in record.getMessage()]
    assert len(refused) >= len(LEFT_OPEN) + len(OLD_SCREEN) + len(FORGED)
    assert "walrus" not in "\n".join(refused)
    assert await kept_beside_runs(database) == before


async def test_the_settings_of_a_private_channel_are_not_shown_to_somebody_who_names_it(
    models: ModelServer, tmp_path: Path
) -> None:
    """Slack's menu offers only a person's own channels; a forged choice can name any."""
    async with on_slack(models, tmp_path) as arena:
        eve = arena.slack.person("eve")
        await eve.open_home()
        await arena.slack.wait_for(lambda: eve.id in arena.slack.workspace.homes)

        told = await arena.chosen_at_home("eve", PRIVATE)

    assert OUTSIDE in " ".join(told.split())
    assert "Models" not in told
