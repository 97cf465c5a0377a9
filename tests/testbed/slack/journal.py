"""What happened, in order: calls to the Web API, complaints, and waiters that wake when something changes."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

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
        """Whether the call took effect (the caller may still have got no reply)."""
        return bool(self.result.get("ok"))

    @property
    def error(self) -> str | None:
        """Slack's error code, if the call was refused."""
        return self.result.get("error")


class Journal:
    """The record of one local Slack, and the bell that rings with every entry."""

    def __init__(self) -> None:
        self.calls: list[Call] = []
        self.complaints: list[str] = []
        self._waiters: set[asyncio.Future[None]] = set()

    def complain(self, text: str) -> None:
        """Records something that real Slack lets pass but we do not want to see from our bot."""
        self.complaints.append(text)
        self.ring()

    def ring(self) -> None:
        """Wakes every waiter so that it looks at its predicate again."""
        waiters, self._waiters = self._waiters, set()
        for waiter in waiters:
            if not waiter.done():
                waiter.set_result(None)

    def calls_of(self, method: str) -> list[Call]:
        """All calls of one method, oldest first."""
        return [call for call in self.calls if call.method == method]

    async def wait_for(self, predicate: Callable[[], T], *, timeout: float) -> T:
        """The first truthy value of `predicate`, tried after every change; TimeoutError after `timeout` s."""
        async with asyncio.timeout(timeout):
            while not (value := predicate()):
                waiter: asyncio.Future[None] = asyncio.get_running_loop().create_future()
                self._waiters.add(waiter)
                try:
                    await waiter
                finally:
                    self._waiters.discard(waiter)
        return value
