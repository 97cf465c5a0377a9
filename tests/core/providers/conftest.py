"""A model server on loopback, and the models of Council that lead to it."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from council_core.providers.complete import Models
from council_core.providers.settings import ProviderSettings
from tests.testbed.models import ModelServer


@pytest.fixture
async def server() -> AsyncIterator[ModelServer]:
    async with ModelServer() as server:
        yield server


@pytest.fixture
def settings(server: ModelServer) -> ProviderSettings:
    """Return settings as from the environment, with pauses short enough for tests."""
    return replace(
        ProviderSettings.from_mapping(server.environment()), first_pause=0.002, demo_seconds=(0.0, 0.0)
    )


@pytest.fixture
async def models(settings: ProviderSettings) -> AsyncIterator[Models]:
    models = Models(settings)
    yield models
    await models.close()
