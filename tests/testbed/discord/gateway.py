"""The websocket half: identifying, heartbeats, events by intent, and resuming after a lost connection."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from aiohttp import WSMsgType, web

from tests.testbed.discord.session import Session, frame
from tests.testbed.discord.sessions import MESSAGE_CONTENT, Sessions
from tests.testbed.discord.wire import Json

if TYPE_CHECKING:
    pass

HEARTBEAT, IDENTIFY, PRESENCE, VOICE, RESUME, RECONNECT, REQUEST_MEMBERS = 1, 2, 3, 4, 6, 7, 8
INVALID_SESSION, HELLO, ACK = 9, 10, 11
GUILDS = 1 << 0
MAX_PAYLOAD = 4096


class Gateway(Sessions):
    """Serves the gateway of one world. Counts identifies, resumes and heartbeats."""

    # What tests do to it

    async def drop(self, code: int | None = 4000) -> None:
        """Close every socket with this code, or without a closing frame if None. Sessions can be resumed."""
        for session in self.sessions.values():
            session.socket = None
        for socket, request in list(self._sockets.items()):
            if code is not None:
                await socket.close(code=code)
            elif request.transport is not None:
                request.transport.abort()

    @asynccontextmanager
    async def down(self, code: int | None = 4000, *, refuses: bool = False) -> AsyncGenerator[None]:
        """Close every socket and admit no new one until the block ends: new ones wait, or are refused with 503."""
        self._up.clear()
        self._refuses = refuses
        try:
            await self.drop(code)
            yield
        finally:
            self._up.set()

    def stop_reading(self) -> None:
        """Read nothing more from any socket, so that a bot's close is never answered."""
        for request in self._sockets.values():
            transport = request.transport
            assert isinstance(transport, asyncio.ReadTransport)
            transport.pause_reading()

    def go_on_reading(self) -> None:
        """End `stop_reading`."""
        for request in self._sockets.values():
            transport = request.transport
            assert isinstance(transport, asyncio.ReadTransport)
            transport.resume_reading()

    async def ask_to_reconnect(self) -> None:
        """Send RECONNECT (op 7)."""
        for session in self.connected:
            assert session.socket is not None
            await session.socket.send_str(frame(RECONNECT, None))

    async def invalidate(self, *, resumable: bool = False) -> None:
        """Send INVALID SESSION (op 9); unless resumable, the session is dropped."""
        for session in self.connected:
            assert session.socket is not None
            if not resumable:
                del self.sessions[session.id]
            await session.socket.send_str(frame(INVALID_SESSION, resumable))

    def open(self) -> None:
        """Release held connections, so that the server can end."""
        self._up.set()

    # Serving

    async def serve(self, request: web.Request) -> web.WebSocketResponse:
        """Serve one connection, from HELLO to its end."""
        if self._refuses and not self._up.is_set():
            raise web.HTTPServiceUnavailable
        await self._up.wait()
        socket = web.WebSocketResponse(max_msg_size=0, timeout=1.0)
        await socket.prepare(request)
        self._sockets[socket] = request
        session: Session | None = None
        pump: asyncio.Task[None] | None = None
        try:
            await socket.send_str(frame(HELLO, {"heartbeat_interval": 41250}))
            async for message in socket:
                if message.type is not WSMsgType.TEXT:
                    continue
                begun = await self._receive(socket, session, message.data)
                if begun is not None:
                    session = begun
                    pump = asyncio.create_task(session.pump(socket, self._world.changed))
        finally:
            if pump is not None:
                pump.cancel()
            self._sockets.pop(socket, None)
            self._leave(session, socket)
        return socket

    def _leave(self, session: Session | None, socket: web.WebSocketResponse) -> None:
        if session is not None and session.socket is socket:
            session.socket = None
            # A bot that closes with 1000 or 1001 ends its session; after any other end it may resume.
            if socket.close_code in (1000, 1001):
                self.sessions.pop(session.id, None)
        self._world.changed()

    async def _receive(
        self, socket: web.WebSocketResponse, session: Session | None, text: str
    ) -> Session | None:
        sent = json.loads(text)
        op, data = sent.get("op"), sent.get("d")
        if len(text.encode()) > MAX_PAYLOAD:
            self._world.complain(f"Gateway payload of {len(text)} bytes; the limit is {MAX_PAYLOAD}.")
            await socket.close(code=4002, message=b"Decode error.")
        elif op == HEARTBEAT:
            self.heartbeats += 1
            await socket.send_str(frame(ACK, None))
        elif op == IDENTIFY:
            return await self._identify(socket, session, data)
        elif op == RESUME:
            return await self._resume(socket, data)
        elif session is None:
            await socket.close(code=4003, message=b"Not authenticated.")
        elif op not in (PRESENCE, VOICE, REQUEST_MEMBERS):
            self._world.complain(f"Unknown gateway opcode {op}.")
            await socket.close(code=4001, message=b"Unknown opcode.")
        return None

    async def _identify(
        self, socket: web.WebSocketResponse, session: Session | None, data: Json
    ) -> Session | None:
        world = self._world
        self.identifies += 1
        refusal = None
        if session is not None:
            refusal = (4005, b"Already authenticated.")
        elif data.get("token") != world.token:
            refusal = (4004, b"Authentication failed.")
        elif data.get("intents") is None:
            refusal = (4013, b"Invalid intent(s).")
        elif data["intents"] & MESSAGE_CONTENT and not world.message_content:
            refusal = (4014, b"Disallowed intent(s).")
        if refusal:
            await socket.close(code=refusal[0], message=refusal[1])
            return None
        number, count = data.get("shard") or (0, 1)
        session = Session(secrets.token_hex(16), data["intents"], (number, count), socket)
        self.sessions[session.id] = session
        guilds = [
            guild
            for guild in world.guilds.values()
            if guild.installed and self._shard(guild, count) == number
        ]
        ready: Json = {
            "v": 10,
            "user": world.bot.to_json(),
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": world.origin.replace("http", "ws", 1) + "/gateway/resume",
            "application": {"id": str(world.bot.id), "flags": 0},
        }
        session.put("READY", ready | ({"shard": [number, count]} if data.get("shard") else {}))
        for guild in guilds if session.intents & GUILDS else []:
            session.put("GUILD_CREATE", self._guild_create(guild))
        world.changed()
        return session

    async def _resume(self, socket: web.WebSocketResponse, data: Json) -> Session | None:
        if data.get("token") != self._world.token:
            await socket.close(code=4004, message=b"Authentication failed.")
            return None
        session = self.sessions.get(data.get("session_id") or "")
        seen = data.get("seq") or 0
        if session is None or seen > len(session.log):
            await socket.send_str(frame(INVALID_SESSION, False))
            return None
        self.resumes += 1
        session.socket = socket
        session.rewind(seen)
        session.put("RESUMED", {})
        self._world.changed()
        return session

    # Telling
