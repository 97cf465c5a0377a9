"""Detects dead Socket Mode connections, which may still look open, by the time since Slack's last frame."""

import asyncio
from dataclasses import dataclass, field

from aiohttp import ClientWebSocketResponse, WSMessage, WSMsgType

MOST_SILENT_SECONDS = 45.0
"""slack-sdk pings every ten seconds and Slack answers; four missing answers in a row mean a dead connection."""

MOST_UNPINGED_SECONDS = 120.0
"""Slack sends pings of its own, two to six times a minute. If they stop, the far end has lost the connection, even
where a proxy still answers our own pings (python-slack-sdk, issue 1940)."""


def _now() -> float:
    return asyncio.get_running_loop().time()


@dataclass(slots=True, kw_only=True)
class Liveness:
    """The times of Slack's latest frames on the current connection."""

    most_silent: float = MOST_SILENT_SECONDS
    most_unpinged: float = MOST_UNPINGED_SECONDS
    _frame_at: float = field(default_factory=_now)
    _ping_at: float | None = None

    def note(self, message: WSMessage) -> None:
        """Note that Slack sent something. A closed connection does not count."""
        if message.type in (WSMsgType.TEXT, WSMsgType.PING, WSMsgType.PONG):
            self._frame_at = _now()
        if message.type is WSMsgType.PING:
            self._ping_at = self._frame_at

    @property
    def seconds_of_silence(self) -> float:
        """Return the seconds since the last frame."""
        return _now() - self._frame_at

    @property
    def is_deaf(self) -> bool:
        """Tell whether Slack has been silent for so long that the connection must be dead."""
        is_unpinged = self._ping_at is not None and _now() - self._ping_at > self.most_unpinged
        return is_unpinged or self.seconds_of_silence > self.most_silent

    def sockets(self) -> type[ClientWebSocketResponse]:
        """Return a class of websockets that report their frames here, because slack-sdk does not report pings to its
        callers."""
        hearing = self

        class Heard(ClientWebSocketResponse):
            async def receive(self, timeout: float | None = None) -> WSMessage:
                message = await super().receive(timeout)
                hearing.note(message)
                return message

        return Heard
