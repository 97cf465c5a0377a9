"""Rate limit buckets of REST calls: their headers, and the 429 of an empty one (docs: topics/rate-limits)."""

from __future__ import annotations

import hashlib
import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field

from tests.testbed.discord.journal import Call

MESSAGES = "POST /channels/{channel_id}/messages"
MAJOR = ("channel_id", "guild_id", "webhook_id", "token")
GENEROUS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimits:
    """The rate limits: per route and channel, and in all per second.

    `per_route`: "POST /channels/{channel_id}/messages" -> (calls, seconds); routes not named are not limited.
    Interaction endpoints are not bound to the global limit.
    """

    per_route: Mapping[str, tuple[int, float]] = field(default_factory=lambda: {MESSAGES: (5, 5.0)})
    per_second: int = 50


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a call is admitted, and the headers of its reply."""

    headers: dict[str, str]
    retry_after: float | None = None
    is_global: bool = False


class Buckets:
    """Counts calls in sliding windows of real time. Without limits every bucket looks nearly full."""

    def __init__(self, limits: RateLimits | None) -> None:
        self.limits = limits
        self._windows: dict[str, deque[float]] = {}

    def take(self, call: Call) -> Verdict:
        """Count the call and return whether it is admitted."""
        name = f"{call.method} {call.route}"
        generous = (GENEROUS, 1.0)
        allowed, seconds = self.limits.per_route.get(name, generous) if self.limits else generous
        major = ":".join(call.params[key] for key in MAJOR if key in call.params)
        now = time.monotonic()
        window = self._window(f"{name}:{major}", now - seconds)
        everything = self._window("global", now - 1.0)
        bound_globally = not call.route.startswith(("/interactions", "/webhooks"))
        if self.limits and bound_globally and len(everything) >= self.limits.per_second:
            wait = everything[0] + 1.0 - now
            return Verdict(headers=_refusal(wait, "global"), retry_after=wait, is_global=True)
        if len(window) >= allowed:
            wait = window[0] + seconds - now
            headers = self._headers(name, allowed, 0, wait) | _refusal(wait, "user")
            return Verdict(headers=headers, retry_after=wait)
        window.append(now)
        everything.append(now)
        return Verdict(headers=self._headers(name, allowed, allowed - len(window), window[0] + seconds - now))

    def _window(self, key: str, since: float) -> deque[float]:
        window = self._windows.setdefault(key, deque())
        while window and window[0] <= since:
            window.popleft()
        return window

    def _headers(self, name: str, allowed: int, left: int, wait: float) -> dict[str, str]:
        return {
            "X-RateLimit-Limit": str(allowed),
            "X-RateLimit-Remaining": str(left),
            "X-RateLimit-Reset": f"{time.time() + wait:.3f}",
            "X-RateLimit-Reset-After": f"{wait:.3f}",
            "X-RateLimit-Bucket": hashlib.sha256(name.encode()).hexdigest()[:32],
        }


def _refusal(wait: float, scope: str) -> dict[str, str]:
    headers = {"Retry-After": str(max(1, round(wait))), "X-RateLimit-Scope": scope}
    return headers | ({"X-RateLimit-Global": "true"} if scope == "global" else {})
