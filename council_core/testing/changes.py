"""Changes of runs in memory."""

import asyncio
from collections.abc import AsyncGenerator

from council_core.domain.question import RunId
from council_core.domain.run import FINISHED, RunStatus
from council_core.errors import UnknownRun
from council_core.testing.store import MemoryRunStore


class MemoryChanges:
    """Implements `council_core.ports.Changes` over a `MemoryRunStore`."""

    def __init__(self, store: MemoryRunStore) -> None:
        self._store = store

    async def follow(self, run_id: RunId) -> AsyncGenerator[RunStatus]:
        news = asyncio.Event()
        self._store.followers.append((run_id, news))
        try:
            status: RunStatus | None = (await self._store.get(run_id)).status
            while status is not None:
                yield status
                if status in FINISHED:
                    return
                await news.wait()
                news.clear()
                try:
                    status = (await self._store.get(run_id)).status
                except UnknownRun:
                    status = None
        finally:
            self._store.followers.remove((run_id, news))
