"""Tests that search engines and MCP servers are reached through the proxy of the settings and through no other."""

import pytest

from council_core.domain.tool import Found, ToolFailed
from tests.core.tools.test_mcp import opened
from tests.core.tools.test_search import SPEED, errand, search
from tests.testbed.mcp_server import TOKEN, over_http
from tests.testbed.proxy import proxying
from tests.testbed.search import SearchServer

NOWHERE = "http://127.0.0.1:1"


@pytest.fixture(autouse=True)
def _another_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the process a proxy that its settings do not name."""
    for name in ("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"):
        monkeypatch.setenv(name, NOWHERE)


async def test_a_search_engine_outside_is_asked_through_the_proxy() -> None:
    async with SearchServer([SPEED]) as server, proxying() as proxy:
        far = search(server, "tavily", TAVILY_URL="http://search.example", HTTPS_PROXY=proxy.url)
        result = await far.run({"query": "light"}, errand())

    assert proxy.hosts == ["search.example"]
    assert isinstance(result, ToolFailed)


async def test_a_search_engine_of_this_machine_is_asked_directly() -> None:
    async with SearchServer([SPEED]) as server, proxying() as proxy:
        result = await search(server, "searxng", HTTPS_PROXY=proxy.url).run({"query": "light"}, errand())

    assert isinstance(result, Found)
    assert proxy.hosts == []


async def test_an_mcp_server_outside_is_reached_through_the_proxy_and_one_of_this_machine_directly() -> None:
    async with proxying() as proxy, over_http() as url:
        async with opened("far=http://mcp.example/mcp", HTTPS_PROXY=proxy.url) as servers:
            far = await servers.tools()
        reached = {*proxy.hosts}
        async with opened(f"near={url}", MCP_NEAR_TOKEN=TOKEN, HTTPS_PROXY=proxy.url) as servers:
            near = await servers.tools()

    assert (far, reached) == ([], {"mcp.example"})
    assert near
    assert {*proxy.hosts} == {"mcp.example"}
