"""Frames of a websocket -> how long ago Slack was last heard: what a connection that only looks open cannot fake."""

import asyncio
from dataclasses import dataclass, field

from aiohttp import ClientWebSocketResponse, WSMessage, WSMsgType

MOST_SILENT_SECONDS = 45.0
"""Every ten seconds slack-sdk pings and Slack answers; four answers in a row that are missing are no accident."""

MOST_UNPINGED_SECONDS = 120.0
"""Slack pings by itself, some two to six times a minute. When that ends although it did so before, the far end has
forgotten us, even where something in between still answers our own pings (python-slack-sdk, issue 1940)."""


def _now() -> float:
    return asyncio.get_running_loop().time()


@dataclass(slots=True, kw_only=True)
class Hearing:
    """When Slack was last heard, on whatever connection is the present one."""

    most_silent: float = MOST_SILENT_SECONDS
    most_unpinged: float = MOST_UNPINGED_SECONDS
    _frame_at: float = field(default_factory=_now)
    _ping_at: float | None = None

    def note(self, message: WSMessage) -> None:
        """Something came. That the connection ended is nothing that Slack said."""
        if message.type in (WSMsgType.TEXT, WSMsgType.PING, WSMsgType.PONG):
            self._frame_at = _now()
        if message.type is WSMsgType.PING:
            self._ping_at = self._frame_at

    @property
    def seconds_of_silence(self) -> float:
        """How long ago the last frame came."""
        return _now() - self._frame_at

    @property
    def is_deaf(self) -> bool:
        """Whether Slack has been silent for so long that the connection must be dead."""
        is_unpinged = self._ping_at is not None and _now() - self._ping_at > self.most_unpinged
        return is_unpinged or self.seconds_of_silence > self.most_silent

    def sockets(self) -> type[ClientWebSocketResponse]:
        """The class of websockets that are listened to: slack-sdk shows nobody the pings it gets."""
        hearing = self

        class Heard(ClientWebSocketResponse):
            async def receive(self, timeout: float | None = None) -> WSMessage:
                message = await super().receive(timeout)
                hearing.note(message)
                return message

        return Heard
