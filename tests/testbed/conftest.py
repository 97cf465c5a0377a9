"""Fixtures: the local Discord with the sample bot on it."""

from collections.abc import AsyncIterator

import pytest

from tests.testbed.discord import LocalDiscord
from tests.testbed.sample_discord_bot import SampleBot, running


@pytest.fixture
async def server() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord() as server:
        server.channel("council")
        yield server


@pytest.fixture
async def bot(server: LocalDiscord) -> AsyncIterator[SampleBot]:
    async with running(server) as bot:
        yield bot
