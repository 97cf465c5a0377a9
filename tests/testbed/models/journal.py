"""A record of every call to the models and its outcome."""

import asyncio
import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.testbed.models.asked import Asked, Json, Wire
from tests.testbed.patience import PATIENCE


@dataclass(slots=True, kw_only=True, eq=False)
class Call:
    """One request. `status` is None until it was answered; `is_paid` once a whole answer was sent with 200."""

    wire: Wire
    path: str
    headers: dict[str, str]
    body: Json
    at: float
    connection: tuple[str, int]
    """The client's address; the same for all requests of one TCP connection."""

    asked: Asked | None = None
    status: int | None = None
    is_paid: bool = False
    is_dropped: bool = False
    """Whether the caller disconnected before the answer."""

    @property
    def model(self) -> str:
        return self.asked.model if self.asked else str(self.body.get("model", ""))

    @property
    def request(self) -> str:
        """The model and the request; the same for a repeated call."""
        return f"{self.wire} {self.model} {json.dumps(self.body, sort_keys=True)}"

    def __str__(self) -> str:
        return f"{self.wire} {self.model} -> {self.status}{' dropped' if self.is_dropped else ''}"


@dataclass(slots=True)
class Journal:
    """Calls in the order of their arrival."""

    calls: list[Call] = field(default_factory=list[Call])
    most_at_once: int = 0
    _under_way: int = 0
    _changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    def of(self, model: str) -> list[Call]:
        """Return the calls to one model."""
        return [call for call in self.calls if call.model == model]

    @property
    def connections(self) -> int:
        """Return the number of TCP connections that they used."""
        return len({call.connection for call in self.calls})

    def paid_twice(self) -> list[str]:
        """Return requests that were answered in full more than once; empty when nothing was paid for twice."""
        counts = Counter(call.request for call in self.calls if call.is_paid)
        return [request for request, count in counts.items() if count > 1]

    async def begin(self, call: Call) -> None:
        self.calls.append(call)
        self._under_way += 1
        self.most_at_once = max(self.most_at_once, self._under_way)
        await self._tell()

    async def end(self) -> None:
        self._under_way -= 1
        await self._tell()

    async def until(self, holds: Callable[[list[Call]], bool], *, seconds: float = PATIENCE) -> None:
        """Wait until a condition holds for the calls; raises TimeoutError when it never does."""
        async with asyncio.timeout(seconds), self._changed:
            await self._changed.wait_for(lambda: holds(self.calls))

    async def _tell(self) -> None:
        async with self._changed:
            self._changed.notify_all()
