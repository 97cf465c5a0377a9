"""Make one try of a call without blocking the event loop."""

import asyncio

import httpx2

from council_core.providers.tries import current_tries

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
