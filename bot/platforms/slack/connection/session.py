"""Calls to Slack -> connections, shared by all of them and kept for a moment: a new one for every call costs a
handshake, and a third of its processor time before that of TLS."""

import logging

import aiohttp

from bot.sending import fence

TIMEOUT = 20
"""Seconds for one call."""

KEPT_SECONDS = 4.0
"""How long a connection may lie idle. What is sent over one that the other side has just closed looks exactly like a
post of unknown outcome; servers close theirs after five seconds and more."""

CALLS = logging.getLogger(__name__)
"""What slack-sdk logs to. Below INFO it writes down whole bodies, and with a logger without a level of its own it puts
those lines together for every call, whether anybody wants them or not."""
CALLS.setLevel(logging.INFO)


class Wire:
    """Opens when it is first used, in the loop that uses it; whoever builds it closes it."""

    def __init__(self) -> None:
        self._session: aiohttp.ClientSession | None = None

    def session(self) -> aiohttp.ClientSession:
        """What to send over."""
        if self._session is None or self._session.closed:
            trace = aiohttp.TraceConfig()
            trace.on_request_chunk_sent.append(fence.look)
            self._session = aiohttp.ClientSession(
                # How much is written at a time is for lanes and budgets to say.
                connector=aiohttp.TCPConnector(limit=0, keepalive_timeout=KEPT_SECONDS),
                timeout=aiohttp.ClientTimeout(total=TIMEOUT),
                # Workspaces share the connections, and nothing else.
                cookie_jar=aiohttp.DummyCookieJar(),
                trace_configs=[trace],
            )
        return self._session

    async def aclose(self) -> None:
        """Closes what stands open."""
        if self._session is not None:
            await self._session.close()
