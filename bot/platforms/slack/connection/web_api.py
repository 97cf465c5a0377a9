"""Two Web API clients: `once` for calls that must not happen twice, `freely` for calls that may.

slack-sdk repeats a request when the connection breaks. Slack may have handled it already, and a post would appear
twice. So posts use `once`, which repeats only calls that certainly did not happen. Calls that can be repeated safely
(reading, edits) use `freely`. All share one HTTP session, whose idle connections are kept for a moment: a new one
costs a TLS handshake and a third of a call's processor time.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, cast

import aiohttp
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

from bot.platforms.slack.connection.settings import SlackSettings
from bot.sending import fence
from bot.sending.rate_limit import report_wait

TIMEOUT = 20
"""Seconds for one call."""

KEPT_SECONDS = 4.0
"""Seconds that a connection may be idle. A post sent over a connection that Slack has just closed has an unknown
outcome; servers close idle connections after five seconds or more."""

CALLS = logging.getLogger(__name__)
"""The logger for slack-sdk. Below INFO the SDK logs whole bodies, and under a logger without a level of its own it
formats those lines at every call, even when they are dropped."""
CALLS.setLevel(logging.INFO)


class SharedSession:
    """A session that is opened at its first use, in the loop that uses it; its owner closes it."""

    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None

    def open(self) -> aiohttp.ClientSession:
        """Return the session, opened if necessary."""
        if self._session is None or self._session.closed:
            trace = aiohttp.TraceConfig()
            trace.on_request_chunk_sent.append(fence.check)
            self._session = aiohttp.ClientSession(
                # The queues and budgets limit the number of concurrent writes.
                connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEPT_SECONDS),
                timeout=aiohttp.ClientTimeout(total=TIMEOUT),
                # Workspaces share connections, so no cookies may be stored.
                cookie_jar=aiohttp.DummyCookieJar(),
                trace_configs=[trace],
            )
        return self._session

    async def aclose(self) -> None:
        """Close all connections."""
        if self._session is not None:
            await self._session.close()


log = logging.getLogger(__name__)

LONGEST_WAIT = 120.0
"""Longest `Retry-After` in seconds that a call waits for; a call that must wait longer fails and is retried as
a whole."""


CONNECTION_TRIES = 3

REVOKED = frozenset({"token_revoked", "account_inactive", "invalid_auth", "token_expired"})


class MethodPauses:
    """Rate limits of one workspace, by method: Slack counts all calls of a method together.

    After a pause one call goes first, and the others follow once Slack accepts it. If all went at once, Slack would
    refuse them again.
    """

    def __init__(self) -> None:
        self._until: dict[str, float] = {}
        self._first: dict[str, asyncio.Lock] = {}

    @asynccontextmanager
    async def turn(self, method: str, *, asked: float = 0.0) -> AsyncGenerator[None]:
        """Wait until the method may be called; one at a time while Slack limits it.

        Args:
            method: Its name.
            asked: Seconds for which Slack has just told this call to wait, for reports.
        """
        if method not in self._until:
            yield
            return
        async with self._first.setdefault(method, asyncio.Lock()):
            while (left := self._until.get(method, 0.0) - asyncio.get_running_loop().time()) > 0:
                report_wait(max(left, asked))
                asked = 0.0
                await asyncio.sleep(left)
            if method in self._until:
                yield
                return
        yield

    def ask_for(self, method: str, seconds: float) -> None:
        """Record that Slack refuses this method for so many seconds."""
        until = asyncio.get_running_loop().time() + seconds
        self._until[method] = max(until, self._until.get(method, 0.0))

    def is_over(self, method: str) -> None:
        """Record that Slack has accepted a call of this method."""
        self._until.pop(method, None)


LIMIT_TRIES = 6
"""Most tries of one call while Slack answers that there are too many."""


class NotHappened(AsyncRetryHandler):
    """Retries requests that certainly had no effect: after a failed connection and, if no other call waits, after a
    429."""

    def __init__(self, times: int = 5, *, waits_for_limits: bool = True) -> None:
        """Args:
        times: Most retries.
        waits_for_limits: Whether to wait after a 429; `Web` does that itself, for all calls together."""
        super().__init__(max_retry_count=times)
        self._waits_for_limits = waits_for_limits

    async def _can_retry_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> bool:
        if response is not None and response.status_code == 429:
            return self._waits_for_limits and retry_after(response.headers) <= LONGEST_WAIT
        return isinstance(error, ClientConnectorError) and state.current_attempt < CONNECTION_TRIES

    async def prepare_for_next_attempt_async(
        self,
        *,
        state: RetryState,
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,
    ) -> None:
        """Wait, then let the request be sent again."""
        seconds = retry_after(response.headers) if response else 0.5 * 2**state.current_attempt
        if response is not None:
            log.info("Slack takes nothing more for %.1f s.", seconds)
            report_wait(seconds)
        await asyncio.sleep(seconds)
        state.next_attempt_requested = True
        state.increment_current_attempt()


def retry_after(headers: Mapping[str, object]) -> float:
    """Return Slack's `Retry-After` in seconds; 1 if it is missing or unreadable."""
    for name, value in headers.items():
        if name.lower() == "retry-after":
            try:
                return max(
                    0.0, float(str(cast("list[object]", value)[0] if isinstance(value, list) else value))
                )
            except ValueError:
                break
    return 1.0


class Answer(dict[str, Any]):
    """The JSON of a response. A part that Slack promises and left out is an error of the connection."""

    def __missing__(self, name: str) -> Any:
        raise aiohttp.ClientPayloadError(f"The response of Slack lacks '{name}'.")


@dataclass(frozen=True, slots=True)
class Web:
    """A client of slack-sdk whose responses are typed."""

    client: AsyncWebClient
    session: SharedSession | None = None
    """The shared session; None for a connection of its own for each call."""

    revoked: Callable[[], None] = lambda: None
    """Called when Slack no longer accepts the token."""

    pauses: MethodPauses = field(default_factory=MethodPauses)
    """Shared by all clients of a workspace."""

    limit_tries: int = LIMIT_TRIES

    async def __call__(self, method: str, /, **arguments: object) -> dict[str, Any]:
        """Call a method by slack-sdk's name (`chat_postMessage`) and return the response's JSON.

        Raises SlackApiError when Slack refuses, and aiohttp's errors when the connection fails.
        """
        return Answer((await self.answer(method, **arguments)).data)

    async def answer(self, method: str, /, **arguments: object) -> Any:
        """Call a method and return slack-sdk's whole response, with its headers. Raises the same errors as
        `__call__`."""
        if self.session is not None:
            self.client.session = self.session.open()
        call = cast("Callable[..., Awaitable[Any]]", getattr(self.client, method))
        asked = 0.0
        for left in reversed(range(self.limit_tries)):
            async with self.pauses.turn(method, asked=asked):
                try:
                    answer = await call(**arguments)
                except SlackApiError as error:
                    seconds = self._seconds_to_wait(error)
                    if seconds is None or seconds > LONGEST_WAIT or not left:
                        raise
                    log.info("Slack takes no more %s for %.1f s.", method, seconds)
                    self.pauses.ask_for(method, seconds)
                    asked = seconds
                    continue
                self.pauses.is_over(method)
                return answer
        raise AssertionError("The last try returns or raises.")

    def _seconds_to_wait(self, error: SlackApiError) -> float | None:
        """Return the seconds that Slack asks us to wait; None if it refused for another reason."""
        response = cast("Any", error.response)
        data: object = getattr(response, "data", None)
        if isinstance(data, dict) and cast("dict[str, Any]", data).get("error") in REVOKED:
            self.revoked()
        # If its body is no JSON, slack-sdk passes on aiohttp's own response.
        if getattr(response, "status_code", getattr(response, "status", None)) != 429:
            return None
        return retry_after(cast("Mapping[str, object]", response.headers))


@dataclass(frozen=True, slots=True, kw_only=True)
class Clients:
    """Both clients and the session they share."""

    once: Web
    freely: Web
    session: SharedSession


def build_clients(
    settings: SlackSettings, session: SharedSession, *, revoked: Callable[[], None] = lambda: None
) -> Clients:
    """Build the clients for these settings, without connecting. `revoked` is called when Slack no longer accepts the
    token."""
    freely: list[AsyncRetryHandler] = [
        NotHappened(waits_for_limits=False),
        AsyncConnectionErrorRetryHandler(max_retry_count=2),
        AsyncServerErrorRetryHandler(max_retry_count=2),
    ]
    pauses = MethodPauses()
    once = _web(settings, [NotHappened(waits_for_limits=False)], session, revoked, pauses)
    return Clients(once=once, freely=_web(settings, freely, session, revoked, pauses), session=session)


def impatient(settings: SlackSettings) -> Web:
    """Return a client that never retries, for checks of the current state."""
    return replace(_web(settings, []), limit_tries=1)


def _web(
    settings: SlackSettings,
    retries: list[AsyncRetryHandler],
    session: SharedSession | None = None,
    revoked: Callable[[], None] = lambda: None,
    pauses: MethodPauses | None = None,
) -> Web:
    client = sdk_client(settings, token=settings.bot_token, retries=retries)
    return Web(client, session, revoked, pauses or MethodPauses())


def sdk_client(
    settings: SlackSettings,
    *,
    token: str | None = None,
    timeout: int = TIMEOUT,
    retries: Sequence[AsyncRetryHandler] = (),
) -> AsyncWebClient:
    """Return a client of slack-sdk that uses the proxy of these settings and no other."""
    client = AsyncWebClient(
        token=token,
        base_url=settings.api_url.rstrip("/") + "/",
        timeout=timeout,
        retry_handlers=list(retries),
        logger=CALLS,
    )
    # The SDK would take a proxy from the process's environment, where it knows neither NO_PROXY nor a .env file.
    client.proxy = settings.proxy
    return client
