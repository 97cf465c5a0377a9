"""Tests of `/mcp`: the SDK's own client asks the council over streamable HTTP."""

import json
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any, cast

import httpx2
import pytest
from mcp import Client, MCPError
from mcp.client.streamable_http import streamable_http_client

from tests.bot.programs.conftest import AUTHORS, GIVEAWAYS, QUESTION, TOKENS
from tests.e2e.council_app import Serving
from tests.testbed.models import Hangs, ModelServer


@asynccontextmanager
async def connected(served: Serving, token: str = TOKENS["ci"]) -> AsyncGenerator[Client]:
    """Yield a client with a token."""
    url, headers = f"http://127.0.0.1:{served.port}/mcp", {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http), read_timeout_seconds=60) as client,
    ):
        yield client


async def test_a_program_asks_over_http_is_told_of_the_progress_and_reads_its_own_runs_alone(
    served: Serving,
) -> None:
    told: list[str] = []

    async def report(progress: float, total: float | None, message: str | None) -> None:
        told.append(message or "")

    async with connected(served) as client:
        asked = await client.call_tool("ask_the_council", {"question": QUESTION}, progress_callback=report)
        run = cast("dict[str, Any]", asked.structured_content)
    async with connected(served, TOKENS["ada"]) as other:
        refused = await other.call_tool("get_run", {"run": run["run"]})
        found = await other.call_tool("search_runs", {})

    assert (run["status"], sorted(each["author"] for each in run["responses"])) == (
        "revealed",
        sorted(AUTHORS),
    )
    assert any("of 4" in message for message in told)
    assert refused.is_error
    assert (refused.meta or {})["code"] == "unknown_run"
    assert found.structured_content == {"runs": []}


async def test_before_the_reveal_no_tool_tells_who_answers(served: Serving, models: ModelServer) -> None:
    models.always("gpt-6.1-sol", Hangs())
    async with connected(served) as client:
        asked = await client.call_tool("ask_the_council", {"question": QUESTION, "wait_seconds": 0})
        run = cast("dict[str, Any]", asked.structured_content)
        later = await client.call_tool(
            "get_run", {"run": run["run"], "with_responses": True, "wait_seconds": 1}
        )

    for result in (asked, later):
        said = json.dumps(result.structured_content) + str(result.content)
        assert not [word for word in GIVEAWAYS if word in said]


async def test_nobody_holds_a_stream_on_which_nothing_would_come(served: Serving) -> None:
    url, headers = f"http://127.0.0.1:{served.port}/mcp", {"Authorization": f"Bearer {TOKENS['ci']}"}
    async with httpx2.AsyncClient(headers=headers) as http:
        replies = [await http.request(method, url) for method in ("GET", "DELETE", "PUT")]

    assert [(reply.status_code, reply.headers["allow"]) for reply in replies] == [(405, "POST")] * 3
    assert replies[0].json()["code"] == "wrong_method"


async def test_without_a_token_there_is_no_connection(served: Serving) -> None:
    with pytest.raises((MCPError, BaseExceptionGroup)) as refused:
        async with connected(served, "nobody's"):
            pass

    assert "error response" in "".join(map(str, _all(refused.value)))


def _all(error: BaseException) -> list[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        group = cast("BaseExceptionGroup[BaseException]", error)
        return [inner for each in group.exceptions for inner in _all(each)]
    return [error]
