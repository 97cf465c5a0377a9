"""Counts Discord's refusals, pauses before there are too many, and notices a revoked token.

Discord counts answers of 401, 403 and 429 and blocks an address after 10,000 of them in ten minutes, except for 429s
of limits that several bots share (docs: topics/rate-limits, invalid request limit).
"""

import asyncio
import logging
from collections import deque
from dataclasses import dataclass, field
from types import SimpleNamespace

import aiohttp

log = logging.getLogger(__name__)

MOST, SECONDS = 1_000, 600.0
"""A tenth of Discord's limit, because other processes may share the address."""

PAUSE = 60.0
LONGEST_PAUSE = 3_600.0
"""Longest time in seconds for which a refusal of Cloudflare is obeyed; a proxy's may name any. One call an hour does no
harm."""

BY_TOKEN_IN_PATH = ("/webhooks/", "/interactions/")
BANNED = (
    "Discord has refused %d calls in ten minutes; Council is quiet for %.0f s, since more would shut its address "
    "out. Look in the log above for what it refused."
)
SHUT_OUT = "Cloudflare keeps this address out of Discord for %.0f s, after too many refused calls."


@dataclass(slots=True)
class InvalidRequests:
    """The refusals of the last minutes."""

    revoked: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once Discord no longer accepts the bot's token."""

    _refused: deque[float] = field(default_factory=deque[float])
    _quiet_until: float = 0.0

    def trace(self) -> aiohttp.TraceConfig:
        """Return a trace that counts every response, for the library's HTTP session."""
        config = aiohttp.TraceConfig()
        config.on_request_end.append(self._ended)
        return config

    def seconds_left(self) -> float:
        """Return the seconds for which no call should be made; 0 when all is well."""
        return max(0.0, self._quiet_until - asyncio.get_running_loop().time())

    async def _ended(
        self, session: aiohttp.ClientSession, context: SimpleNamespace, done: aiohttp.TraceRequestEndParams
    ) -> None:
        del session, context
        status, headers = done.response.status, done.response.headers
        if status == 401 and not any(part in done.url.path for part in BY_TOKEN_IN_PATH):
            self.revoked.set()
        if status not in {401, 403, 429} or headers.get("X-RateLimit-Scope") == "shared":
            return
        now = asyncio.get_running_loop().time()
        self._refused.append(now)
        while self._refused and self._refused[0] < now - SECONDS:
            self._refused.popleft()
        if status == 429 and "Via" not in headers:
            self._be_quiet(now + _seconds(headers.get("Retry-After", "")))
            log.error(SHUT_OUT, self.seconds_left())
        elif len(self._refused) >= MOST and not self.seconds_left():
            self._be_quiet(now + PAUSE)
            log.error(BANNED, len(self._refused), PAUSE)

    def _be_quiet(self, until: float) -> None:
        self._quiet_until = max(self._quiet_until, until)


def _seconds(text: str) -> float:
    """Return the seconds in a `Retry-After`, at most an hour; a minute for none, a date or any other text."""
    try:
        seconds = float(text)
    except ValueError:
        return PAUSE
    return min(seconds, LONGEST_PAUSE) if seconds >= 0 else PAUSE
