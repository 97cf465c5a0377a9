"""A record of all events, in order: calls to the Web API and complaints; it wakes waiters at every change."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tests.testbed.patience import PATIENCE
from tests.testbed.slack.faults import Fault

T = TypeVar("T")


@dataclass(slots=True, kw_only=True)
class Call:
    """One Web API call: `result` is the reply's JSON, also when a fault kept it from the caller."""

    method: str
    arguments: dict[str, Any]
    token: str
    at: float
    port: int = 0
    """The caller's end of the connection over which it came."""

    status: int = 200
    result: dict[str, Any] = field(default_factory=dict[str, Any])
    fault: Fault | None = None

    @property
    def ok(self) -> bool:
        """Return whether the call took effect (the caller may still have got no reply)."""
        return bool(self.result.get("ok"))

    @property
    def error(self) -> str | None:
        """Return Slack's error code, if the call was refused."""
        return self.result.get("error")


class Journal:
    """The record of one local Slack; every entry wakes the waiters."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.complaints: list[str] = []
        self._waiters: set[asyncio.Future[None]] = set()

    def complain(self, text: str) -> None:
        """Record an action that real Slack accepts but that our bot should not do."""
        self.complaints.append(text)
        self.ring()

    def ring(self) -> None:
        """Wake every waiter so that it checks its predicate again."""
        waiters, self._waiters = self._waiters, set()
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def calls_of(self, method: str) -> list[Call]:
        """Return all calls of one method, oldest first."""
        return [call for call in self.calls if call.method == method]

    async def wait_for(self, predicate: Callable[[], T], *, timeout: float = PATIENCE) -> T:
        """Return the first truthy value of `predicate`, checked after every change; TimeoutError after `timeout`
        s."""
        async with asyncio.timeout(timeout):
            while not (value := predicate()):
                waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiters.add(waiter)
                try:
                    await waiter
                finally:
                    self._waiters.discard(waiter)
        return value
