"""Tests that a proxy is used for outside hosts, and never for this machine."""

from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from council_core.providers.complete import Models
from council_core.providers.settings import ProviderSettings
from tests.core.providers.asking import failure_from, reply_from, said
from tests.testbed.models import ModelServer
from tests.testbed.proxy import Proxy, proxying


@pytest.fixture
async def proxy() -> AsyncIterator[Proxy]:
    async with proxying() as proxy:
        yield proxy


async def test_a_host_outside_is_reached_through_the_proxy(proxy: Proxy) -> None:
    settings = ProviderSettings.from_mapping(
        {
            "COMPATIBLE_BASE_URL": "http://models.example/v1",
            "HTTPS_PROXY": proxy.url,
            "NO_PROXY": "other.example",
        }
    )
    models = Models(settings)

    failure = await failure_from(models, "compatible:some-model")

    assert '"proxied"' in said(failure)
    assert proxy.hosts == ["models.example"]
    await models.close()


@pytest.mark.parametrize("no_proxy", ["127.0.0.2", "other.example,127.0.0.2", "*"])
async def test_a_host_in_no_proxy_is_reached_directly(no_proxy: str, proxy: Proxy) -> None:
    settings = ProviderSettings.from_mapping(
        {"COMPATIBLE_BASE_URL": "http://127.0.0.2:1/v1", "HTTPS_PROXY": proxy.url, "NO_PROXY": no_proxy}
    )
    models = Models(replace(settings, first_pause=0.001))

    failure = await failure_from(models, "compatible:some-model")

    assert failure.reason == "unreachable"
    assert proxy.hosts == []
    await models.close()


async def test_this_machine_is_reached_directly(proxy: Proxy, server: ModelServer) -> None:
    settings = ProviderSettings.from_mapping(server.environment() | {"HTTPS_PROXY": proxy.url})
    models = Models(settings)

    await reply_from(models, "ollama:llama3.2")

    assert proxy.hosts == []
    await models.close()
