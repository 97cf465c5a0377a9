"""Receives interactions at `POST /discord/interactions` and passes them to the library as if the gateway had sent
them. Requests without Discord's signature get 401.

The response only acknowledges; the reply is always sent by a call of ours.
"""

import json
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.platforms.http_request import body_within
from council_core.errors import PlatformError

PATH = "/discord/interactions"
MOST_BYTES = 2**20
"""Most bytes of a body; five fields of 4,000 characters and a message with its components need far less."""

STALE_SECONDS = 300
"""Greatest age of an accepted timestamp in seconds. Discord documents none; a token expires after three seconds, and
clocks differ by less than minutes."""

PING = 1

Deliver = Callable[[Mapping[str, Any]], Awaitable[None]]
"""Handles an interaction. Raises PlatformError."""


@dataclass(slots=True)
class _Seen:
    """Recently received interactions, because a replayed request still has a valid signature."""

    _until: dict[str, float] = field(default_factory=dict[str, float])

    def is_new(self, interaction: str) -> bool:
        now = time.monotonic()
        while self._until and next(iter(self._until.values())) < now:
            del self._until[next(iter(self._until))]
        if interaction in self._until:
            return False
        self._until[interaction] = now + 2 * STALE_SECONDS
        return True

    def forget(self, interaction: str) -> None:
        self._until.pop(interaction, None)


def discord_routes(public_key: str, deliver: Deliver) -> list[Route]:
    """Return the route for interactions.

    Args:
        public_key: The application's, 64 hexadecimal digits.
        deliver: Called with each interaction once.
    """
    key, seen = Ed25519PublicKey.from_public_bytes(bytes.fromhex(public_key)), _Seen()

    async def interactions(request: Request) -> Response:
        try:
            body = await body_within(request, MOST_BYTES)
        except ClientDisconnect:
            return Response(status_code=400)
        if body is None or not _is_signed(key, request, body):
            return Response("invalid request signature", status_code=401)
        told = _read(body)
        if told is None:
            return Response(status_code=400)
        if told.get("type") == PING:
            return JSONResponse({"type": PING})
        interaction = str(told.get("id"))
        if seen.is_new(interaction):
            try:
                await deliver(told)
            except PlatformError:
                seen.forget(interaction)
                return Response(status_code=503)
        return Response(status_code=202)

    return [Route(PATH, interactions, methods=["POST"])]


def _is_signed(key: Ed25519PublicKey, request: Request, body: bytes) -> bool:
    """Check the signature (docs: interactions/overview, Ed25519 over the time and the body)."""
    timestamp = request.headers.get("x-signature-timestamp", "")
    signature = request.headers.get("x-signature-ed25519", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 20):
        return False
    if abs(time.time() - int(timestamp)) > STALE_SECONDS:
        return False
    try:
        key.verify(bytes.fromhex(signature), timestamp.encode() + body)
    except (InvalidSignature, ValueError):
        return False
    return True


def _read(body: bytes) -> Mapping[str, Any] | None:
    try:
        told: object = json.loads(body)
    except ValueError:
        return None
    return cast("Mapping[str, Any]", told) if isinstance(told, dict) else None
