"""Passes the deliveries of a Socket Mode connection to bolt, until the connection is about to close."""

import asyncio
from collections.abc import Awaitable, Callable

from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest

Listener = Callable[[AsyncBaseSocketModeClient, SocketModeRequest], Awaitable[None]]


class Intake:
    """A listener that stops before its connection closes.

    If the socket closed before an acknowledgement, the work would be done and unacknowledged, and Slack would deliver
    it again.
    """

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._work: set[asyncio.Task[object]] = set()
        self._is_closed = False

    async def __call__(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        # Later deliveries are not acknowledged, so that Slack sends them over another connection.
        if self._is_closed or (task := asyncio.current_task()) is None:
            return
        self._work.add(task)
        try:
            await self._listener(client, request)
        finally:
            self._work.discard(task)

    async def close(self, seconds: float) -> None:
        """Take nothing new, and return when all that was taken is acknowledged, or after `seconds`."""
        self._is_closed = True
        if self._work:
            await asyncio.wait(set(self._work), timeout=seconds)
