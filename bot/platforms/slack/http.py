"""`POST /slack/events` -> bolt. Nothing that is not signed by Slack gets any further than 401."""

import time

from slack_bolt.adapter.starlette.async_handler import to_async_bolt_request, to_starlette_response
from slack_bolt.async_app import AsyncApp
from slack_sdk.signature import SignatureVerifier
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

PATH = "/slack/events"
MOST_BYTES = 2**20
"""Slack's largest payloads, views of 250 kB, are well below."""

STALE_SECONDS = 300
"""docs.slack.dev, verifying requests from Slack."""


def slack_routes(app: AsyncApp, signing_secret: str) -> list[Route]:
    """The one route. It verifies by itself, for bolt lets `ssl_check` bodies through without looking."""
    verifier = SignatureVerifier(signing_secret)

    async def events(request: Request) -> Response:
        try:
            body = await _body(request)
        except ClientDisconnect:
            return Response(status_code=400)
        if body is None or not _signed(verifier, request, body):
            return Response(status_code=401)
        return to_starlette_response(await app.async_dispatch(to_async_bolt_request(request, body)))

    return [Route(PATH, events, methods=["POST"])]


async def _body(request: Request) -> bytes | None:
    """The whole body; None as soon as it is larger than anything Slack sends."""
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MOST_BYTES:
            return None
    return body


def _signed(verifier: SignatureVerifier, request: Request, body: bytes) -> bool:
    timestamp = request.headers.get("x-slack-request-timestamp", "")
    signature = request.headers.get("x-slack-signature", "")
    if not (timestamp.isascii() and timestamp.isdigit() and len(timestamp) < 20) or not signature.isascii():
        return False
    try:
        body.decode("utf-8")
    except UnicodeDecodeError:
        return False
    if abs(time.time() - int(timestamp)) > STALE_SECONDS:
        return False
    return verifier.is_valid(body, timestamp, signature)
