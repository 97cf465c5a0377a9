"""Make one try of a call without blocking the event loop, and count the tries of each call."""

import asyncio
from collections.abc import Callable, Generator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

import httpx2

TextOf = Callable[[Mapping[str, Any]], str]
"""Returns the text that one event of a streamed reply adds; empty if it adds none."""


@dataclass(slots=True, kw_only=True)
class Tries:
    """Tries of one call, and the time until which there may be another."""

    deadline: float
    """Time on the event loop's clock."""

    provider: str
    """Provider that is asked."""

    count: int = 0
    was_repeated: bool = False
    """Whether a request that may have been worked on was sent again."""

    too_long: float | None = None
    """Seconds that the provider asked us to wait, if they end after the deadline."""

    status: int | None = None
    """Status of the last reply that arrived whole, so that a later failure is due to its content; None before
    any did."""

    written: Callable[[str], None] | None = None
    """Called with the text of a streamed reply while it arrives; None if nobody listens."""

    text_of: TextOf | None = None
    """Reads the text of one event of a streamed reply; None for the formats that `connections` knows."""

    redirected_to: str | None = None
    """Address to which the last reply redirects; None if it does not."""


_tries: ContextVar[Tries] = ContextVar("tries")


@contextmanager
def tries_until(
    deadline: float,
    provider: str,
    *,
    written: Callable[[str], None] | None = None,
    text_of: TextOf | None = None,
) -> Generator[Tries]:
    """Count the tries of the requests inside the block; no try begins after this time of the loop's clock."""
    tries = Tries(deadline=deadline, provider=provider, written=written, text_of=text_of)
    token = _tries.set(tries)
    try:
        yield tries
    finally:
        _tries.reset(token)


def current_tries() -> Tries:
    """Return the tries of the call under way in this task.

    Raises:
        LookupError: A request was made outside `tries_until`.
    """
    return _tries.get()


CONNECT_SECONDS = 10.0
"""Connect timeout in seconds: as long as three lost SYN packets take on Linux (1 + 2 + 4 s), and a little more."""

LARGEST_REPLY = 8 * 1024 * 1024
"""Most bytes of a reply's body, unpacked. 128,000 tokens of text are about 0.5 MB."""


class ReplyTooLarge(httpx2.TransportError):
    """A reply's body is longer than `LARGEST_REPLY`."""


class LoopTurns:
    """Lets tasks through one at a time, with a turn of the event loop between them.

    An SDK needs a millisecond or two for each request and each reply. When two hundred replies arrive together, other
    work of the loop, such as Slack's acknowledgement, runs between two of them.
    """

    def __init__(self) -> None:
        self._door = asyncio.Lock()

    async def next(self) -> None:
        async with self._door:
            await asyncio.sleep(0)


class OneTry(httpx2.AsyncBaseTransport):
    """One try of a call. It ends with a whole reply: one that breaks off half-way is a failed try."""

    def __init__(self, wrapped: httpx2.AsyncBaseTransport, turns: LoopTurns) -> None:
        self._wrapped = wrapped
        self._turns = turns

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        tries = current_tries()
        tries.count += 1
        response = await self._wrapped.handle_async_request(request)
        tries.status = response.status_code
        tries.redirected_to = response.headers.get("location") if response.has_redirect_location else None
        await self._turns.next()
        return response

    async def aclose(self) -> None:
        await self._wrapped.aclose()
