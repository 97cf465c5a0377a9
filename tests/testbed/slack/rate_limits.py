"""Rate limits as token buckets, as docs.slack.dev/apis/web-api/rate-limits describes them."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

POSTS = ("chat.postMessage", "chat.postEphemeral")


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimits:
    """Posts per second in one channel with a short burst, and edits (Tier 3) per minute in the workspace."""

    posts_per_second: float = 1.0
    burst: int = 3
    edits_per_minute: int = 50


@dataclass(slots=True)
class Limiter:
    """Returns how long a call must wait; without limits never."""

    clock: Callable[[], float]
    limits: RateLimits | None = None
    _filled: dict[str, tuple[float, float]] = field(default_factory=dict[str, tuple[float, float]])

    def wait(self, method: str, arguments: Mapping[str, Any]) -> int:
        """Return whole seconds for `Retry-After`, or 0 if the call is admitted."""
        if self.limits is None:
            return 0
        if method in POSTS:
            return self._take(str(arguments.get("channel")), self.limits.posts_per_second, self.limits.burst)
        if method == "chat.update":
            edits = self.limits.edits_per_minute
            return self._take("chat.update", edits / 60, edits)
        return 0

    def _take(self, bucket: str, per_second: float, size: int) -> int:
        now = self.clock()
        level, at = self._filled.get(bucket, (float(size), now))
        level = min(float(size), level + (now - at) * per_second)
        if level >= 1:
            self._filled[bucket] = (level - 1, now)
            return 0
        self._filled[bucket] = (level, now)
        return max(1, math.ceil((1 - level) / per_second))
