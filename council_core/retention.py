"""Runs that are kept long enough, or that somebody wants gone -> gone: from the store, the engine and the chat.

The store comes first, in one transaction that notes what is left to do; whatever breaks after that is done by the
next `clear_up`.
"""

import logging
from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from typing import Protocol

from council_core.domain.forgotten import Forgotten
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.errors import RunForgotten
from council_core.ports import Clock

logger = logging.getLogger(__name__)

AT_ONCE = 50
"""How many runs are deleted before others get a turn at the database."""

UNCERTAIN = timedelta(minutes=10)
"""A run that was deleted while it was under way is looked at again until then: another process may have had a post or
a step of it in its hands."""

KeptFor = Callable[[Place], Awaitable[timedelta | None]]
"""How long a channel's runs are kept after their end; None for ever."""


class RetentionStore(Protocol):
    """Deletes runs. Every call is one durable transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def forget(self, run_id: RunId, at: datetime, *, from_chat: bool) -> Forgotten:
        """Deletes a run with its answers, reviews, ballots, feedback and receipts, and takes it out of what later
        questions knew of it. From now on `RunStore` says of it that it was deleted, and never takes it again.

        Args:
            run_id: Which one.
            at: Now.
            from_chat: Whether its posts are to go as well; the answer says which ones.

        Raises:
            UnknownRun: There is none with this id.
            RunForgotten: It was deleted already.
        """
        ...

    async def unsettled(self) -> tuple[Forgotten, ...]:
        """Deleted runs of which something may be left in the engine or the chat, the oldest first."""
        ...

    async def settle(self, run_ids: Collection[RunId]) -> None:
        """Notes that nothing is left of them but their ids."""
        ...

    async def channels(self) -> tuple[Place, ...]:
        """Every channel in which a run is kept."""
        ...

    async def older(self, channel: Place, before: datetime) -> tuple[RunId, ...]:
        """Runs of one channel that ended before then, the oldest first. One that never came to its end counts from
        when it was asked, or from when its vote was to close."""
        ...

    async def sweep(self, *, anew: bool = False) -> None:
        """Sees to it that deleted texts are in no file any more, where that is in our hands; `anew` writes all of the
        file once more. Not a transaction."""
        ...

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Whether this process is the one that may clean up now; for as long as the block lasts, no other is."""
        ...


class EngineRecords(Protocol):
    """What the engine keeps of runs."""

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """Stops these runs where they are under way and deletes all that was kept of their steps and signals. Runs
        that are not there are no trouble."""
        ...


class Eraser(Protocol):
    """Takes back what was said."""

    async def erase(self, forgotten: Forgotten) -> bool:
        """Replaces the posts of a deleted run by a word that they were deleted; False when that should be tried
        again later. Repeating it does no harm."""
        ...


class Retention:
    """Deletes runs."""

    def __init__(self, *, store: RetentionStore, engine: EngineRecords, eraser: Eraser, clock: Clock) -> None:
        self._store = store
        self._engine = engine
        self._eraser = eraser
        self._clock = clock

    async def forget(self, run_id: RunId, *, from_chat: bool) -> Forgotten:
        """Deletes a run, whether it is over or under way, so that nobody can look it up any more; `clear` does the
        rest.

        Raises:
            UnknownRun: There is no such run.
            RunForgotten: It was deleted already.
        """
        return await self._store.forget(run_id, self._clock.now(), from_chat=from_chat)

    async def clear(self, forgotten: Forgotten) -> None:
        """Stops a deleted run, deletes it from the engine and takes back its posts."""
        await self._engine.delete([forgotten.run_id])
        erased = await self._eraser.erase(forgotten)
        is_certain = forgotten.had_ended or self._clock.now() - forgotten.at > UNCERTAIN
        if erased and is_certain:
            await self._store.settle([forgotten.run_id])
        await self._store.sweep()

    async def clear_up(self) -> None:
        """Does what is left to do of earlier deletions."""
        async with self._store.alone() as is_ours:
            if is_ours:
                for forgotten in await self._store.unsettled():
                    await self.clear(forgotten)

    async def forget_old(self, kept_for: KeptFor) -> int:
        """Deletes what was kept long enough, and returns how many runs those were. Their posts stay: how long a chat
        keeps its messages is set there."""
        async with self._store.alone() as is_ours:
            if not is_ours:
                return 0
            old: list[RunId] = []
            for channel in await self._store.channels():
                kept = await kept_for(channel)
                if kept is not None:
                    old += await self._store.older(channel, self._clock.now() - kept)
            for start in range(0, len(old), AT_ONCE):
                some = old[start : start + AT_ONCE]
                for run_id in some:
                    try:
                        await self.forget(run_id, from_chat=False)
                    except RunForgotten:
                        continue
                await self._engine.delete(some)
                await self._store.settle(some)
            if old:
                await self._store.sweep()
            return len(old)
