"""Keeps posts and edits within Slack's rate limits: one queue for each channel, one budget for all edits.

docs.slack.dev, rate limits: one post per second and channel with short bursts; chat.update is Tier 3 (50 a minute in
a workspace), and an edit every three seconds is what clients show without flicker.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass


class Bucket:
    """A token bucket: it refills with time and holds `size` tokens at most."""

    def __init__(self, per_second: float, size: int) -> None:
        self._per_second, self._size = per_second, float(size)
        self._level, self._at = self._size, float("-inf")

    def wait(self) -> float:
        """Return the seconds until there is a token. If there is one now, take it and return 0."""
        now = asyncio.get_running_loop().time()
        self._level = min(self._size, self._level + max(0.0, now - self._at) * self._per_second)
        self._at = now
        if self._level < 1:
            return (1 - self._level) / self._per_second
        self._level -= 1
        return 0.0

    async def take(self) -> None:
        """Wait for a token and take it."""
        while (seconds := self.wait()) > 0:  # noqa: ASYNC110 - time itself is what is waited for
            await asyncio.sleep(seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """The rates of posts and edits."""

    posts_per_second: float = 1.0
    burst: int = 4
    seconds_between_edits: float = 3.0
    edits_per_minute: float = 45.0

    def edits_of_a_workspace(self) -> Bucket:
        """Return the budget that all edits of a workspace share; a burst may take a third of a minute's edits."""
        return Bucket(self.edits_per_minute / 60, max(1, round(self.edits_per_minute / 3)))


class Lanes:
    """One queue of posts for each channel, first come, first served, at the given rate; without a rate, as fast as
    possible."""

    def __init__(self, pace: Pace | None) -> None:
        self._pace = pace
        self._locks: dict[str, asyncio.Lock] = {}
        self._buckets: dict[str, Bucket] = {}

    @asynccontextmanager
    async def lane(self, channel: str) -> AsyncGenerator[Callable[[], Awaitable[None]]]:
        """Wait for our turn in a channel. The value is awaited before each message in it."""
        async with self._locks.setdefault(channel, asyncio.Lock()):
            yield lambda: self._token(channel)

    async def _token(self, channel: str) -> None:
        if self._pace is not None:
            pace = self._pace
            bucket = self._buckets.setdefault(channel, Bucket(pace.posts_per_second, pace.burst))
            await bucket.take()
