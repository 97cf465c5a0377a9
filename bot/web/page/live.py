"""Server-sent events: a run's page again, whenever something of the run was stored by any process."""

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractContextManager, aclosing, suppress
from hashlib import sha256

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from bot.web.page.drawing import HEADERS
from council_core.domain.run import RunStatus

PING_SECONDS = 15.0
"""Seconds of silence after which a comment keeps the connection open."""

BETWEEN_SECONDS = 0.25
"""Seconds between two events at least, in which changes are merged."""


def live_response(
    changes: AsyncGenerator[RunStatus],
    parts: Callable[[], Awaitable[str | None]],
    closing: asyncio.Event,
    while_open: AbstractContextManager[None],
    written: asyncio.Event,
) -> StreamingResponse:
    """Stream the parts of a page, now and after each change, until the run is finished or the server stops.

    Args:
        changes: The run's status after each change.
        parts: Draws the page's parts; None where the reader may not see them any more, which ends the stream.
        closing: Set when the server stops.
        while_open: Entered while the stream is open.
        written: Set whenever the verdict has grown.
    """
    headers = {**HEADERS, "cache-control": "no-store", "x-accel-buffering": "no"}
    return _Live(while_open, _told(changes, parts, closing, written), headers)


class _Live(StreamingResponse):
    """A stream that is left with its connection, whether anything of it was read or not."""

    def __init__(
        self,
        while_open: AbstractContextManager[None],
        content: AsyncGenerator[str],
        headers: Mapping[str, str],
    ) -> None:
        super().__init__(content, media_type="text/event-stream", headers=headers)
        self._while_open = while_open

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        with self._while_open:
            await super().__call__(scope, receive, send)


async def _told(
    changes: AsyncGenerator[RunStatus],
    parts: Callable[[], Awaitable[str | None]],
    closing: asyncio.Event,
    written: asyncio.Event,
) -> AsyncGenerator[str]:
    last = ""
    async with aclosing(changes):
        stopped, grown = asyncio.ensure_future(closing.wait()), asyncio.ensure_future(written.wait())
        news = asyncio.ensure_future(anext(changes, None))
        try:
            while True:
                waited = {news, stopped, grown}
                await asyncio.wait(waited, timeout=PING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
                if stopped.done():
                    return
                is_news, has_grown = news.done(), grown.done()
                if not is_news and not has_grown:
                    yield ": still here\n\n"
                    continue
                written.clear()
                is_over = is_news and news.result() is None
                html = None if is_over else await parts()
                if html is None:
                    yield "event: end\ndata: end\n\n"
                    return
                digest = sha256(html.encode()).hexdigest()[:16]
                if digest != last:
                    last = digest
                    yield f"data: {json.dumps(html)}\n\n"
                await asyncio.sleep(BETWEEN_SECONDS)
                if has_grown:
                    grown = asyncio.ensure_future(written.wait())
                if is_news:
                    news = asyncio.ensure_future(anext(changes, None))
        finally:
            stopped.cancel()
            grown.cancel()
            news.cancel()
            with suppress(asyncio.CancelledError, StopAsyncIteration):
                await news
