"""Scripted faults of REST calls, and the calls that meet them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

from tests.testbed.discord.journal import Call


@dataclass(frozen=True, slots=True, kw_only=True)
class Status:
    """An HTTP status without effect, as from a broken edge server: 500, 502, 503."""

    status: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """One of Discord's JSON error codes without effect: 10062, 50001, 50013, 50083, 160004..."""

    code: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LostReply:
    """The call takes effect, but the bot sees a dropped connection ("reset") or an HTTP status instead."""

    how: Literal["reset"] | int = "reset"


@dataclass(frozen=True, slots=True, kw_only=True)
class Garbled:
    """The call takes effect, but a proxy replaces the reply by something that no caller expects."""

    body: str
    content_type: str = "application/json"
    status: int = 200


@dataclass(frozen=True, slots=True)
class ResetBeforeEffect:
    """The connection drops before anything happens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Slow:
    """The effect and the reply come after so many seconds; with `late_reply` only the reply is late."""

    seconds: float
    late_reply: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TooManyRequests:
    """A 429 without effect. `scope` as in X-RateLimit-Scope; without `via` it comes from Cloudflare."""

    retry_after: float
    scope: Literal["user", "shared", "global"] = "user"
    via: bool = True


Fault = Status | Refusal | LostReply | Garbled | ResetBeforeEffect | Slow | TooManyRequests


@dataclass(slots=True, eq=False)
class Script:
    """A fault for `times` calls of a route, beginning with the `nth` from now on (the next is the first)."""

    method: str
    route: str
    fault: Fault
    nth: int = 1
    times: int = 1
    where: Callable[[Call], bool] | None = None
    seen: int = 0

    def befalls(self, call: Call) -> bool:
        """Count the call if it is of this route, and return whether it fails."""
        if (call.method, call.route) != (self.method, self.route) or (self.where and not self.where(call)):
            return False
        self.seen += 1
        return self.nth <= self.seen < self.nth + self.times
