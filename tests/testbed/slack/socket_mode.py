"""Socket Mode: tickets, websocket connections, envelopes and their acknowledgements."""

from __future__ import annotations

import asyncio
import json
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from tests.testbed.patience import PATIENCE

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack

MOST_CONNECTIONS = 10


@dataclass(slots=True, eq=False)
class Connection:
    """One websocket; it is `retiring` once it was told to disconnect.

    A `mute` one stays open and delivers nothing more, as after a gateway in between has forgotten it; `unpinged` ones
    only lack the server's own pings.
    """

    ws: web.WebSocketResponse
    number: int
    transport: asyncio.Transport | None = None
    retiring: bool = False
    mute: bool = False
    unpinged: bool = False
    pings: int = 0
    pongs: int = 0
    pending: dict[str, asyncio.Future[Any]] = field(default_factory=dict[str, asyncio.Future[Any]])

    @property
    def is_gone(self) -> bool:
        """Return whether the bot has dropped the connection."""
        return self.transport is None or self.transport.is_closing()

    def abort(self) -> None:
        """Drop the connection without a closing handshake."""
        self.retiring = True
        if self.transport is not None:
            self.transport.abort()


class ConnectionLostError(Exception):
    """The websocket closed before the acknowledgement arrived."""


class SocketMode:
    """The server's end of all connections of our app."""

    def __init__(self, slack: LocalSlack) -> None:
        self.slack = slack
        self.connections: list[Connection] = []
        self.opened = 0
        self.ping_every: float | None = None
        """Seconds between the server's own pings; None for only those of `ping`."""

        self._tickets: set[str] = set()
        self._turn = 0

    @property
    def open(self) -> list[Connection]:
        """Return the connections that accept deliveries."""
        return [one for one in self.connections if not one.retiring and not one.ws.closed]

    def issue_url(self) -> str:
        """Return an address that works for one connection."""
        ticket = secrets.token_urlsafe(12)
        self._tickets.add(ticket)
        address = self.slack.url.replace("http://", "ws://")
        return f"{address}/link/?ticket={ticket}&app_id={self.slack.installation.app_id}"

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Serve one connection, from its hello to its end."""
        ticket = request.query.get("ticket", "")
        if ticket not in self._tickets:
            return web.Response(status=403, text="invalid ticket")
        self._tickets.discard(ticket)
        ws = web.WebSocketResponse(autoping=False)
        await ws.prepare(request)
        if len(self.connections) >= MOST_CONNECTIONS:
            await ws.send_json(
                {"type": "disconnect", "reason": "too_many_websockets", "debug_info": self._debug()}
            )
            await ws.close()
            return ws
        self.opened += 1
        connection = Connection(ws=ws, number=self.opened, transport=request.transport)
        self.connections.append(connection)
        try:
            await ws.send_json(
                {
                    "type": "hello",
                    "num_connections": len(self.connections),
                    "debug_info": self._debug() | {"approximate_connection_time": 18060},
                    "connection_info": {"app_id": self.slack.installation.app_id},
                }
            )
            self.slack.journal.ring()
            pinging = asyncio.create_task(self._keep_pinging(connection))
            try:
                await self._listen(connection)
            finally:
                pinging.cancel()
        finally:
            self.connections.remove(connection)
            for waiting in connection.pending.values():
                if not waiting.done():
                    waiting.set_exception(ConnectionLostError())
            self.slack.journal.ring()
        return ws

    def _debug(self) -> dict[str, Any]:
        return {"host": "applink-local", "build_number": 1}

    async def _listen(self, connection: Connection) -> None:
        async for frame in connection.ws:
            while connection.mute and not connection.is_gone:  # noqa: ASYNC110 - a transport has no event
                # # The connection does not even answer the bot's close.
                await asyncio.sleep(0.02)
            if frame.type is WSMsgType.PING:
                await connection.ws.pong(frame.data)
            elif frame.type is WSMsgType.PONG:
                connection.pongs += 1
                self.slack.journal.ring()
            elif frame.type is WSMsgType.TEXT:
                self._acknowledged(frame.data)

    async def _keep_pinging(self, connection: Connection) -> None:
        while self.ping_every is not None and not connection.ws.closed:
            await asyncio.sleep(self.ping_every)
            if not connection.mute and not connection.unpinged:
                await connection.ws.ping(b"Ping from applink-local")
                connection.pings += 1
                self.slack.journal.ring()

    def _acknowledged(self, text: str) -> None:
        try:
            ack = json.loads(text)
            envelope_id = ack["envelope_id"]
        except (json.JSONDecodeError, KeyError, TypeError):
            self.slack.journal.complain(f"Socket Mode: a frame that acknowledges nothing: {text[:80]}")
            return
        # The bot may acknowledge on another of its connections than the one that brought the envelope.
        for connection in self.connections:
            waiting = connection.pending.get(envelope_id)
            if waiting is not None and not waiting.done():
                waiting.set_result(ack.get("payload"))
                return
        self.slack.journal.complain(
            f"Socket Mode: acknowledgement of an unknown or settled envelope {envelope_id}"
        )

    async def deliver(self, envelope: dict[str, Any], deadline: float) -> Any:
        """Send an envelope over the next connection and return its acknowledgement's payload.

        Raises TimeoutError after `deadline` seconds and ConnectionLostError when the connection is lost.
        """
        try:
            await self.connected()
        except TimeoutError:
            raise AssertionError("no Socket Mode connection of the bot is open") from None
        choices = self.open
        self._turn += 1
        connection = choices[self._turn % len(choices)]
        waiting: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        connection.pending[envelope["envelope_id"]] = waiting
        try:
            async with asyncio.timeout(deadline):
                if not connection.mute:
                    await connection.ws.send_json(envelope)
                return await waiting
        except ConnectionError:
            raise ConnectionLostError from None
        finally:
            connection.pending.pop(envelope["envelope_id"], None)

    async def connected(self, count: int = 1, *, timeout: float = PATIENCE) -> None:
        """Wait until `count` connections accept deliveries."""
        await self.slack.journal.wait_for(lambda: len(self.open) >= count, timeout=timeout)

    async def disconnect(self, reason: str = "refresh_requested") -> None:
        """Ask all connections to close (`warning`, `refresh_requested`); the bot should open new ones first."""
        for connection in list(self.open):
            connection.retiring = reason != "warning"
            await connection.ws.send_json(
                {"type": "disconnect", "reason": reason, "debug_info": self._debug()}
            )

    async def cut(self) -> None:
        """Drop all connections without a closing handshake, as when the network fails."""
        cut = list(self.connections)
        for connection in cut:
            connection.abort()
        await self.slack.journal.wait_for(lambda: not set(cut) & set(self.connections))

    async def ping(self, *, timeout: float = 5.0) -> None:
        """Ping all connections; return when all have answered."""
        before = {connection: connection.pongs for connection in self.open}
        for connection in before:
            await connection.ws.ping(b"Ping from applink-local")
        await self.slack.journal.wait_for(
            lambda: all(connection.pongs > pongs for connection, pongs in before.items()), timeout=timeout
        )

    async def close(self) -> None:
        """End all connections when the server stops."""
        for connection in list(self.connections):
            connection.abort()
