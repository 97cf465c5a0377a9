"""Tests of the one HTTP server: health, requests for platforms, and an orderly end."""

import asyncio
import socket
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, suppress

import aiohttp
import pytest
from starlette.requests import ClientDisconnect, Request
from starlette.responses import PlainTextResponse, StreamingResponse
from starlette.routing import BaseRoute, Route

from bot.ports import Condition
from bot.watching.health import Health
from bot.web import health_routes, serve_http
from bot.web.server import LimitedProtocol
from council_core.errors import SettingsError
from tests.testbed.patience import PATIENCE


@asynccontextmanager
async def served(
    *routes: BaseRoute,
    protocol: type[LimitedProtocol] = LimitedProtocol,
    body_seconds: float = 20.0,
    write_seconds: float = 60.0,
) -> AsyncGenerator[tuple[str, asyncio.Task[None]]]:
    """Yield a server on a free port of this machine: its address and its task."""
    port: asyncio.Future[int] = asyncio.get_running_loop().create_future()
    serving = asyncio.create_task(
        serve_http(
            routes,
            host="127.0.0.1",
            port=0,
            listening=port.set_result,
            protocol=protocol,
            body_seconds=body_seconds,
            write_seconds=write_seconds,
        )
    )
    try:
        yield f"http://127.0.0.1:{await port}", serving
    finally:
        serving.cancel()
        await asyncio.wait({serving})


def health(*, why: str = "", draining: bool = False) -> Health:
    """Return the health of a working engine and a database with this problem."""

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
        ("/healthz", health(why="It is gone."), 200, LIVES),  # # A restart would not bring the database back.
        ("/readyz", health(draining=True), 503, {**WELL, "status": "draining"}),
        # # A process that finishes its work must not be killed.
        ("/healthz", health(draining=True), 200, LIVES),
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
async def test_other_paths_and_methods_are_refused(method: str, path: str, status: int) -> None:
    async with (
        served(*health_routes(health())) as (url, _),
        aiohttp.ClientSession() as http,
        http.request(method, f"{url}{path}") as reply,
    ):
        assert reply.status == status


async def test_a_port_that_is_taken_is_a_setting_to_mend() -> None:
    with socket.create_server(("0.0.0.0", 0)) as other:  # # The server would listen on this port too.
        port = other.getsockname()[1]
        with pytest.raises(SettingsError, match=rf"port_taken name=HOST, PORT value={port} "):
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


class Impatient(LimitedProtocol):
    """Allows two connections at a time, each with little time for its headers."""

    header_seconds = 0.2
    most_connections = 2


async def echo(request: Request) -> PlainTextResponse:
    """Return the request's body; a sender who is gone gets nothing."""
    try:
        return PlainTextResponse(await request.body())
    except ClientDisconnect:
        return PlainTextResponse("gone", status_code=400)


ECHO = Route("/echo", echo, methods=["POST"])
HEADERS = b"POST /echo HTTP/1.1\r\nHost: here\r\nContent-Length: 4\r\n\r\n"


async def connected(url: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    """Open a raw connection to the server."""
    return await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))


@pytest.mark.parametrize("sent", [b"", b"POST /echo HTTP/1.1\r\nHost: he", HEADERS + b"four" + HEADERS[:20]])
async def test_whoever_is_slow_with_headers_is_cut_off_also_on_a_connection_that_served_before(
    sent: bytes,
) -> None:
    async with served(ECHO, protocol=Impatient) as (url, _):
        reader, writer = await connected(url)
        writer.write(sent)

        got = await reader.read()
        writer.close()

    assert got.endswith(b"four") or got == b""
    assert (b"200 OK" in got) == sent.startswith(HEADERS)


@pytest.mark.parametrize(
    "sent", [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\nbad header\r\n\r\n", b"\x16\x03\x01\r\n\r\n"]
)
async def test_bytes_that_are_no_request_are_refused_with_the_headers_of_a_page(sent: bytes) -> None:
    async with served(ECHO) as (url, _):
        reader, writer = await connected(url)
        writer.write(sent)

        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
        writer.close()

    assert head.startswith(b"HTTP/1.1 400")
    assert f"content-length: {len(body)}".encode() in head
    for header in (b"nosniff", b"default-src 'none'", b"no-store", b"no-referrer"):
        assert header in head


async def test_a_body_that_does_not_come_in_time_counts_as_a_sender_who_went_away() -> None:
    async with served(ECHO, body_seconds=0.2) as (url, _):
        reader, writer = await connected(url)
        writer.write(HEADERS + b"fo")

        got = await reader.read()
        writer.close()

    assert got.startswith(b"HTTP/1.1 400")
    assert got.endswith(b"gone")


async def test_a_request_that_takes_long_to_answer_is_not_cut_off() -> None:
    async def slow(request: Request) -> PlainTextResponse:
        await asyncio.sleep(3 * Impatient.header_seconds)
        return PlainTextResponse(await request.body())

    route = Route("/echo", slow, methods=["POST"])
    async with served(route, protocol=Impatient) as (url, _):
        reader, writer = await connected(url)
        writer.write(HEADERS + b"four")

        got = await reader.readuntil(b"four")
        writer.close()

    assert got.startswith(b"HTTP/1.1 200")


async def test_more_connections_than_the_limit_are_closed_at_once_and_there_is_room_again_later() -> None:
    class Patient(Impatient):
        header_seconds = 60.0

    async with served(ECHO, protocol=Patient) as (url, _):
        held = [await connected(url) for _ in range(2)]
        one_more, its_writer = await connected(url)
        with suppress(ConnectionResetError):
            assert await one_more.read() == b""
        its_writer.close()
        for _, writer in held:
            writer.close()
            await writer.wait_closed()
        async with aiohttp.ClientSession() as http, http.post(f"{url}/echo", data=b"four") as reply:
            said = await reply.text()

    assert said == "four"


def endless_stream(ended: asyncio.Event) -> Route:
    """Return a route that sends as much as anybody reads, and says when it stops."""

    async def endless() -> AsyncGenerator[bytes]:
        try:
            while True:
                yield b"x" * (1 << 20)
                await asyncio.sleep(0)
        finally:
            ended.set()

    async def stream(request: Request) -> StreamingResponse:
        del request
        return StreamingResponse(endless(), media_type="text/event-stream")

    return Route("/news", stream)


async def test_headers_of_a_stream_are_a_whole_response_for_those_who_want_no_more() -> None:
    wanted = b"HEAD /news HTTP/1.1\r\nHost: here\r\n"
    async with served(endless_stream(asyncio.Event())) as (url, _):
        reader, writer = await connected(url)
        writer.write(wanted + b"\r\n" + wanted + b"Connection: close\r\n\r\n")

        async with asyncio.timeout(PATIENCE):
            got = await reader.read()
        writer.close()

    assert got.count(b"200 OK") == got.count(b"text/event-stream") == 2
    assert got.endswith(b"\r\n\r\n")


@pytest.mark.skipif(not hasattr(socket, "TCP_USER_TIMEOUT"), reason="Only Linux cuts such a client off.")
async def test_a_client_that_reads_nothing_of_a_stream_is_cut_off() -> None:
    ended = asyncio.Event()
    async with served(endless_stream(ended), write_seconds=0.2) as (url, _):
        with socket.create_connection(("127.0.0.1", int(url.rpartition(":")[2]))) as client:
            client.sendall(b"GET /news HTTP/1.1\r\nHost: here\r\n\r\n")
            async with asyncio.timeout(PATIENCE):
                await ended.wait()
