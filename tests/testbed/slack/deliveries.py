"""Delivers payloads to the bot, over HTTP or Socket Mode, and records its answers and their timing."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, TypedDict
from urllib.parse import urlencode

import aiohttp
from slack_sdk.signature import SignatureVerifier

from tests.testbed.slack.socket_mode import ConnectionLostError

if TYPE_CHECKING:
    from tests.testbed.slack.server import LocalSlack

Kind = Literal["slash_commands", "interactive", "events_api"]
Via = Literal["http", "socket"]
Forgery = Literal["wrong_signature", "no_signature", "stale_timestamp"]


class How(TypedDict, total=False):
    """Options of a delivery: the transport, and a forged signature (HTTP only)."""

    via: Via
    forgery: Forgery


@dataclass(slots=True, kw_only=True)
class Delivery:
    """One payload handed to the bot once.

    `status` is the HTTP status (200 for an acknowledgement over Socket Mode), None if none came within the
    deadline; `reply` what the bot put into it (JSON, text, or None); `acknowledged_after` is in seconds.
    """

    slack: LocalSlack = field(repr=False)
    kind: Kind
    payload: dict[str, Any]
    via: Via
    forgery: Forgery | None = None
    retry_number: int = 0
    retry_reason: str | None = None
    status: int | None = None
    reply: Any = None
    acknowledged_after: float | None = None
    headers: dict[str, str] = field(default_factory=dict[str, str])
    on_acknowledged: Callable[[Delivery], None] | None = field(default=None, repr=False)

    @property
    def acknowledged(self) -> bool:
        """Return whether the bot acknowledged within the deadline."""
        return self.status == 200

    async def redeliver(self, reason: str = "http_timeout") -> Delivery:
        """Deliver the same payload again, marked as a retry, as if Slack had not received the first
        acknowledgement."""
        again = Delivery(
            slack=self.slack,
            kind=self.kind,
            payload=self.payload,
            via=self.via,
            retry_number=self.retry_number + 1,
            retry_reason=reason,
            on_acknowledged=self.on_acknowledged,
        )
        return await again.send()

    async def send(self) -> Delivery:
        """Deliver the payload and wait for the acknowledgement, at most the server's `ack_deadline`."""
        self.slack.deliveries.append(self)
        started = time.monotonic()
        try:
            if self.via == "http":
                await self._over_http()
            else:
                await self._over_socket()
        except (TimeoutError, ConnectionLostError, aiohttp.ClientError):
            self.status = None
        else:
            self.acknowledged_after = time.monotonic() - started
        if self.acknowledged and self.on_acknowledged is not None:
            self.on_acknowledged(self)
        self.slack.journal.ring()
        return self

    def body(self) -> tuple[str, str]:
        """Return the content type and text of the HTTP request."""
        if self.kind == "slash_commands":
            return "application/x-www-form-urlencoded", urlencode(self.payload)
        if self.kind == "interactive":
            return "application/x-www-form-urlencoded", urlencode({"payload": json.dumps(self.payload)})
        return "application/json", json.dumps(self.payload)

    async def _over_http(self) -> None:
        if self.slack.bot_url is None:
            raise AssertionError("set slack.bot_url to the bot's /slack/events before delivering over HTTP")
        content_type, body = self.body()
        headers = {"Content-Type": content_type, "User-Agent": "Slackbot 1.0 (+https://api.slack.com/robots)"}
        headers |= self._signature(body)
        if self.retry_number:
            headers |= {
                "X-Slack-Retry-Num": str(self.retry_number),
                "X-Slack-Retry-Reason": str(self.retry_reason),
            }
        async with (
            asyncio.timeout(self.slack.ack_deadline),
            self.slack.http.post(self.slack.bot_url, data=body.encode(), headers=headers) as response,
        ):
            text = await response.text()
        self.status, self.headers = response.status, dict(response.headers)
        self.reply = (
            json.loads(text) if response.content_type == "application/json" and text else text or None
        )

    def _signature(self, body: str) -> dict[str, str]:
        if self.forgery == "no_signature":
            return {}
        timestamp = str(int(time.time()) - (600 if self.forgery == "stale_timestamp" else 0))
        secret = "somebody else's" if self.forgery == "wrong_signature" else self.slack.signing_secret
        signature = SignatureVerifier(secret).generate_signature(timestamp=timestamp, body=body)
        return {"X-Slack-Request-Timestamp": timestamp, "X-Slack-Signature": str(signature)}

    async def _over_socket(self) -> None:
        envelope: dict[str, Any] = {
            "envelope_id": f"e{self.slack.workspace.number('envelope'):08d}",
            "type": self.kind,
            "accepts_response_payload": self.kind != "events_api",
            "payload": self.payload,
        }
        if self.kind == "events_api":
            envelope |= {"retry_attempt": self.retry_number, "retry_reason": self.retry_reason or ""}
        self.reply = await self.slack.socket.deliver(envelope, self.slack.ack_deadline)
        self.status = 200
