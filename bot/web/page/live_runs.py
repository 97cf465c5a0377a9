"""Runs with open pages: one read after each change, one drawing for all readers with the same view, and its stream."""

import asyncio
import json
import logging
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from contextlib import AbstractAsyncContextManager, aclosing, asynccontextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from secrets import token_hex
from typing import Literal

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from bot.announcing.growing_verdicts import VerdictDrafts
from bot.web.page.drawing import HEADERS
from council_core.domain.ballot import Order
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.errors import StoreError, UnknownRun
from council_core.ports import Changes

logger = logging.getLogger(__name__)

MOST_DRAWN = 1
"""Most drawings at the same time. Several threads of them would delay cards, votes and each other."""

REST = 3.0
"""Pause after each drawing, as a multiple of its time, so that councils go on meanwhile."""

BETWEEN_SECONDS = 0.5
"""Least seconds between two reads of a run; changes in between are merged, and nobody feels that they come together."""

MOST_A_SECOND = 40
"""Most reads in a second, of all runs together: of many runs with open pages each is read less often."""

MOST_READ = 1
"""Most runs that are read at the same time."""

LATE, LOOK, LONGEST = 0.02, 0.01, 2.0
"""Seconds. `LATE`: lateness of the event loop above which pages wait; `LOOK`: between two measurements; `LONGEST`:
longest wait."""

FORM_HERE, SEEN_HERE = f"form-{token_hex(16)}", f"seen-{token_hex(16)}"
"""Placeholders in a shared drawing for the hidden texts of each reader's forms. Nobody can guess and write them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """All differences between two readers' pages of one run, except for the hidden texts of their forms."""

    language: str
    own_ballot: Order
    sees_result: bool
    is_asker: bool
    sees_prompts: bool
    may_publish: bool
    address: str
    """Public address of the run for readers who may close it; else empty."""

    channel: str
    """Name of the run's channel; empty if it has none."""

    thread: str
    """Address of the run's thread in the chat; empty if it has none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """An event with a page's parts, which still lacks the hidden texts of one reader's forms."""

    digest: str
    event: str

    def of(self, form: str, seen: str) -> str:
        """Return the event for the reader with these hidden texts."""
        return self.event.replace(FORM_HERE, form).replace(SEEN_HERE, seen)


@dataclass(slots=True, kw_only=True)
class Shared:
    """A drawing for all readers with the same look."""

    frame: asyncio.Future[Frame]
    has_begun: bool = False
    """Whether drawing has begun. Until then, a waiting drawing will show the newest state."""


@dataclass(slots=True, kw_only=True)
class LiveRun:
    """A run as it was last read, with its drawings."""

    run: Run | None = None
    reads: int = 0
    """Number of reads, and of growths of its verdict."""

    has_ended: bool = False
    error: Exception | None = None
    """Reason why the run cannot be read any more."""

    news: asyncio.Event = field(default_factory=asyncio.Event)
    """Set at the next read and at the end, and replaced by a new event each time."""

    drawings: dict[Look, Shared] = field(default_factory=dict[Look, Shared])
    readers: int = 0

    @property
    def is_gone(self) -> bool:
        """Tell whether the run was deleted after its page was opened."""
        return self.has_ended and self.run is not None and not self.run.is_finished

    def shows(self, run: Run) -> None:
        """Show this run from now on, and notify the readers."""
        self.run, self.reads = run, self.reads + 1
        self.drawings = {look: each for look, each in self.drawings.items() if not each.has_begun}
        self._tell()

    def ends(self, error: Exception | None) -> None:
        """Tell the readers that nothing more comes."""
        self.has_ended, self.error = True, error
        self._tell()

    def _tell(self) -> None:
        told, self.news = self.news, asyncio.Event()
        told.set()


class LiveRuns:
    """Runs of all live pages. One task follows each of them while anybody reads it."""

    def __init__(
        self,
        read: Callable[[RunId], Awaitable[Run]],
        changes: Changes,
        drafts: VerdictDrafts,
        owes_cards: Callable[[], bool],
    ) -> None:
        """Args:
        read: Reads a run. Raises UnknownRun, StoreError.
        changes: Notifies of stored changes of runs.
        drafts: Growing verdicts of this process.
        owes_cards: Tells whether the process still starts a new run or prepares its card."""
        self._owes_cards = owes_cards
        self._read, self._changes, self._drafts = read, changes, drafts
        self._live: dict[RunId, tuple[LiveRun, asyncio.Task[None]]] = {}
        self._drawing, self._reading = asyncio.Semaphore(MOST_DRAWN), asyncio.Semaphore(MOST_READ)
        self._opening = asyncio.Lock()
        self._resting: asyncio.Task[None] | None = None

    async def calm(self) -> None:
        """Hold a page back while the event loop is behind. Otherwise many pages that open at once, as after a restart,
        would delay cards."""
        if self._resting is None or self._resting.done():
            self._resting = asyncio.create_task(self._rest(LOOK), name="calm")
        await asyncio.shield(self._resting)
        async with self._opening:
            await asyncio.sleep(0)  # One page in each round of the event loop.

    @asynccontextmanager
    async def following(self, run_id: RunId) -> AsyncGenerator[LiveRun]:
        """Follow a run inside the block, together with its other readers.

        Raises:
            UnknownRun, RunDeleted: There is no such run.
            StoreUnavailable: The run cannot be read.
        """
        if run_id not in self._live:
            live = LiveRun()
            task = asyncio.create_task(self._follow(run_id, live), name=f"live page of {run_id}")
            self._live[run_id] = live, task
        live, task = self._live[run_id]
        live.readers += 1
        try:
            if live.run is None and not live.has_ended:
                await live.news.wait()
            if live.run is None:
                raise live.error or UnknownRun(run_id)
            yield live
        finally:
            live.readers -= 1
            if not live.readers:
                self._forget(run_id, live)
                task.cancel()

    async def frame(self, live: LiveRun, look: Look, draw: Callable[[Run, str], str]) -> Frame:
        """Return the page's parts as readers with this look see them; the first caller starts the drawing.

        Args:
            live: A run that is followed.
            look: All differences between readers' pages.
            draw: Draws run and growing verdict with `FORM_HERE` and `SEEN_HERE`, in a thread.
        """
        if (shared := live.drawings.get(look)) is None:
            # A task of its own, because the first caller may leave while others wait for it.
            shared = live.drawings[look] = Shared(frame=asyncio.ensure_future(self._drawn(live, look, draw)))
        return await asyncio.shield(shared.frame)

    async def _drawn(self, live: LiveRun, look: Look, draw: Callable[[Run, str], str]) -> Frame:
        async with self._drawing:
            run, live.drawings[look].has_begun = live.run, True
            assert run is not None, "following() yields a run that was read"
            written = self._drafts.of(run.id)

            def drawn() -> tuple[Frame, float]:
                began = time.thread_time()
                html = draw(run, written)
                frame = Frame(digest=sha256(html.encode()).hexdigest(), event=f"data: {json.dumps(html)}\n\n")
                return frame, time.thread_time() - began

            frame, seconds = await asyncio.to_thread(drawn)
            await self._rest(REST * seconds)
            return frame

    async def _follow(self, run_id: RunId, live: LiveRun) -> None:
        error: Exception | None = None
        written = asyncio.Event()
        try:
            with self._drafts.following(run_id, written):
                await self._read_on(run_id, live, written)
        except UnknownRun as unknown:
            error = None if live.run is not None else unknown
        except StoreError as trouble:
            logger.warning("a live page cannot go on: %s", trouble)
            error = trouble
        except Exception as trouble:
            logger.exception("a live page failed")
            error = trouble
        finally:
            self._forget(run_id, live)
            live.ends(error)

    async def _read_on(self, run_id: RunId, live: LiveRun, written: asyncio.Event) -> None:
        """Read the run now and after each change until it has ended."""
        async with aclosing(self._changes.follow(run_id)) as changes:
            news = asyncio.ensure_future(anext(changes, None))
            grown = asyncio.ensure_future(written.wait())
            try:
                await self._rest(LOOK)
                while True:
                    await asyncio.wait({news, grown}, return_when=asyncio.FIRST_COMPLETED)
                    is_news, has_grown = news.done(), grown.done()
                    written.clear()
                    if is_news and news.result() is None:
                        return
                    if is_news or live.run is None:
                        async with self._reading:
                            live.shows(await self._read(run_id))
                    else:
                        live.shows(live.run)
                    await self._rest(max(BETWEEN_SECONDS, len(self._live) / MOST_A_SECOND))
                    if has_grown:
                        grown = asyncio.ensure_future(written.wait())
                    if is_news:
                        news = asyncio.ensure_future(anext(changes, None))
            finally:
                grown.cancel()
                news.cancel()
                with suppress(asyncio.CancelledError, StopAsyncIteration):
                    await news

    async def _rest(self, seconds: float) -> None:
        """Pause until the event loop keeps up and every new run has its card, because cards, votes and models come
        before pages."""
        now = asyncio.get_running_loop().time
        begun = now()
        while True:
            before = now()
            await asyncio.sleep(seconds)
            is_late = now() - before - seconds >= LATE
            if not (is_late or self._owes_cards()) or now() - begun > LONGEST:
                return
            seconds = LOOK

    def _forget(self, run_id: RunId, live: LiveRun) -> None:
        if (kept := self._live.get(run_id)) is not None and kept[0] is live:
            del self._live[run_id]


PING_SECONDS = 15.0
"""Seconds of silence after which a comment keeps the connection open."""

END, GONE = "event: end\ndata: end\n\n", "event: gone\ndata: gone\n\n"
"""Events after which nothing more comes; after `gone` the page loads again, to show nothing of the run any more."""

Event = tuple[Frame, str, str]
"""A drawing, and the hidden texts of one reader's forms in it."""

NoParts = Literal["gone", "later"]
"""Reasons for no parts: the reader may not see them any more, or the chat does not say whether they may."""


def live_response(
    live: LiveRun,
    parts: Callable[[], Awaitable[Event | NoParts]],
    closing: asyncio.Event,
    while_open: AbstractAsyncContextManager[object],
) -> StreamingResponse:
    """Stream the parts of a page, now and after each change, until the run is finished or the server stops.

    Args:
        live: The run that the page shows.
        parts: Returns the page's parts, or why there are none.
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
    live: LiveRun, parts: Callable[[], Awaitable[Event | NoParts]], closing: asyncio.Event
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
                if event == "later":
                    return  # The browser reconnects by itself, and then the chat is asked again.
                if event == "gone":
                    yield GONE
                    return
                frame, form, seen = event
                if frame.digest != last:
                    last = frame.digest
                    yield frame.of(form, seen)
            elif live.error is not None:
                return  # The browser reconnects by itself.
            elif live.has_ended:
                yield GONE if live.is_gone else END
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
