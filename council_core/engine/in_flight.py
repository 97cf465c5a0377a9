"""Count the steps under way, so that a process can end between steps instead of within them."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar

_is_within: ContextVar[bool] = ContextVar("is_within", default=False)
"""Whether the present task is inside a step. A step within another one belongs to it, and may begin while it lasts."""


class InFlight:
    """Steps that runs of this process are executing now."""

    def __init__(self, ours: Callable[[], Awaitable[None]] | None = None) -> None:
        """
        Args:
            ours: Returns once this process certainly owns its runs.
        """
        self._ours = ours
        self._count = 0
        self._none = asyncio.Event()
        self._none.set()
        self._is_over = False

    @asynccontextmanager
    async def one(self) -> AsyncGenerator[None]:
        """Surround a step, from before its action until it is stored. A run waits here while the process is ending,
        until it is stopped and another process resumes it. It also waits while another process may own it, because the
        step would be paid for twice."""
        if self._is_over and not _is_within.get():
            await asyncio.Event().wait()
        if self._ours is not None:
            await self._ours()
        before = _is_within.get()
        _is_within.set(True)
        self._count += 1
        self._none.clear()
        try:
            yield
        finally:
            _is_within.set(before)
            self._count -= 1
            if self._count == 0:
                self._none.set()

    async def finish(self, seconds: float) -> int:
        """Let no further step begin, and wait for those under way.

        Args:
            seconds: Longest wait.

        Returns:
            Number of steps that had not finished by then.
        """
        self._is_over = True
        try:
            async with asyncio.timeout(seconds):
                await self._none.wait()
        except TimeoutError:
            pass
        return self._count
