"""Socket Mode: one websocket to Slack, monitored and replaced while we serve."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, cast

import aiohttp
from aiohttp import ClientWebSocketResponse, WSMessage, WSMsgType
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.socket_mode.async_client import AsyncBaseSocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest

from bot.ports import Condition

log = logging.getLogger(__name__)

MOST_SILENT_SECONDS = 45.0
"""Seconds of silence after which a connection is dead: four missing answers to slack-sdk's pings, ten seconds apart."""

MOST_UNPINGED_SECONDS = 120.0
"""Seconds without a ping of Slack's own, which come two to six times a minute. If they stop, the far end has lost the
connection, even where a proxy still answers our own pings (python-slack-sdk, issue 1940)."""


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


SECONDS_BETWEEN_LOOKS = 5.0
MOST_LOOKS_UNCONNECTED = 4
"""Checks in a row without a connection before we build a new one from scratch. Meanwhile the library reconnects by
itself, but it can stay dead after an idle reconnect."""

SECONDS_TO_CLOSE = 1.5
"""Longest wait for the acknowledgement of received messages, and then for Slack's own close. A process that stops has
six seconds for both and for its replies."""

SECONDS_TO_CONNECT = 30.0


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
        """Accept nothing new, and return when everything accepted is acknowledged, or after `seconds`."""
        self._is_closed = True
        if self._work:
            await asyncio.wait(set(self._work), timeout=seconds)


class Connection:
    """Keeps a Socket Mode connection open until it is cancelled.

    Args:
        app: Handles the deliveries.
        app_token: The app-level token.
        look_every: Seconds between two health checks.
        close_within: Seconds that Slack has to close the connection.
        liveness: Creates the liveness record of each new connection.
    """

    def __init__(
        self,
        app: AsyncApp,
        app_token: str,
        *,
        look_every: float = SECONDS_BETWEEN_LOOKS,
        close_within: float = SECONDS_TO_CLOSE,
        liveness: Callable[[], Liveness] = Liveness,
    ) -> None:
        self._app, self._app_token, self._look_every = app, app_token, look_every
        self._close_within, self._new_liveness = close_within, liveness
        self._handler: AsyncSocketModeHandler | None = None
        self._intake: Intake | None = None
        self._liveness: Liveness | None = None

    async def serve(self) -> None:
        """Connect, and reconnect whenever the library's own reconnecting fails."""
        try:
            while True:
                if await self._open():
                    await self._watch()
                log.warning("The connection to Slack is silent; building a new one.")
                await self._close()
                await asyncio.sleep(self._look_every)
        finally:
            await self._close()

    async def is_healthy(self) -> bool:
        """Return whether events can arrive now."""
        if self._handler is None or self._liveness is None or self._liveness.is_deaf:
            return False
        return bool(await self._handler.client.is_connected())

    async def condition(self) -> Condition:
        """Return the connection's condition, with the seconds since Slack's last frame."""
        if self._liveness is None or not await self.is_healthy():
            return Condition(
                ok=False, why="The Socket Mode connection to Slack is down; it is being built anew."
            )
        return Condition(ok=True, figures={"heard_seconds_ago": self._liveness.seconds_of_silence})

    async def _open(self) -> bool:
        """Connect once and return whether it worked. The library would retry a stale URL for ever, while we start
        afresh."""
        self._liveness = self._new_liveness()
        self._handler = AsyncSocketModeHandler(self._app, self._app_token)
        self._handler.client.proxy = self._app.client.proxy
        self._intake = Intake(cast("Listener", self._handler.handle))
        self._handler.client.socket_mode_request_listeners[:] = [self._intake]
        await self._handler.client.aiohttp_client_session.close()
        self._handler.client.aiohttp_client_session = aiohttp.ClientSession(
            ws_response_class=self._liveness.sockets()
        )
        try:
            async with asyncio.timeout(SECONDS_TO_CONNECT):
                await self._handler.connect_async()
        except TimeoutError:
            log.warning("No connection to Slack within %d seconds.", SECONDS_TO_CONNECT)
            return False
        return True

    async def _watch(self) -> None:
        """Return when the library can no longer recover the connection."""
        unconnected = 0
        while unconnected < MOST_LOOKS_UNCONNECTED:
            await asyncio.sleep(self._look_every)
            if self._liveness is not None and self._liveness.is_deaf:
                return
            unconnected = 0 if await self.is_healthy() else unconnected + 1

    async def _close(self) -> None:
        """Close the connection before another is made: an open one would still receive half of the events."""
        handler, self._handler = self._handler, None
        if handler is None:
            return
        if self._intake is not None:
            await self._intake.close(self._close_within)
        client: Any = handler.client  # The library's tasks have no complete types.
        try:
            async with asyncio.timeout(self._close_within):
                await handler.close_async()
        except (TimeoutError, aiohttp.ClientError, OSError) as error:
            log.warning("Slack did not close its connection in time (%s).", type(error).__name__)
            # Clean up after a failed `close`: the socket, and tasks that would read from it or reopen it.
            for task in (client.message_processor, client.current_session_monitor, client.message_receiver):
                if task is not None:
                    task.cancel()
            with suppress(aiohttp.ClientError, OSError):
                await client.aiohttp_client_session.close()
