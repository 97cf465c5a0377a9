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

from bot.ports import Condition
from bot.watching.health import Health
from bot.web import health_routes, serve_http
from council_core.errors import SettingsError


@asynccontextmanager
async def served(*routes: BaseRoute) -> AsyncGenerator[tuple[str, asyncio.Task[None]]]:
    """A server on a free port of this machine; its address and its task."""
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(serve_http(routes, port=0, listening=port.set_result))
    try:
        yield f"http://127.0.0.1:{await port}", serving
    finally:
        serving.cancel()
        await asyncio.wait({serving})


def health(*, why: str = "", draining: bool = False) -> Health:
    """An engine that is well and a database that may not be."""

    async def well() -> Condition:
        return Condition(ok=True, figures={"heard_seconds_ago": 1.23456})

    async def ill() -> Condition:
        return Condition(ok=not why, why=why)

    health = Health(alive={"engine": well}, ready={"database": ill})
    health.draining = draining
    return health


ENGINE = {"engine": {"ok": True, "heard_seconds_ago": 1.235}}
WELL = {"status": "ok", "parts": {**ENGINE, "database": {"ok": True}}}
LIVES = {"status": "ok", "parts": ENGINE}
NO_DATABASE = {"status": "trouble", "parts": {**ENGINE, "database": {"ok": False, "why": "It is gone."}}}


@pytest.mark.parametrize(
    ("path", "condition", "status", "body"),
    [
        ("/healthz", health(), 200, LIVES),
        ("/readyz", health(), 200, WELL),
        ("/readyz", health(why="It is gone."), 503, NO_DATABASE),
        ("/healthz", health(why="It is gone."), 200, LIVES),  # a restart brings no database back
        ("/readyz", health(draining=True), 503, {**WELL, "status": "draining"}),
        ("/healthz", health(draining=True), 200, LIVES),  # who finishes its work shall not be killed
    ],
)
async def test_health_is_told_with_each_part_and_what_is_wrong(
    path: str, condition: Health, status: int, body: dict[str, str]
) -> None:
    async with (
        served(*health_routes(condition)) as (url, _),
        aiohttp.ClientSession() as http,
        http.get(f"{url}{path}") as reply,
    ):
        assert (reply.status, await reply.json()) == (status, body)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [("GET", "/", 404), ("GET", "/slack/events", 404), ("POST", "/healthz", 405)],
)
async def test_nothing_else_is_there(method: str, path: str, status: int) -> None:
    async with (
        served(*health_routes(health())) as (url, _),
        aiohttp.ClientSession() as http,
        http.request(method, f"{url}{path}") as reply,
    ):
        assert reply.status == status


async def test_a_port_that_is_taken_is_a_setting_to_mend() -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:  # where the server would listen too
        port = other.getsockname()[1]
        with pytest.raises(
            SettingsError, match=rf"PORT {port} cannot be used: Address already in use\. Stop"
        ):
            await serve_http([], port=port, listening=lambda port: None)


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
