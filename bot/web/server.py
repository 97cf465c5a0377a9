"""An HTTP server for a list of routes on one port, and the routes for operators.

It has deadlines and a limit on connections, so that slow or many clients cannot block it.
"""

import asyncio
import contextlib
import errno
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from hmac import compare_digest
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from bot.watching.health import Health, Report
from bot.watching.metrics import CONTENT_TYPE, Metrics
from council_core.errors import Problem, SettingsError

HEADER_SECONDS = 10.0
"""Seconds from the start of a connection, or from the previous response, to a request's last header. Platforms send
their headers at once. A load balancer that opens connections in advance opens another when one is closed."""

BODY_SECONDS = 20.0
"""Seconds from a request's last header to the last byte of its body. The largest body that is read has 1 MB."""

WRITE_SECONDS = 60.0
"""Seconds for which a client may read nothing of a response while its connection counts. A slow one is not cut off."""

MOST_CONNECTIONS = 400
"""The most open connections. A process may usually hold 1,024 files, and the database, platforms and models need
some."""


INVALID = b"Invalid HTTP request received."
NO_REQUEST = b"\r\n".join(
    (
        b"HTTP/1.1 400 Bad Request",
        b"content-type: text/plain; charset=utf-8",
        b"content-security-policy: default-src 'none'; frame-ancestors 'none'",
        b"x-content-type-options: nosniff",
        b"referrer-policy: no-referrer",
        b"cache-control: no-store",
        b"connection: close",
        b"content-length: %d" % len(INVALID),
        b"",
        INVALID,
    )
)
"""The response to bytes that are no HTTP request."""


class LimitedProtocol(H11Protocol):
    """Uvicorn's HTTP/1.1 protocol with a deadline for headers, which the original lacks.

    It reads two attributes of uvicorn that are public by name and not documented, `connections` and `cycle`, and
    replaces such a method, `send_400_response`; its tests hold all three.
    """

    header_seconds: float = HEADER_SECONDS
    most_connections: int = MOST_CONNECTIONS
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept a connection, or close it at once if there are too many."""
        super().connection_made(transport)
        if len(self.connections) > self.most_connections:
            transport.abort()
        else:
            self._expect_headers()

    def data_received(self, data: bytes) -> None:
        """Read the received bytes. The deadline is met once all headers are there."""
        super().data_received(data)
        # Before the first request there is no cycle, whatever uvicorn's types say.
        is_under_way = not getattr(self.cycle, "response_complete", True)
        if self._deadline is not None and is_under_way:
            self._deadline.cancel()
            self._deadline = None

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that are no HTTP request, with the headers of all other responses, and close the connection."""
        self.transport.write(NO_REQUEST)
        self.transport.close()

    def on_response_complete(self) -> None:
        """Wait for the next request on the same connection."""
        self._expect_headers()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Drop the connection."""
        if self._deadline is not None:
            self._deadline.cancel()
        super().connection_lost(exc)

    def _expect_headers(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
        self._deadline = self.loop.call_later(self.header_seconds, self._cut)

    def _cut(self) -> None:
        if not self.transport.is_closing():
            self.transport.abort()


class BodyDeadline:
    """Treats a client whose body does not arrive in time as disconnected."""

    def __init__(self, app: ASGIApp, seconds: float) -> None:
        """Args:
        app: The routes.
        seconds: Time limit for a body."""
        self._app, self._seconds = app, seconds

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        deadline = asyncio.get_running_loop().time() + self._seconds
        is_whole = False

        async def receive_in_time() -> Message:
            nonlocal is_whole
            if is_whole:
                return await receive()
            message: dict[str, Any] = {"type": "http.disconnect"}
            try:
                async with asyncio.timeout_at(deadline):
                    message = dict(await receive())
            except TimeoutError:
                pass
            is_whole = not message.get("more_body", False)
            return message

        await self._app(scope, receive_in_time, send)


class HeadersAlone:
    """Ends the response to HEAD after its headers. A stream would wait for news that it may not send."""

    def __init__(self, app: ASGIApp) -> None:
        """Args:
        app: The routes."""
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def send_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                await send(message)
                await send({"type": "http.response.body"})

        # After the end of its response the server tells an application that the client left, so a stream stops.
        await self._app(scope, receive, send_headers if scope["method"] == "HEAD" else send)


DRAIN_SECONDS = 3

EVERYWHERE = "0.0.0.0"
"""All IPv4 addresses of this machine, because a platform's router must reach the server from outside its container."""


async def serve_http(
    routes: Sequence[BaseRoute],
    *,
    host: str = EVERYWHERE,
    port: int,
    listening: Callable[[int], None],
    protocol: type[LimitedProtocol] = LimitedProtocol,
    body_seconds: float = BODY_SECONDS,
    write_seconds: float = WRITE_SECONDS,
    closing: Callable[[], None] | None = None,
) -> None:
    """Serve until cancelled, then finish the requests under way and stop.

    Args:
        routes: All routes to serve.
        host: The address to listen on.
        port: 0 takes a free one.
        listening: Called with the port once connections are accepted.
        protocol: The class with the deadline for headers and the limit on connections.
        body_seconds: The deadline for a body.
        write_seconds: Time after which a client that reads nothing of a response is cut off, where the system can.
        closing: Called when the server is told to stop, before it waits for requests under way.

    Raises:
        SettingsError: The address or the port is taken, not allowed, or not of this machine.
    """
    listener = _listen(host, port)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # Linux; connections inherit it.
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1_000 * write_seconds))
    config = uvicorn.Config(
        Starlette(
            routes=routes, middleware=[Middleware(HeadersAlone), Middleware(BodyDeadline, body_seconds)]
        ),
        http=protocol,
        ws="none",
        log_config=None,
        access_log=False,
        lifespan="off",
        timeout_graceful_shutdown=DRAIN_SECONDS,
    )
    server = _Server(config)
    running = asyncio.create_task(server.serve(sockets=[listener]))
    listening(listener.getsockname()[1])
    try:
        await asyncio.shield(running)
    finally:
        if closing is not None:
            closing()
        server.should_exit = True
        await running


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        raise SettingsError([_unusable(host, port, error)]) from error


def _unusable(host: str, port: int, error: OSError) -> Problem:
    """Return the problem of an address on which nothing can be served."""
    where = {"name": "HOST, PORT", "value": str(port), "host": host}
    if error.errno == errno.EADDRINUSE:
        return Problem("port_taken", **where)
    if error.errno in (errno.EACCES, errno.EPERM):
        return Problem("port_forbidden", **where)
    known = error.errno is not None and error.errno > 0
    return Problem("port_unusable", **where, why=os.strerror(error.errno or 0) if known else str(error))


class _Server(uvicorn.Server):
    """A uvicorn server that leaves signals to the main program."""

    @contextlib.contextmanager
    def capture_signals(self):
        yield


def health_routes(health: Health) -> list[Route]:
    """Return `/healthz` (does this process live?) and `/readyz` (is it ready?): 200 or 503, with reasons in JSON."""
    return [
        Route("/healthz", _told(health.liveness), methods=["GET"]),
        Route("/readyz", _told(health.readiness), methods=["GET"]),
    ]


def _told(ask: Callable[[], Awaitable[Report]]) -> Callable[[Request], Awaitable[JSONResponse]]:
    async def tell(request: Request) -> JSONResponse:
        report = await ask()
        return JSONResponse(report.as_json(), status_code=200 if report.is_ok else 503)

    return tell


def metrics_route(metrics: Metrics, health: Health, token: str | None) -> Route:
    """Return `/metrics`: the metrics of this process, behind an optional token.

    Args:
        metrics: The metrics to show.
        health: Checked at every request, so that the condition of each part is among the metrics.
        token: Required as `Authorization: Bearer …`; None for no check.
    """

    async def show(request: Request) -> Response:
        if token is not None and not _is_allowed(request, token):
            return PlainTextResponse("Send COUNCIL_METRICS_TOKEN as a bearer token.", status_code=401)
        for name, condition in (await health.readiness()).parts.items():
            metrics.is_well(name, condition)
        return Response(metrics.page(), headers={"content-type": CONTENT_TYPE})

    return Route("/metrics", show, methods=["GET"])


def _is_allowed(request: Request, token: str) -> bool:
    given = request.headers.get("authorization", "")
    return compare_digest(given.encode(), f"Bearer {token}".encode())
