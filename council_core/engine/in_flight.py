"""Steps that are being done -> whether any is, so that a process can end between steps instead of within them."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager


class InFlight:
    """What runs of this process are doing right now."""

    def __init__(self, ours: Callable[[], Awaitable[None]] | None = None) -> None:
        """
        Args:
            ours: Returns once it is certain that nobody else carries the runs of this process.
        """
        self._ours = ours
        self._count = 0
        self._none = asyncio.Event()
        self._none.set()
        self._is_over = False

    @asynccontextmanager
    async def one(self) -> AsyncGenerator[None]:
        """A step, from before its action until it is kept. Once the process is to end, none begins any more: its run
        waits here until it is stopped, and the next process goes on with it. Nor does one begin that another process
        may be at by now: it would be paid for twice."""
        if self._is_over:
            await asyncio.Event().wait()
        if self._ours is not None:
            await self._ours()
        self._count += 1
        self._none.clear()
        try:
            yield
        finally:
            self._count -= 1
            if self._count == 0:
                self._none.set()

    async def finish(self, seconds: float) -> int:
        """Lets no step begin any more and waits for those under way.

        Args:
            seconds: How long.

        Returns:
            How many were not done by then.
        """
        self._is_over = True
        try:
            async with asyncio.timeout(seconds):
                await self._none.wait()
        except TimeoutError:
            pass
        return self._count
