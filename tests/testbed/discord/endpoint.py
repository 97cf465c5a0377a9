"""The interactions endpoint of an app: interactions arrive over signed HTTP in place of the gateway."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

import aiohttp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from tests.testbed.discord.wire import Json

if TYPE_CHECKING:
    from tests.testbed.discord.world import World

PING, PONG = {"type": 1}, {"type": 1}
SECONDS_TO_ANSWER = 3.0
Forgery = Literal["another_key", "another_body", "another_time", "no_signature", "no_hexadecimal"]


@dataclass(frozen=True, slots=True)
class Told:
    """One request to the bot, byte for byte, and its response."""

    body: bytes
    headers: dict[str, str]
    status: int
    answer: Any


@dataclass(slots=True)
class Endpoint:
    """Signs and sends interactions. Once an address is set, they no longer go to the gateway."""

    world: World = field(repr=False)
    url: str = ""
    told: list[Told] = field(default_factory=list[Told])
    _key: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)
    _tasks: set[asyncio.Task[Told]] = field(default_factory=set[asyncio.Task[Told]])

    @property
    def public_key(self) -> str:
        """The public key as the developer portal shows it."""
        return self._key.public_key().public_bytes_raw().hex()

    async def set(self, url: str) -> None:
        """Save the address after the two checks that Discord makes first; fail if the bot does not pass them."""
        right = await self.send(PING, url=url)
        assert (right.status, right.answer) == (200, PONG), f"PING was answered with {right}"
        wrong = await self.send(PING, url=url, forgery="another_key")
        assert wrong.status == 401, f"A forged PING was answered with {wrong}"
        self.url = url

    def tell(self, payload: Json) -> None:
        """Send an interaction to the bot in the background."""
        task = asyncio.create_task(self.send(payload))
        self._tasks.add(task)
        task.add_done_callback(self._answered)

    def _answered(self, task: asyncio.Task[Told]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and task.exception() is None and task.result().status != 202:
            self.world.complain(f"An interaction over HTTP was answered with {task.result().status}.")

    async def send(
        self, payload: Json, *, url: str = "", forgery: Forgery | None = None, age: float = 0.0
    ) -> Told:
        """Send one signed request, `age` seconds old; a forgery changes something after the signing."""
        body, at = json.dumps(payload).encode(), str(int(time.time() - age))
        key = Ed25519PrivateKey.generate() if forgery == "another_key" else self._key
        headers = {
            "Content-Type": "application/json",
            "X-Signature-Ed25519": key.sign(at.encode() + body).hex(),
            "X-Signature-Timestamp": at,
        }
        match forgery:
            case "another_body":
                body = body.replace(b"{", b'{"forged": true, ', 1)
            case "another_time":
                headers["X-Signature-Timestamp"] = str(int(at) + 1)
            case "no_signature":
                del headers["X-Signature-Ed25519"]
            case "no_hexadecimal":
                headers["X-Signature-Ed25519"] = "z" * 128
            case _:
                pass
        return await self.send_bytes(body, headers, url=url)

    async def send_bytes(self, body: bytes, headers: dict[str, str], *, url: str = "") -> Told:
        """Send a request unchanged, such as one that was sent before."""
        timeout = aiohttp.ClientTimeout(total=SECONDS_TO_ANSWER)
        async with (
            aiohttp.ClientSession(timeout=timeout) as session,
            session.post(url or self.url, data=body, headers=headers) as response,
        ):
            answer = await response.json() if response.content_type == "application/json" else None
        told = Told(body, headers, response.status, answer)
        self.told.append(told)
        self.world.changed()
        return told
