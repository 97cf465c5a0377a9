"""A gateway session: events in order, sent while there is a socket, stored while there is none."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import ClientConnectionResetError, web

from tests.testbed.discord.wire import Json

DISPATCH = 0


def frame(op: int, data: Any, *, number: int | None = None, event: str | None = None) -> str:
    """Return one gateway frame as text."""
    return json.dumps({"op": op, "d": data, "s": number, "t": event})


@dataclass(slots=True, eq=False)
class Session:
    """The events of one identified bot process. It outlives its socket, so that the bot can resume."""

    id: str
    intents: int
    shard: tuple[int, int]
    socket: web.WebSocketResponse | None = None
    log: list[str] = field(default_factory=list[str])
    sent: int = 0
    _more: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def caught_up(self) -> bool:
        """Return whether everything has been sent over the socket."""
        return self.socket is not None and self.sent == len(self.log)

    def put(self, event: str, data: Json) -> None:
        """Append an event; it is sent in its order."""
        self.log.append(frame(DISPATCH, data, number=len(self.log) + 1, event=event))
        self._more.set()

    def rewind(self, number: int) -> None:
        """Make the next socket start after sequence number `number`."""
        self.sent = number
        self._more.set()

    async def pump(self, socket: web.WebSocketResponse, caught_up: Callable[[], None]) -> None:
        """Send all pending events over this socket, until cancelled or the socket is gone.

        Calls `caught_up` whenever nothing is left to send.
        """
        while self.socket is socket:
            while self.sent < len(self.log) and self.socket is socket:
                self.sent += 1
                try:
                    await socket.send_str(self.log[self.sent - 1])
                except (ClientConnectionResetError, ConnectionResetError):
                    return
            caught_up()
            await self._more.wait()
            self._more.clear()
