"""What a Socket Mode connection brings -> bolt, until the connection is to be closed."""

import asyncio
from collections.abc import Awaitable, Callable

from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest

Listener = Callable[[AsyncBaseSocketModeClient, SocketModeRequest], Awaitable[None]]


class Intake:
    """A listener that can be closed before its connection is: a socket that closes under an acknowledgement would leave
    what was done unacknowledged, and Slack would deliver it once more."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._work: set[asyncio.Task[object]] = set()
        self._is_closed = False

    async def __call__(self, client: AsyncBaseSocketModeClient, request: SocketModeRequest) -> None:
        # What comes after the end is not acknowledged, so that Slack gives it to another connection.
        if self._is_closed or (task := asyncio.current_task()) is None:
            return
        self._work.add(task)
        try:
            await self._listener(client, request)
        finally:
            self._work.discard(task)

    async def close(self, seconds: float) -> None:
        """Takes nothing more, and returns when what was taken is acknowledged, or after `seconds`."""
        self._is_closed = True
        if self._work:
            await asyncio.wait(set(self._work), timeout=seconds)
