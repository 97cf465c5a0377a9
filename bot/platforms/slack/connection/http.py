"""Receives Slack's requests at `POST /slack/events` and passes them to bolt. Unsigned requests get 401."""

import hmac
import logging
import time
from urllib.parse import parse_qsl

from slack_bolt.adapter.starlette.async_handler import to_async_bolt_request, to_starlette_response
from slack_bolt.async_app import AsyncApp, AsyncBoltRequest
from slack_sdk.signature import SignatureVerifier
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from bot.platforms.http_request import body_within

log = logging.getLogger(__name__)

PATH = "/slack/events"
MOST_BYTES = 2**20
"""Most bytes of a body; Slack's largest ones are views of 250 kB."""

STALE_SECONDS = 300
"""Greatest age of an accepted request in seconds (docs.slack.dev, verifying requests from Slack)."""

SECONDS_BETWEEN_WARNINGS = 3_600.0


def slack_routes(app: AsyncApp, signing_secret: str) -> list[Route]:
    """Return the route for events. It verifies signatures itself, because bolt lets `ssl_check` bodies through
    unverified."""
    gate = _Gate(signing_secret)

    async def events(request: Request) -> Response:
        try:
            body = await body_within(request, MOST_BYTES)
        except ClientDisconnect:
            return Response(status_code=400)
        if body is None or not gate.admits(request, body):
            return Response(status_code=401)
        return to_starlette_response(await app.async_dispatch(_readable(request, body)))

    return [Route(PATH, events, methods=["POST"])]


def _readable(request: Request, body: bytes) -> AsyncBoltRequest:
    """Return bolt's request. Bolt 1.30 reads no field of a command whose text has the word "payload", so we read those.
    The signature is verified already; bolt asks for none in Socket Mode."""
    made = to_async_bolt_request(request, body)
    if made.body:
        return made
    fields = dict(parse_qsl(body.decode(), keep_blank_values=True))
    return AsyncBoltRequest(body=fields, mode="socket_mode")


class _Gate:
    """Admits only requests that Slack signed within the last minutes."""

    def __init__(self, signing_secret: str) -> None:
        self._verifier = SignatureVerifier(signing_secret)
        self._told_at = float("-inf")

    def admits(self, request: Request, body: bytes) -> bool:
        timestamp = request.headers.get("x-slack-request-timestamp", "")
        signature = request.headers.get("x-slack-signature", "")
        if (
            not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 20)
            or not signature.isascii()
        ):
            return False
        try:
            body.decode("utf-8")
        except UnicodeDecodeError:
            return False
        signed = self._verifier.generate_signature(timestamp=timestamp, body=body) or ""
        if not hmac.compare_digest(signed, signature):
            return False
        late = time.time() - int(timestamp)
        if abs(late) > STALE_SECONDS:
            self._tell_of_the_clock(late)
            return False
        return True

    def _tell_of_the_clock(self, late: float) -> None:
        """Warn from time to time, because a wrong clock rejects every request. A replayed old request looks the same,
        and the warning says so."""
        if time.monotonic() - self._told_at < SECONDS_BETWEEN_WARNINGS:
            return
        self._told_at = time.monotonic()
        log.warning(
            "A request that Slack has signed was refused: by the clock of this machine it was sent %.0f seconds %s. "
            "Either somebody sends an old one again, or this clock is wrong, and then nothing from Slack gets through.",
            abs(late),
            "ago" if late > 0 else "from now",
        )
