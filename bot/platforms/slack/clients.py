"""Settings -> the two Web API clients: one for what must not be said twice, one for what may be.

slack-sdk repeats a request by itself when the connection dies, and Slack may have done it already: a post
would stand there twice. So posts go through `once`, which repeats only what certainly did not happen;
everything that does no harm when repeated (reading, edits) goes through `freely`.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, cast

from aiohttp import ClientConnectorError
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncServerErrorRetryHandler,
)
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState
from slack_sdk.web.async_client import AsyncWebClient

from bot.platforms.slack.wire import CALLS, TIMEOUT, Wire
from bot.waits import waits

log = logging.getLogger(__name__)

LONGEST_WAIT = 120.0
"""Seconds of `Retry-After` that we sit out; whoever is told to wait longer tries again later, as a whole."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SlackSettings:
    """How to reach one workspace, or with `client_id` and `client_secret` all in which the app gets installed.

    With `app_token` events come over Socket Mode; without it over HTTP, signed with `signing_secret`.
    """

    bot_token: str = ""
    app_token: str | None = None
    signing_secret: str | None = None
    client_id: str | None = None
    client_secret: str | None = None
    api_url: str = "https://slack.com/api/"


CONNECTION_TRIES = 3

REVOKED = frozenset({"token_revoked", "account_inactive", "invalid_auth", "token_expired"})


class NotHappened(AsyncRetryHandler):
    """Repeats what certainly did not happen: 429, after as long as Slack says, and connections never made."""

    def __init__(self, times: int = 5) -> None:
        super().__init__(max_retry_count=times)

    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        if response is not None and response.status_code == 429:
            return retry_after(response) <= LONGEST_WAIT
        return isinstance(error, ClientConnectorError) and state.current_attempt < CONNECTION_TRIES

    async def prepare_for_next_attempt_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> None:
        """Waits, then lets the request go out again."""
        seconds = retry_after(response) if response else 0.5 * 2**state.current_attempt
        if response is not None:
            log.info("Slack takes nothing more for %.1f s.", seconds)
            waits(seconds)
        await asyncio.sleep(seconds)
        state.next_attempt_requested = True
        state.increment_current_attempt()


def retry_after(response: HttpResponse) -> float:
    """Seconds to wait, as Slack says; one where it says nothing that can be read."""
    for name, value in response.headers.items():
        if name.lower() == "retry-after":
            try:
                return max(0.0, float(value[0] if isinstance(value, list) else value))
            except ValueError:
                break
    return 1.0


@dataclass(frozen=True, slots=True)
class Web:
    """A client of slack-sdk with answers that have a type."""

    client: AsyncWebClient
    wire: Wire | None = None
    """None for a connection of its own for each call."""

    revoked: Callable[[], None] = lambda: None
    """Called when Slack does not take the token any more."""

    async def __call__(self, method: str, /, **arguments: object) -> dict[str, Any]:
        """Calls a method, named as slack-sdk does (`chat_postMessage`); the answer's JSON.

        Raises SlackApiError when Slack says no, and errors of aiohttp when the connection fails.
        """
        if self.wire is not None:
            self.client.session = self.wire.session()
        try:
            answer = await cast("Callable[..., Awaitable[Any]]", getattr(self.client, method))(**arguments)
        except SlackApiError as error:
            data = cast("object", getattr(cast("object", error.response), "data", None))
            if isinstance(data, dict) and cast("dict[str, Any]", data).get("error") in REVOKED:
                self.revoked()
            raise
        return cast("dict[str, Any]", answer.data)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clients:
    """Both clients, and what they send over."""

    once: Web
    freely: Web
    wire: Wire


def build_clients(
    settings: SlackSettings, wire: Wire, *, revoked: Callable[[], None] = lambda: None
) -> Clients:
    """The clients for these settings; nothing connects yet. `revoked` is called when Slack does not take the token any
    more."""
    freely: list[AsyncRetryHandler] = [
        NotHappened(),
        AsyncConnectionErrorRetryHandler(max_retry_count=2),
        AsyncServerErrorRetryHandler(max_retry_count=2),
    ]
    once = _web(settings, [NotHappened()], wire, revoked)
    return Clients(once=once, freely=_web(settings, freely, wire, revoked), wire=wire)


def impatient(settings: SlackSettings) -> Web:
    """A client that repeats nothing, for whoever wants to know how things stand now."""
    return _web(settings, [])


def _web(
    settings: SlackSettings,
    retries: list[AsyncRetryHandler],
    wire: Wire | None = None,
    revoked: Callable[[], None] = lambda: None,
) -> Web:
    client = AsyncWebClient(
        token=settings.bot_token,
        base_url=settings.api_url.rstrip("/") + "/",
        timeout=TIMEOUT,
        retry_handlers=retries,
        logger=CALLS,
    )
    return Web(client, wire, revoked)
