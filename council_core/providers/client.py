"""The shared HTTP client of all providers: its limits, and when and how often it retries.

A missing member makes a council worse, and a retry costs cents. But a call that the provider may have worked on is
repeated only once:

- The provider says that it did nothing (429, 500, 502, 503, 529 …), or was never reached: up to `TRIES`
  tries.
- The connection broke after the request had gone out, before or within the reply; a stream ended in the middle; a
  gateway timed out (408, 504, 524); an error followed a status of 200: one more try. Both may be charged. Most often
  an idle connection had just been closed by the server, and nothing was done.
- Anything else is final: a refused key, no credit, an unknown model, an unreadable reply.

`Retry-After` is followed to the second, or not at all: when it reaches beyond the call's deadline, the call fails at
once instead of waiting in vain.
"""

import asyncio
import random
import re
import ssl
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from functools import cached_property

import httpx2

from council_core.domain.observations import CallRetried
from council_core.ports import Observer, nobody
from council_core.providers.settings import ProviderSettings
from council_core.providers.transport import CONNECT_SECONDS, LoopTurns, OneTry, current_tries
from council_core.proxies import THIS_MACHINE

TRIES = 4
"""Most tries of a call, with pauses of half a second, one and two where the provider names none: about as long as a
hiccup."""

NOT_DONE = frozenset({429, 500, 502, 503, 520, 521, 522, 523, 529})
MAYBE_DONE = frozenset({408, 504, 524})
EMPTY_PURSE = (b"insufficient_quota", b"billing_hard_limit_reached", b"credit_balance_exhausted", b"PerDay")
"""Error codes of a 429 that waiting does not cure, because they are not about pace. `PerDay` is Google's daily
quota."""

RETRIED = (
    httpx2.ConnectError,
    httpx2.ConnectTimeout,
    httpx2.ReadError,
    httpx2.WriteError,
    httpx2.RemoteProtocolError,
)
"""Errors of a try after which another may help. With the last three the provider may have worked on the request."""


class Retrying(httpx2.AsyncBaseTransport):
    """Repeats a try while that may help and time is left. Returns or raises the last one's result as it is, because an
    SDK reads its own provider's errors best."""

    def __init__(self, wrapped: httpx2.AsyncBaseTransport, first_pause: float, observe: Observer) -> None:
        """
        Args:
            wrapped: Makes one try.
            first_pause: Seconds before the second try where the provider names none; each later pause is twice as long.
            observe: Told about each retry.
        """
        self._wrapped = wrapped
        self._first_pause = first_pause
        self._observe = observe

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        number = 0
        while True:
            number += 1
            try:
                response = await self._wrapped.handle_async_request(request)
            except RETRIED as error:
                may_be_done = not isinstance(error, (httpx2.ConnectError, httpx2.ConnectTimeout))
                pause = self._pause_after(number)
                if not _is_allowed(number, pause, may_be_done=may_be_done):
                    raise
                why = "connection"
            else:
                if not _deserves_a_retry(response):
                    return response
                may_be_done = response.status_code in MAYBE_DONE or response.status_code == 200
                asked = asked_wait(response)
                pause = self._pause_after(number) if asked is None else asked
                if not _is_allowed(number, pause, may_be_done=may_be_done, asked=asked):
                    return response
                why = str(response.status_code)
            self._observe(CallRetried(provider=current_tries().provider, why=why, pause=pause))
            await asyncio.sleep(pause)

    async def aclose(self) -> None:
        await self._wrapped.aclose()

    def _pause_after(self, number: int) -> float:
        """Return the seconds to wait after this try where the provider names none."""
        # Jitter keeps members that failed together from coming back together.
        return self._first_pause * 2 ** (number - 1) * random.uniform(0.75, 1.25)


def _is_allowed(number: int, pause: float, *, may_be_done: bool, asked: float | None = None) -> bool:
    """Tell whether a call may be repeated after this try, and note that it was, or the wait that was too long."""
    tries = current_tries()
    if asyncio.get_running_loop().time() + pause >= tries.deadline:
        tries.too_long = asked
        return False
    if number >= TRIES or (may_be_done and tries.was_repeated):
        return False
    tries.was_repeated = tries.was_repeated or may_be_done
    return True


def _deserves_a_retry(response: httpx2.Response) -> bool:
    status = _hidden_status(response) if response.status_code == 200 else response.status_code
    if status not in NOT_DONE | MAYBE_DONE or response.headers.get("x-should-retry") == "false":
        return False
    return status != 429 or not any(code in response.content for code in EMPTY_PURSE)


def _hidden_status(response: httpx2.Response) -> int | None:
    """Return the status of an error that followed a status of 200: in the whole body from OpenRouter, in an event of
    a stream from Anthropic."""
    if b"\nevent: error\n" in b"\n" + response.content:
        return 529 if b"overloaded_error" in response.content else 500
    found = re.match(rb'\s*\{"error":\s*\{[^}]*"code":\s*(\d{3})\b', response.content)
    return int(found[1]) if found else None


class Clients:
    """The shared HTTP client, opened when the first provider needs it."""

    def __init__(self, settings: ProviderSettings, observe: Observer = nobody) -> None:
        self.settings = settings
        self._observe = observe
        self.turns = LoopTurns()

    @property
    def _has_proxy(self) -> bool:
        return self.settings.proxy is not None and "*" not in self.settings.no_proxy

    @cached_property
    def _tls(self) -> ssl.SSLContext:
        return httpx2.create_ssl_context()

    @cached_property
    def _direct(self) -> httpx2.AsyncBaseTransport:
        return self._patient(None)

    @cached_property
    def http(self) -> httpx2.AsyncClient:
        """Open the client. The first call takes a tenth of a second, for the certificates."""
        direct = self._direct
        mounts: dict[str, httpx2.AsyncBaseTransport] = {}
        if self._has_proxy:
            mounts["all://"] = self._patient(self.settings.proxy)
            for host in (*THIS_MACHINE, *self.settings.no_proxy):
                # httpx reads `*host` as the host and all its subdomains.
                mounts[f"all://{host}" if host[0].isdigit() or host[0] == "[" else f"all://*{host}"] = direct
        return httpx2.AsyncClient(
            transport=direct,
            mounts=mounts,
            # This timeout does not limit calls. It is set because SDKs take it over, and one of them warns about
            # httpx's default.
            timeout=httpx2.Timeout(600.0, connect=CONNECT_SECONDS),
            follow_redirects=False,
        )

    def _patient(self, proxy: str | None) -> httpx2.AsyncBaseTransport:
        from council_core.providers.connections import Connections

        one_try = OneTry(Connections(tls=self._tls, proxy=proxy), self.turns)
        return Retrying(one_try, self.settings.first_pause, self._observe)

    async def close(self) -> None:
        """Close all connections; requests under way end with an error."""
        if "http" in self.__dict__:
            await self.http.aclose()


def asked_wait(response: httpx2.Response) -> float | None:
    """Return the wait that the provider asks for; None when it asks for none, or in an undocumented form.

    The order is `retry-after-ms` (OpenAI, Anthropic), `Retry-After` as seconds or a date (RFC 9110, 10.2.3), and
    `google.rpc.RetryInfo` in the body, where Google puts it.
    """
    headers = response.headers
    if (milliseconds := _number(headers.get("retry-after-ms"))) is not None:
        return milliseconds / 1000
    if (value := headers.get("retry-after")) is not None:
        return _number(value) if _number(value) is not None else _until(value)
    return _retry_info(response.content)


def _number(value: str | None) -> float | None:
    return float(value) if value is not None and re.fullmatch(r"\d{1,9}(\.\d+)?", value.strip()) else None


def _until(value: str) -> float | None:
    try:
        when = parsedate_to_datetime(value)
    except ValueError:
        return None
    when = when if when.tzinfo else when.replace(tzinfo=UTC)
    return max(0.0, (when - datetime.now(UTC)).total_seconds())


def _retry_info(body: bytes) -> float | None:
    found = re.search(rb'"retryDelay"\s*:\s*"(\d{1,9}(?:\.\d+)?)s"', body)
    return float(found[1]) if found else None
