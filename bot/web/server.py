"""An HTTP server for a list of routes on one port, and the routes for operators."""

import asyncio
import contextlib
import errno
import os
import socket
from collections.abc import Awaitable, Callable, Sequence
from hmac import compare_digest

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route

from bot.watching.health import Health, Report
from bot.watching.metrics import CONTENT_TYPE, Metrics
from bot.web.deadlines import BODY_SECONDS, BodyDeadline, LimitedProtocol
from council_core.errors import Problem, SettingsError

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
        closing: Called when the server is told to stop, before it waits for requests under way.

    Raises:
        SettingsError: The address or the port is taken, not allowed, or not of this machine.
    """
    listener = _listen(host, port)
    config = uvicorn.Config(
        Starlette(routes=routes, middleware=[Middleware(BodyDeadline, body_seconds)]),
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
