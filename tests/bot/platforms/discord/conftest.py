"""Fixtures of the wire tests."""

from collections.abc import AsyncIterator

import pytest

from bot.platforms.discord.platform import DiscordPlatform
from tests.bot.platforms.discord.wire import Council, serving
from tests.testbed.discord import LocalDiscord, described


@pytest.fixture
async def server() -> AsyncIterator[LocalDiscord]:
    async with LocalDiscord(message_content=False, openapi=described()) as server:
        server.channel("council")
        yield server
        server.assert_no_complaints()


@pytest.fixture
def council() -> Council:
    return Council()


@pytest.fixture
async def platform(server: LocalDiscord, council: Council) -> AsyncIterator[DiscordPlatform]:
    async with serving(server, council) as platform:
        yield platform
