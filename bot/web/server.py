"""Routes -> an HTTP server on one port, until cancelled."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Awaitable, Callable, Sequence

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route

from council_core.errors import SettingsError

Healthy = Callable[[], Awaitable[str]]
"""Says what is wrong, in a word or two for whoever watches; empty when all is well."""

DRAIN_SECONDS = 5


def web_app(routes: Sequence[BaseRoute], healthy: Healthy) -> Starlette:
    """The platforms' routes with `GET /healthz` beside them."""

    async def healthz(request: Request) -> JSONResponse:
        trouble = await healthy()
        body = {"status": "trouble", "trouble": trouble} if trouble else {"status": "ok"}
        return JSONResponse(body, status_code=503 if trouble else 200)

    return Starlette(routes=[Route("/healthz", healthz, methods=["GET"]), *routes])


async def serve_http(
    routes: Sequence[BaseRoute], healthy: Healthy, *, port: int, listening: Callable[[int], None]
) -> None:
    """Serves until cancelled, then answers what is under way and stops.

    Args:
        routes: What the platforms receive.
        healthy: Whether all is well.
        port: 0 takes a free one.
        listening: Told the port once connections are accepted.

    Raises:
        SettingsError: The port is taken or not allowed.
    """
    listener = _listen(port)
    config = uvicorn.Config(
        web_app(routes, healthy),
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
        server.should_exit = True
        await running


def _listen(port: int) -> socket.socket:
    try:
        # On all addresses: a platform's router must reach it from outside its container.
        return socket.create_server(("0.0.0.0", port))
    except OSError as error:
        raise SettingsError(
            [f"PORT {port} cannot be used: {_why(error)}. Stop what listens there, or set another PORT."]
        ) from error


def _why(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno is not None else str(error)


class _Server(uvicorn.Server):
    """Leaves signals to whoever runs the whole program."""

    @contextlib.contextmanager
    def capture_signals(self):
        yield
