"""Socket Mode: one websocket to Slack, watched and replaced for as long as we serve."""

import asyncio
import logging
import time

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp

from bot.ports import Condition

log = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 5.0
MOST_SILENT_LOOKS = 4
"""How many looks in a row may find no connection before we build a new one from scratch. The library
reconnects by itself meanwhile; this is for when it does not (it can stay deaf after an idle reconnect)."""

SECONDS_TO_CLOSE = 5.0
SECONDS_TO_CONNECT = 30.0


class Connection:
    """Keeps a Socket Mode connection until it is cancelled."""

    def __init__(self, app: AsyncApp, app_token: str, *, look_every: float = SECONDS_BETWEEN_LOOKS) -> None:
        self._app, self._app_token, self._look_every = app, app_token, look_every
        self._handler: AsyncSocketModeHandler | None = None
        self.connected_at: float | None = None
        """When the present connection was made (time.time()); None while there is none. For health."""

    async def serve(self) -> None:
        """Connects, and reconnects whenever the library's own reconnecting fails."""
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
        """Whether events can arrive now."""
        return self._handler is not None and bool(await self._handler.client.is_connected())

    async def condition(self) -> Condition:
        """How the connection is, and how long ago Slack last answered a ping."""
        if self._handler is None or not await self.is_healthy():
            return Condition(
                ok=False, why="The Socket Mode connection to Slack is down; it is being built anew."
            )
        answered = self._handler.client.last_ping_pong_time or self.connected_at or time.time()
        return Condition(ok=True, figures={"heard_seconds_ago": max(0.0, time.time() - answered)})

    async def _open(self) -> bool:
        """Whether it connected. The library would try for ever with what it has; we start afresh."""
        self._handler = AsyncSocketModeHandler(self._app, self._app_token)
        try:
            async with asyncio.timeout(SECONDS_TO_CONNECT):
                await self._handler.connect_async()
        except TimeoutError:
            log.warning("No connection to Slack within %d seconds.", SECONDS_TO_CONNECT)
            return False
        self.connected_at = time.time()
        return True

    async def _watch(self) -> None:
        """Returns when the connection is beyond the library's help."""
        silent = 0
        while silent < MOST_SILENT_LOOKS:
            await asyncio.sleep(self._look_every)
            silent = 0 if await self.is_healthy() else silent + 1

    async def _close(self) -> None:
        """Ends the connection before another is made: a forgotten one would get half of the events."""
        handler, self._handler, self.connected_at = self._handler, None, None
        if handler is None:
            return
        try:
            async with asyncio.timeout(SECONDS_TO_CLOSE):
                await handler.close_async()
        except TimeoutError:
            log.warning("Slack did not close its connection in time.")
            await handler.client.aiohttp_client_session.close()
