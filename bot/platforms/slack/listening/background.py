"""Tasks beside the acknowledgement of Slack's events."""

import asyncio
import logging
import time
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from council_core.errors import PlatformError

log = logging.getLogger(__name__)

T = TypeVar("T")


@dataclass(slots=True)
class Background:
    """Tasks that are referenced until they are done, and waited for at the end."""

    _work: set[asyncio.Task[Any]] = field(default_factory=set[asyncio.Task[Any]])

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[bool]:
        """Run some work beside or after its acknowledgement. The task returns whether it succeeded."""
        return self.keep(self._guarded(work))

    def keep(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task and keep it referenced until it is done, which bolt does not."""
        task = asyncio.create_task(work)
        self._work.add(task)
        task.add_done_callback(self._work.discard)
        return task

    async def _guarded(self, work: Coroutine[Any, Any, None]) -> bool:
        try:
            await work
            return True
        except PlatformError as error:
            log.warning("A request could not be answered: %s (%s)", error, error.code)
        except Exception:
            log.exception("A request failed.")
        return False

    async def finish(self, seconds: float) -> None:
        """Wait for everything acknowledged and its consequences; stop after `seconds`."""
        until = time.monotonic() + seconds
        while self._work and (left := until - time.monotonic()) > 0:
            await asyncio.wait(set(self._work), timeout=left)
        for task in self._work:
            task.cancel()
