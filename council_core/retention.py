"""Delete runs from the store, the engine and the chat, on request or when they are old enough.

The store comes first, in one transaction that also notes the remaining work. If anything fails after that, the next
`finish_deletions` finishes it.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from datetime import datetime, timedelta
from typing import Protocol

from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.receipt import DeletedRun
from council_core.errors import SettingsError, StoreIncompatible
from council_core.ports import Clock

logger = logging.getLogger(__name__)

AT_ONCE = 25
"""Runs to delete in one transaction, before other work gets a turn at the database. Most of its time is the wait for
the disk."""

SETTLED_AT_ONCE = 500
"""Deleted runs to settle in one transaction, which only marks their rows."""

BETWEEN_SECONDS = 0.02
"""Pause between deletions in seconds. On SQLite other writers look for the lock every few milliseconds."""

STEPS_KEPT = timedelta(days=1)
"""Time for which an ended run keeps its steps and signals, which only serve to investigate a failure."""

STEPS_AT_ONCE, STEPS_OF_A_ROUND = 50, 2_000
"""Runs whose steps are deleted before other work gets a turn at the database; most runs of one call."""

PAUSE_SECONDS = 2.0
"""Seconds to wait for further deletions before a sweep, because each sweep merges the whole index of words."""

UNCERTAIN = timedelta(minutes=10)
"""Time for which a run that was deleted while under way is checked again: another process may have been posting for
it or running one of its steps."""

Deleted = Callable[[int, int], object]
"""Gets the number of runs that are deleted so far, and the number of all that will be."""

KeptFor = Callable[[Place], Awaitable[timedelta | None]]
"""Return how long a channel's runs are kept after their end; None means for ever."""


class Deletions(Protocol):
    """Deletes runs. Every call is one durable transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def delete(self, run_id: RunId, at: datetime, *, from_chat: bool) -> DeletedRun:
        """Delete a run with its answers, reviews, ballots, feedback and receipts, and remove it from what later
        questions knew of it. From then on `RunStore` reports it as deleted and never accepts it again.

        Args:
            run_id: The run.
            at: The time now.
            from_chat: Whether to delete its posts too; the result lists them.

        Raises:
            UnknownRun: No run has this id.
            RunDeleted: It is deleted already.
        """
        ...

    async def unsettled(self) -> tuple[DeletedRun, ...]:
        """Return the deleted runs that may have something left in the engine or the chat, oldest first."""
        ...

    async def settle(self, run_ids: Collection[RunId]) -> None:
        """Note that nothing is left of these runs but their ids."""
        ...


class RetentionStore(Deletions, Protocol):
    """Finds the runs that are old enough to delete, deletes them, and cleans up after them.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def channels(self) -> tuple[Place, ...]:
        """Return every channel in which a run is kept."""
        ...

    async def older(self, channel: Place, before: datetime) -> tuple[RunId, ...]:
        """Return the channel's runs that ended before this time, oldest first. An unfinished run counts from the time
        when it was asked, or when its vote was to close."""
        ...

    async def delete_some(self, run_ids: Collection[RunId], at: datetime) -> None:
        """Delete those of these runs that are not deleted yet, all in one transaction. Their posts stay."""
        ...

    async def over(self, run_ids: Collection[RunId], before: datetime) -> Collection[RunId]:
        """Return those of these runs that ended before this time or do not exist."""
        ...

    async def sweep(self, *, rewrites_all: bool = False) -> bool:
        """Remove deleted texts from the database's files, as far as we control them. Not a transaction.

        Args:
            rewrites_all: Whether to rewrite the whole file.

        Returns:
            False if other readers still used deleted pages, so that the sweep must be tried again.
        """
        ...

    def alone(self) -> AbstractAsyncContextManager[bool]:
        """Claim the right to clean up for the length of the block, and yield whether this process has it. No other
        process has it meanwhile."""
        ...


class EngineRecords(Protocol):
    """The engine's records of runs."""

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """Stop these runs if they are under way, and delete their steps and signals. Unknown runs are ignored."""
        ...


class EndedRuns(Protocol):
    """Runs that the engine has marked as ended, and so never resumes.

    Raises (every method): StoreUnavailable.
    """

    async def ended(self, before: datetime, *, skip: int, limit: int) -> Sequence[RunId]:
        """Return some of the ended runs that began before a time, in the order in which they began.

        Args:
            before: The time.
            skip: Number of runs to skip.
            limit: Maximum number.
        """
        ...

    async def delete_ended(self, run_ids: Collection[RunId]) -> None:
        """Delete their steps, signals and executions."""
        ...


class Eraser(Protocol):
    """Deletes posts."""

    async def erase(self, deleted: DeletedRun) -> bool:
        """Replace the posts of a deleted run by a notice that they were deleted. Calling it again does no harm.

        Returns:
            False when it should be tried again later.
        """
        ...


class Retention:
    """Deletes runs."""

    def __init__(
        self,
        *,
        store: RetentionStore,
        engine: EngineRecords,
        eraser: Eraser,
        clock: Clock,
        ended: EndedRuns | None = None,
    ) -> None:
        """
        Args:
            store: Store of runs.
            engine: Keeps their steps and signals.
            eraser: Deletes their posts.
            clock: Time of day.
            ended: Knows which runs the engine has finished; None in a process without workers.
        """
        self._store = store
        self._engine = engine
        self._ended = ended
        self._eraser = eraser
        self._clock = clock
        self._finished: set[RunId] = set()
        self._swept: set[RunId] = set()
        self._deleted = asyncio.Event()

    async def delete(self, run_id: RunId, *, from_chat: bool) -> DeletedRun:
        """Delete a run, ended or under way, from the store, so that nobody can read it any more.
        `finish_deletion` and `sweep` do the rest.

        Raises:
            UnknownRun: No run has this id.
            RunDeleted: It is deleted already.
        """
        return await self._store.delete(run_id, self._clock.now(), from_chat=from_chat)

    async def finish_deletion(self, deleted: DeletedRun) -> None:
        """Stop a deleted run, and delete it from the engine and its posts from the chat."""
        await self._finish([deleted])
        self._deleted.set()

    async def _finish(self, some: Sequence[DeletedRun]) -> None:
        await self._engine.delete([deleted.run_id for deleted in some])
        for deleted in some:
            erased = await self._eraser.erase(deleted)
            is_certain = deleted.had_ended or self._clock.now() - deleted.at > UNCERTAIN
            if erased and is_certain:
                self._finished.add(deleted.run_id)

    async def _finish_left(self) -> set[RunId]:
        """Finish what earlier calls or processes left unfinished, and return those runs."""
        left = await self._store.unsettled()
        waiting = [deleted for deleted in left if deleted.run_id not in self._finished]
        for start in range(0, len(waiting), AT_ONCE):
            await self._finish(waiting[start : start + AT_ONCE])
        return {deleted.run_id for deleted in left}

    async def sweep(self, *, rewrites_all: bool = False) -> bool:
        """Sweep once for all cleared runs, then note that nothing is left of them. If the process dies before that,
        the next one clears and sweeps them again.

        Args:
            rewrites_all: Whether to rewrite the whole file.

        Returns:
            False when it must be tried again later.
        """
        cleared = list(self._finished)
        if not await self._store.sweep(rewrites_all=rewrites_all):
            return False
        for start in range(0, len(cleared), SETTLED_AT_ONCE):
            await self._store.settle(cleared[start : start + SETTLED_AT_ONCE])
        self._finished.difference_update(cleared)
        return True

    async def rest(self, seconds: float) -> None:
        """Wait for so many seconds, or until shortly after a run was cleared. The short wait lets one sweep serve
        several deletions."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._deleted.wait()
                await asyncio.sleep(PAUSE_SECONDS)
        self._deleted.clear()

    async def finish_deletions(self) -> None:
        """Finish earlier deletions, and sweep once if any of them needs it."""
        async with self._store.alone() as is_ours:
            if not is_ours:
                return
            ids = await self._finish_left()
            # A run that was under way stays unsettled for a while. It needs a sweep only at the beginning and the
            # end.
            needs_sweep = bool(self._finished or ids - self._swept)
            if not needs_sweep or await self.sweep():
                self._swept = ids

    async def delete_steps(self) -> int:
        """Delete the steps and signals of runs that ended a day ago, some hundreds in one call, and return the number
        of these runs. A run that the engine has not marked as ended keeps them, because without them it would pay every
        model again."""
        before = self._clock.now() - STEPS_KEPT
        async with self._store.alone() as is_ours:
            gone = skipped = 0
            while is_ours and self._ended is not None and gone < STEPS_OF_A_ROUND:
                some = await self._ended.ended(before, skip=skipped, limit=STEPS_AT_ONCE)
                over = await self._store.over(some, before) if some else ()
                if over:
                    await self._ended.delete_ended(over)
                    await asyncio.sleep(BETWEEN_SECONDS)
                gone, skipped = gone + len(over), skipped + len(some) - len(over)
                if len(some) < STEPS_AT_ONCE:
                    break
            return gone

    async def delete_old(self, kept_for: KeptFor, told: Deleted = lambda done, of: None) -> int | None:
        """Delete the runs that were kept long enough, and finish earlier deletions. Their posts stay, because the chat
        has its own retention. A channel with unreadable settings keeps its runs, and an error is logged. A call that is
        interrupted leaves the rest to the next one.

        Args:
            kept_for: How long a channel's runs are kept.
            told: Called after each few runs.

        Returns:
            The number of deleted runs; None if another process cleans up at this moment.
        """
        async with self._store.alone() as is_ours:
            if not is_ours:
                return None
            old = await self._old(kept_for)
            for start in range(0, len(old), AT_ONCE):
                told(start, len(old))
                some = old[start : start + AT_ONCE]
                await self._store.delete_some(some, self._clock.now())
                await self._engine.delete(some)
                self._finished.update(some)
                await asyncio.sleep(BETWEEN_SECONDS)
            told(len(old), len(old))
            left = await self._finish_left()
            if old or left - self._swept:
                await self.sweep()
            return len(old)

    async def _old(self, kept_for: KeptFor) -> list[RunId]:
        old: list[RunId] = []
        unreadable: Counter[str] = Counter()
        for channel in await self._store.channels():
            try:
                kept = await kept_for(channel)
            except (StoreIncompatible, SettingsError) as error:
                unreadable[str(error)] += 1
                continue
            if kept is not None:
                old += await self._store.older(channel, self._clock.now() - kept)
        for error, channels in unreadable.items():
            logger.error("%d channels keep all their runs until this is mended: %s", channels, error)
        return old
