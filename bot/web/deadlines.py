"""Deadlines and a limit on connections for the HTTP server, so that slow or many clients cannot block it."""

import asyncio
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

HEADER_SECONDS = 10.0
"""Seconds from the start of a connection, or from the previous response, to a request's last header. Platforms send
their headers at once. A load balancer that opens connections in advance opens another when one is closed."""

BODY_SECONDS = 20.0
"""Seconds from a request's last header to the last byte of its body. The largest body that is read has 1 MB."""

MOST_CONNECTIONS = 400
"""The most open connections. A process may usually hold 1,024 files, and the database, platforms and models need
some."""


class LimitedProtocol(H11Protocol):
    """Uvicorn's HTTP/1.1 protocol with a deadline for headers, which the original lacks.

    It reads two attributes of uvicorn that are public by name and not documented, `connections` and `cycle`; its
    tests hold both.
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
