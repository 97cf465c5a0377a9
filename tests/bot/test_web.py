"""The one HTTP server: health, what platforms receive, and an orderly end."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import aiohttp
import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import BaseRoute, Route

from bot.web import serve_http
from council_core.errors import SettingsError


@asynccontextmanager
async def served(*routes: BaseRoute, trouble: str = "") -> AsyncGenerator[tuple[str, asyncio.Task[None]]]:
    """A server on a free port of this machine; its address and its task."""

    async def healthy() -> str:
        return trouble

    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve_http(routes, healthy, port=0, listening=port.set_result))
    try:
        yield f"http://127.0.0.1:{await port}", serving
    finally:
        serving.cancel()
        await asyncio.wait({serving})


@pytest.mark.parametrize(
    ("trouble", "status", "body"),
    [("", 200, {"status": "ok"}), ("database", 503, {"status": "trouble", "trouble": "database"})],
)
async def test_health_is_told_with_what_is_wrong(trouble: str, status: int, body: dict[str, str]) -> None:
    async with (
        served(trouble=trouble) as (url, _),
        aiohttp.ClientSession() as http,
        http.get(f"{url}/healthz") as reply,
    ):
        assert (reply.status, await reply.json()) == (status, body)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/", 404), ("GET", "/slack/events", 404), ("POST", "/healthz", 405)],
)
async def test_nothing_else_is_there(method: str, path: str, status: int) -> None:
    async with (
        served() as (url, _),
        aiohttp.ClientSession() as http,
        http.request(method, f"{url}{path}") as reply,
    ):
        assert reply.status == status


async def test_a_port_that_is_taken_is_a_setting_to_mend() -> None:
    async def healthy() -> str:
        return ""

    with socket.create_server(("0.0.0.0", 0)) as other:  # where the server would listen too
        port = other.getsockname()[1]
        with pytest.raises(
            SettingsError, match=rf"PORT {port} cannot be used: Address already in use\. Stop"
        ):
            await serve_http([], healthy, port=port, listening=lambda port: None)


async def test_a_stopped_server_answers_what_is_under_way_and_then_ends() -> None:
    asked, may_answer = asyncio.Event(), asyncio.Event()

    async def slow(request: Request) -> PlainTextResponse:
        asked.set()
        await may_answer.wait()
        return PlainTextResponse("done")

    async with served(Route("/slow", slow)) as (url, serving), aiohttp.ClientSession() as http:

        async def ask() -> str:
            async with http.get(f"{url}/slow") as reply:
                return await reply.text()

        asking = asyncio.create_task(ask())
        await asked.wait()
        serving.cancel()
        await asyncio.sleep(0)
        may_answer.set()

        assert await asking == "done"
        await asyncio.wait({serving})
        assert serving.cancelled()
        with pytest.raises(aiohttp.ClientConnectionError):
            await http.get(f"{url}/healthz")
