"""Server-sent events: a run's page again, after each change of the run that any process stored."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager
from typing import Literal

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from bot.web.page.drawing import HEADERS
from bot.web.page.live_runs import Frame, LiveRun

logger = logging.getLogger(__name__)

PING_SECONDS = 15.0
"""Seconds of silence after which a comment keeps the connection open."""

END = "event: end\ndata: end\n\n"

Event = tuple[Frame, str, str]
"""A drawing, and the hidden texts of one reader's forms in it."""


def live_response(
    live: LiveRun,
    parts: Callable[[], Awaitable[Event | None]],
    closing: asyncio.Event,
    while_open: AbstractAsyncContextManager[object],
) -> StreamingResponse:
    """Stream the parts of a page, now and after each change, until the run is finished or the server stops.

    Args:
        live: The run that the page shows.
        parts: Returns the page's parts; None if the reader may not see them any more, which ends the stream.
        closing: Set when the server stops.
        while_open: Context that is closed with the stream.
    """
    headers = {**HEADERS, "cache-control": "no-store", "x-accel-buffering": "no"}
    return _Live(while_open, _told(live, parts, closing), headers)


class _Live(StreamingResponse):
    """A stream that closes its context with its connection, even if nothing of it was read."""

    def __init__(
        self,
        while_open: AbstractAsyncContextManager[object],
        content: AsyncGenerator[str],
        headers: Mapping[str, str],
    ) -> None:
        super().__init__(content, media_type="text/event-stream", headers=headers)
        self._while_open = while_open

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self._while_open:
            await super().__call__(scope, receive, send)


async def _told(
    live: LiveRun, parts: Callable[[], Awaitable[Event | None]], closing: asyncio.Event
) -> AsyncGenerator[str]:
    last, shown = "", 0
    stopped = asyncio.ensure_future(closing.wait())
    try:
        while not stopped.done():
            news = live.news
            if shown != live.reads:
                shown = live.reads
                try:
                    event = await parts()
                except Exception:
                    logger.exception("a live page failed")
                    return  # The browser reconnects by itself.
                if event is None:
                    yield END
                    return
                frame, form, seen = event
                if frame.digest != last:
                    last = frame.digest
                    yield frame.of(form, seen)
            elif live.error is not None:
                return  # The browser reconnects by itself.
            elif live.has_ended:
                yield END
                return
            elif not await _waited(news, stopped):
                yield ": still here\n\n"
    finally:
        stopped.cancel()


async def _waited(news: asyncio.Event, stopped: asyncio.Future[Literal[True]]) -> bool:
    """Wait for news or the server's stop; return False if neither came for long."""
    told = asyncio.ensure_future(news.wait())
    try:
        done, _ = await asyncio.wait(
            {told, stopped}, timeout=PING_SECONDS, return_when=asyncio.FIRST_COMPLETED
        )
        return bool(done)
    finally:
        told.cancel()
