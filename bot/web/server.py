"""Routes -> an HTTP server on one port, until cancelled."""

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Sequence

import uvicorn
from starlette.applications import Starlette
from starlette.routing import BaseRoute

from council_core.errors import SettingsError

DRAIN_SECONDS = 3


async def serve_http(routes: Sequence[BaseRoute], *, port: int, listening: Callable[[int], None]) -> None:
    """Serves until cancelled, then answers what is under way and stops.

    Args:
        routes: All that is served.
        port: 0 takes a free one.
        listening: Told the port once connections are accepted.

    Raises:
        SettingsError: The port is taken or not allowed.
    """
    listener = _listen(port)
    config = uvicorn.Config(
        Starlette(routes=routes),
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
