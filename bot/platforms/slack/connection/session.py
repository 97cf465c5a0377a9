"""One HTTP session that all calls to Slack share. Idle connections are kept for a moment, because a new one for each
call costs a TLS handshake and a third of the call's processor time."""

import logging

import aiohttp

from bot.sending import fence

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
