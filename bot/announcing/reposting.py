"""Retry posts that a place had refused, once it accepts posts again."""

import asyncio
import logging
from collections.abc import Callable
from typing import Protocol

from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.errors import RunDeleted
from council_core.ports import Announcer, Blobs, Runs
from council_core.stages.retell import events_of

logger = logging.getLogger(__name__)

AT_MOST = 10
"""Number of runs of one place that are posted again, the newest ones."""


class Unposted(Protocol):
    """Knows the runs that miss posts. Raises StoreError."""

    async def unposted(self, place: Place, *, limit: int) -> tuple[RunId, ...]:
        """The newest runs of a channel, or of a workspace where the place names no channel, that may miss a post."""
        ...

    async def reopen(self, run_id: RunId) -> None:
        """Tells the process that carries a run to post what its place has refused."""
        ...


class Retelling:
    """Announces the runs of a place again. Each post is sent once, so only refused ones go out."""

    def __init__(
        self,
        *,
        posts: Unposted,
        store: Runs,
        blobs: Blobs,
        announcer: Announcer,
        refresh: Callable[[RunId], None],
    ) -> None:
        """
        Args:
            posts: Finds the runs.
            store: Keeps them.
            blobs: The whole of answers that were too long.
            announcer: Posts what a run that has ended has to say.
            refresh: Has a run that this process carries post what it could not.
        """
        self._posts, self._store, self._blobs = posts, store, blobs
        self._announcer, self._refresh = announcer, refresh
        self._one_at_a_time = asyncio.Lock()

    async def __call__(self, place: Place) -> None:
        """Tell the newest runs of a channel again, or of a whole workspace where the place names no channel.

        Raises:
            StoreError: They cannot be read; trying again later is safe.
        """
        async with self._one_at_a_time:
            for run_id in await self._posts.unposted(place, limit=AT_MOST):
                try:
                    await self._tell(run_id)
                except RunDeleted:
                    logger.info("run %s was deleted before it was told again", run_id)

    async def _tell(self, run_id: RunId) -> None:
        run = await self._store.get(run_id)
        if not run.is_finished:
            self._refresh(run_id)
            await self._posts.reopen(run_id)
        for event in await events_of(run, self._blobs):
            await self._announcer.announce(run_id, event)
