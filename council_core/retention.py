"""Runs that are kept long enough, or that somebody wants gone -> gone: from the store, the engine and the chat.

The store comes first, in one transaction that notes what is left to do; whatever breaks after that is done by the
next `clear_up`.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from datetime import datetime, timedelta
from typing import Protocol

from council_core.domain.forgotten import Forgotten
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.errors import RunForgotten, SettingsError, StoreIncompatible
from council_core.ports import Clock

logger = logging.getLogger(__name__)

AT_ONCE = 50
"""How many runs are deleted before others get a turn at the database."""

STEPS_KEPT = timedelta(days=1)
"""How long after its end a run keeps its steps and signals: nobody asks for them but who looks into what went wrong."""

STEPS_AT_ONCE, STEPS_OF_A_ROUND = 100, 2_000
"""Runs whose steps are deleted before others get a turn at the database, and within one call."""

PAUSE_SECONDS = 2.0
"""How long a sweep waits for further deletions: each one merges the whole index of words."""

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

    async def over(self, run_ids: Collection[RunId], before: datetime) -> Collection[RunId]:
        """Return those of these runs that ended before then, or that are not kept."""
        ...

    async def sweep(self, *, anew: bool = False) -> bool:
        """Sees to it that deleted texts are in no file any more, where that is in our hands; `anew` writes all of the
        file once more. False where others were reading what had to go, so that it is to be tried again. Not a
        transaction."""
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


class EndedRuns(Protocol):
    """Runs whose end the engine has marked: it never resumes them.

    Raises (every method): StoreUnavailable.
    """

    async def ended(self, before: datetime, *, skip: int, limit: int) -> Sequence[RunId]:
        """Return some of those that began before then, in the order in which they began.

        Args:
            before: A time.
            skip: How many of them to pass over.
            limit: How many at most.
        """
        ...

    async def delete_ended(self, run_ids: Collection[RunId]) -> None:
        """Delete their steps and signals, and forget that they ever ran."""
        ...


class Eraser(Protocol):
    """Takes back what was said."""

    async def erase(self, forgotten: Forgotten) -> bool:
        """Replaces the posts of a deleted run by a word that they were deleted; False when that should be tried
        again later. Repeating it does no harm."""
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
            store: Keeps runs.
            engine: Keeps their steps and signals.
            eraser: Takes back their posts.
            clock: The time of day.
            ended: Tells which runs the engine is done with; None in a process that carries none.
        """
        self._store = store
        self._engine = engine
        self._ended = ended
        self._eraser = eraser
        self._clock = clock
        self._cleared: set[RunId] = set()
        self._swept: set[RunId] = set()
        self._deleted = asyncio.Event()

    async def forget(self, run_id: RunId, *, from_chat: bool) -> Forgotten:
        """Deletes a run, whether it is over or under way, so that nobody can look it up any more; `clear` and `sweep`
        do the rest.

        Raises:
            UnknownRun: There is no such run.
            RunForgotten: It was deleted already.
        """
        return await self._store.forget(run_id, self._clock.now(), from_chat=from_chat)

    async def clear(self, forgotten: Forgotten) -> None:
        """Stops a deleted run, deletes it from the engine and takes back its posts."""
        await self._clear(forgotten)
        self._deleted.set()

    async def _clear(self, forgotten: Forgotten) -> None:
        await self._engine.delete([forgotten.run_id])
        erased = await self._eraser.erase(forgotten)
        is_certain = forgotten.had_ended or self._clock.now() - forgotten.at > UNCERTAIN
        if erased and is_certain:
            self._cleared.add(forgotten.run_id)

    async def sweep(self, *, anew: bool = False) -> bool:
        """Sweeps once for all runs that were cleared, and then notes that nothing is left of them. A process that dies
        before has the next one clear and sweep them again.

        Args:
            anew: Whether to write all of the file once more.

        Returns:
            False when it is to be tried again later.
        """
        cleared = list(self._cleared)
        if not await self._store.sweep(anew=anew):
            return False
        for start in range(0, len(cleared), AT_ONCE):
            await self._store.settle(cleared[start : start + AT_ONCE])
        self._cleared.difference_update(cleared)
        return True

    async def rest(self, seconds: float) -> None:
        """Returns after so long, or a short while after a run was cleared: one sweep serves all deletions of that
        while."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._deleted.wait()
                await asyncio.sleep(PAUSE_SECONDS)
        self._deleted.clear()

    async def clear_up(self) -> None:
        """Does what is left to do of earlier deletions, and sweeps once where one of them needs it."""
        async with self._store.alone() as is_ours:
            if not is_ours:
                return
            left = await self._store.unsettled()
            for forgotten in left:
                if forgotten.run_id not in self._cleared:
                    await self._clear(forgotten)
            ids = {forgotten.run_id for forgotten in left}
            # One that was under way stays among them for a while; a sweep at its beginning and its end are enough.
            needs_sweep = bool(self._cleared or ids - self._swept)
            if not needs_sweep or await self.sweep():
                self._swept = ids

    async def forget_steps(self) -> int:
        """Deletes steps and signals of runs that ended a day ago, some hundreds in one call; returns how many runs
        those were. A run whose end the engine has not marked keeps them: without them it would ask every model anew."""
        before = self._clock.now() - STEPS_KEPT
        async with self._store.alone() as is_ours:
            gone = skipped = 0
            while is_ours and self._ended is not None and gone < STEPS_OF_A_ROUND:
                some = await self._ended.ended(before, skip=skipped, limit=STEPS_AT_ONCE)
                over = await self._store.over(some, before) if some else ()
                if over:
                    await self._ended.delete_ended(over)
                gone, skipped = gone + len(over), skipped + len(some) - len(over)
                if len(some) < STEPS_AT_ONCE:
                    break
            return gone

    async def forget_old(self, kept_for: KeptFor) -> int:
        """Deletes what was kept long enough, and returns how many runs those were. Their posts stay: how long a chat
        keeps its messages is set there. A channel whose settings cannot be read keeps its runs, and the log says so."""
        async with self._store.alone() as is_ours:
            if not is_ours:
                return 0
            old = await self._old(kept_for)
            for start in range(0, len(old), AT_ONCE):
                some = old[start : start + AT_ONCE]
                for run_id in some:
                    with suppress(RunForgotten):
                        await self.forget(run_id, from_chat=False)
                await self._engine.delete(some)
                self._cleared.update(some)
            if old:
                await self.sweep()
            return len(old)

    async def _old(self, kept_for: KeptFor) -> list[RunId]:
        old: list[RunId] = []
        unreadable: Counter[str] = Counter()
        for channel in await self._store.channels():
            try:
                kept = await kept_for(channel)
            except StoreIncompatible as error:
                unreadable[str(error)] += 1
                continue
            except SettingsError as error:
                unreadable[" ".join(error.problems)] += 1
                continue
            if kept is not None:
                old += await self._store.older(channel, self._clock.now() - kept)
        for error, channels in unreadable.items():
            logger.error("%d channels keep all their runs until this is mended: %s", channels, error)
        return old
