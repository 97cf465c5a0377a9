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
"""Most runs of one place whose posts are retried, the newest ones."""


class Unposted(Protocol):
    """Knows the runs that miss posts. Raises StoreError."""

    async def unposted(self, place: Place, *, limit: int) -> tuple[RunId, ...]:
        """Return the newest runs that may miss a post, of a channel, or of a workspace if the place names no
        channel."""
        ...

    async def reopen(self, run_id: RunId) -> None:
        """Tell the process that executes a run to post what its place had refused."""
        ...


class RefusedPosts:
    """Posts that a place had refused. To retry them, its runs are announced again: only what is missing goes out."""

    def __init__(
        self,
        *,
        posts: Unposted,
        store: Runs,
        blobs: Blobs,
        announcer: Announcer,
        refresh: Callable[[RunId], None],
    ) -> None:
        """Args:
        posts: Finds the runs.
        store: Holds the runs.
        blobs: Whole texts of answers that were too long.
        announcer: Posts the events of an ended run.
        refresh: Makes a run of this process post what its place had refused."""
        self._posts, self._store, self._blobs = posts, store, blobs
        self._announcer, self._refresh = announcer, refresh
        self._one_at_a_time = asyncio.Lock()

    async def retry(self, place: Place) -> None:
        """Retry the posts of a channel's newest runs; of the whole workspace's if the place names no channel.

        Raises:
            StoreError: The runs cannot be read; trying again later is safe.
        """
        async with self._one_at_a_time:
            for run_id in await self._posts.unposted(place, limit=AT_MOST):
                try:
                    await self._announce(run_id)
                except RunDeleted:
                    logger.info("run %s was deleted before it was announced again", run_id)

    async def _announce(self, run_id: RunId) -> None:
        run = await self._store.get(run_id)
        if not run.is_finished:
            self._refresh(run_id)
            await self._posts.reopen(run_id)
        for event in await events_of(run, self._blobs):
            await self._announcer.announce(run_id, event)
