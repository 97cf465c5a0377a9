"""Stop a process part by part. Each part has seconds of its own, and the log names a part that takes longer."""

import asyncio
import logging
import os
import sys
import threading
from collections.abc import Awaitable, Callable, Coroutine

logger = logging.getLogger(__name__)

SERVING_SECONDS = 6.0
"""Seconds in which platforms and HTTP answer their open requests and disconnect while background tasks end."""

CLOSING_SECONDS = 6.0
"""Seconds for all parts that are closed after that, one after the other."""

PART_SECONDS = 3.0
"""Seconds for each of them, unless it has its own."""

LEAST_SECONDS = 0.1
"""Seconds for a part when the parts before it have used up all of them: enough to disconnect."""

LAST_SECONDS = 6.0
"""Seconds for the rest, such as traces that are sent and threads that end, before the process ends by force."""

BY_FORCE = 1
"""The exit code of a process that could not end by itself."""


class Stopping:
    """The stop of one process: which parts are being closed, and which were left as they were."""

    def __init__(
        self,
        *,
        serving_seconds: float = SERVING_SECONDS,
        closing_seconds: float = CLOSING_SECONDS,
        last_seconds: float = LAST_SECONDS,
    ) -> None:
        """
        Args:
            serving_seconds: Seconds for platforms and HTTP.
            closing_seconds: Seconds for all parts together that are closed after it.
            last_seconds: Seconds for the rest, before the process ends by force.
        """
        self._serving, self._closing, self._last = serving_seconds, closing_seconds, last_seconds
        self._until: float | None = None
        self._under_way: list[str] = []
        self.left: list[str] = []
        """Parts that had not ended in time."""

    def begin(self, drain_seconds: float, *, end: Callable[[int], object] = os._exit) -> None:
        """Note that the process must stop. If stopping takes much longer than its parts may take, end it by force. That
        loses no more than a power cut would.

        Args:
            drain_seconds: Seconds in which calls and posts under way may finish.
            end: Ends the process with an exit code.
        """
        seconds = self._serving + drain_seconds + self._closing + self._last
        # A thread, since a blocked event loop would not notice the time.
        timer = threading.Timer(seconds, self._end_by_force, [seconds, end])
        timer.daemon = True
        timer.start()

    def leave(self, code: int, *, end: Callable[[int], object] = os._exit) -> None:
        """End the process now that all is closed. Python would wait for threads of parts that were left, which might
        never end, and takes down its modules one by one, which took 14 seconds on a busy machine."""
        sys.stdout.flush()
        logging.shutdown()
        end(code)

    async def serve(self, name: str, work: Coroutine[object, object, None]) -> None:
        """Do the work. Once cancelled, wait for its end at most `SERVING_SECONDS`.

        Raises:
            Anything that the work raises.
        """
        task = asyncio.create_task(work, name=name)
        try:
            await asyncio.wait({task})
        except asyncio.CancelledError:
            task.cancel()
            await self._ended(name, task, self._serving)
            raise
        task.result()

    async def close(
        self, name: str, close: Callable[[], Awaitable[None]], seconds: float = PART_SECONDS
    ) -> None:
        """Close one part, and leave it as it is when it takes longer.

        Args:
            name: The part, for the log.
            close: Closes it.
            seconds: Longest wait. It is shorter when earlier parts took long (`CLOSING_SECONDS`).

        Raises:
            Anything that `close` raises in time.
        """
        now = asyncio.get_running_loop().time()
        self._until = self._until or now + self._closing

        async def closed() -> None:
            await close()

        task = asyncio.create_task(closed(), name=f"close {name}")
        try:
            await self._ended(name, task, max(min(seconds, self._until - now), LEAST_SECONDS))
        finally:
            task.cancel()

    async def _ended(self, name: str, task: "asyncio.Task[None]", seconds: float) -> None:
        self._under_way.append(name)
        try:
            done, _ = await asyncio.wait({task}, timeout=seconds)
        finally:
            self._under_way.remove(name)
        if not done:
            self.left.append(name)
            logger.warning("stopping: %s was not done after %.1f s, and is left as it is", name, seconds)
            task.cancel()
        elif not task.cancelled():
            task.result()

    def _end_by_force(self, seconds: float, end: Callable[[int], object]) -> None:
        part = ", ".join([*self.left, *self._under_way]) or "a thread"
        logger.error("the process did not stop within %.0f s (%s), and ends by force", seconds, part)
        logging.shutdown()
        end(BY_FORCE)
