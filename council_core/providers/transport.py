"""A request -> a whole reply, over connections in small pools, and without holding up the event loop."""

import asyncio
import ssl
from dataclasses import dataclass

import anyio
import httpx2

from council_core.providers.tries import current_tries

CONNECT_SECONDS = 10.0
"""As long as three lost SYN packets take on Linux (1 + 2 + 4 s), and a little more."""

LARGEST_REPLY = 8 * 1024 * 1024
"""Bytes of a reply's body, unpacked. 128,000 tokens of text are about 0.5 MB."""

POOL_SIZE = 2
"""Connections per pool. httpcore2 looks at every connection of a pool for every request, twice, and asks the system
whether each idle one still stands: at 256 in one pool that took longer than everything else about a call, at 16 a
seventh of it."""

KEEP_SECONDS = 30.0
"""How long an idle connection is kept: longer than reviews wait for answers, shorter than load balancers do
(60 s and more), so that a connection is rarely closed on the other side just when it is used again."""


class ReplyTooLarge(httpx2.TransportError):
    """A reply's body went on beyond `LARGEST_REPLY`."""


class Turns:
    """Lets tasks through one at a time, with a turn of the event loop between them.

    An SDK works for a millisecond or two on each request and each reply. When two hundred replies arrive
    together, whatever else waits for the loop, such as Slack's acknowledgement, gets its turn between two of
    them.
    """

    def __init__(self) -> None:
        self._door = asyncio.Lock()

    async def next(self) -> None:
        async with self._door:
            await asyncio.sleep(0)


Host = tuple[bytes, bytes, int | None]


@dataclass(slots=True, kw_only=True)
class _Pool:
    transport: httpx2.AsyncHTTPTransport
    under_way: int = 0


class Pools(httpx2.AsyncBaseTransport):
    """For each host as many pools as there are requests under way for; the first with room takes the next one."""

    def __init__(self, *, tls: ssl.SSLContext, proxy: str | None) -> None:
        self._tls = tls
        self._proxy = proxy
        self._pools: dict[Host, list[_Pool]] = {}
        self._is_closed = False

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if self._is_closed:
            raise httpx2.CloseError("the connections were closed", request=request)
        host: Host = (request.url.raw_scheme, request.url.raw_host, request.url.port)
        pools = self._pools.setdefault(host, [])
        pool = next((each for each in pools if each.under_way < POOL_SIZE), None)
        if pool is None:
            pool = self._open()
            pools.append(pool)
        pool.under_way += 1
        try:
            response = await pool.transport.handle_async_request(request)
            try:
                body = await _read(response)
            finally:
                await response.aclose()
        finally:
            pool.under_way -= 1
        return httpx2.Response(
            response.status_code,
            headers=[
                (name, value)
                for name, value in response.headers.multi_items()
                if name.lower() not in {"content-encoding", "content-length", "transfer-encoding"}
            ],
            content=body,
            request=request,
        )

    async def aclose(self) -> None:
        self._is_closed = True
        for pools in self._pools.values():
            for pool in pools:
                await pool.transport.aclose()

    def _open(self) -> _Pool:
        limits = httpx2.Limits(
            max_connections=POOL_SIZE, max_keepalive_connections=POOL_SIZE, keepalive_expiry=KEEP_SECONDS
        )
        transport = httpx2.AsyncHTTPTransport(verify=self._tls, limits=limits, proxy=self._proxy)
        return _Pool(transport=transport)


async def _read(response: httpx2.Response) -> bytes:
    body = bytearray()
    async for piece in response.aiter_bytes():
        body += piece
        if len(body) > LARGEST_REPLY:
            raise ReplyTooLarge(f"more than {LARGEST_REPLY} bytes")
    return bytes(body)


class OneTry(httpx2.AsyncBaseTransport):
    """One try of a call. It ends with a whole reply: one that breaks off half-way is a failed try."""

    def __init__(self, wrapped: httpx2.AsyncBaseTransport, turns: Turns) -> None:
        self._wrapped = wrapped
        self._turns = turns

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        tries = current_tries()
        tries.count += 1
        # The deadline around the call bounds everything; a host that is not there is known earlier.
        request.extensions = {**request.extensions, "timeout": {"connect": CONNECT_SECONDS}}
        try:
            response = await self._wrapped.handle_async_request(request)
        except (ssl.SSLError, anyio.EndOfStream) as error:
            # httpx2 lets these two through as they are when TLS ends badly.
            raise httpx2.ReadError(str(error), request=request) from error
        tries.status = response.status_code
        await self._turns.next()
        return response

    async def aclose(self) -> None:
        await self._wrapped.aclose()
