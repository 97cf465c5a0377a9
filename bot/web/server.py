"""An HTTP server for a list of routes on one port."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Sequence

import uvicorn
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import BaseRoute

from bot.web.deadlines import BODY_SECONDS, BodyDeadline, LimitedProtocol
from council_core.errors import SettingsError

DRAIN_SECONDS = 3

EVERYWHERE = "0.0.0.0"
"""All of this machine's IPv4 addresses: a platform's router must reach the server from outside its container."""


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
        raise SettingsError(
            [
                f"HOST {host}, PORT {port} cannot be used: {_why(error)}. Stop what listens there, or set others."
            ]
        ) from error


def _why(error: OSError) -> str:
    return os.strerror(error.errno) if error.errno is not None and error.errno > 0 else str(error)


class _Server(uvicorn.Server):
    """A uvicorn server that leaves signals to the main program."""

    @contextlib.contextmanager
    def capture_signals(self):
        yield
