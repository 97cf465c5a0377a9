"""Admit runs: rules for new ones, and the queue of those that wait for their turn."""

import asyncio
import logging
from base64 import b32encode
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, suppress
from contextvars import ContextVar
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from itertools import count
from typing import Protocol

from council_core.domain.budget import Allowance
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import RunWaits
from council_core.errors import RunDeleted, RunElsewhere, StoreUnavailable, UnknownRun
from council_core.outage import when_the_store_is_there
from council_core.ports import QueueStore, Runs

logger = logging.getLogger(__name__)

PACE_SECONDS = 1.0
"""Seconds between queries for the places of all waiting runs. After each query one run gets its place, the nearest to
the front first. Edits are limited, and runs that are being answered need them more."""

LOOK_SECONDS = 15.0
"""Seconds between looks at the queue by a worker that gets no notices."""

POLITE_SECONDS = 0.02
"""Seconds for which a worker leaves a new run to workers with fewer runs."""

LOOKS_AT_ONCE = 100
"""Places that are compared with the last told ones before other tasks get a turn at the loop."""

AT_ONCE = 8
"""Most runs that a worker claims at a time."""

ROUGHLY = (5, 10, 20, 50, 100, 200, 500, 1000)
"""Places above the smallest of these are rounded to one of them, because an exact large number says no more."""

Tell = Callable[[RunWaits], None]
Start = Callable[[RunId], Awaitable[None]]
Known = Callable[[Collection[RunId]], Awaitable[Collection[str]]]


async def _no_story() -> None:
    """Do nothing: no run is executed here."""


RESTS: ContextVar[Callable[[], Awaitable[None]]] = ContextVar("rests", default=_no_story)
"""Called when the run of this task begins to wait for other runs."""


class Places:
    """Number of runs ahead of each waiting run. One query reads all of them, at most once in `PACE_SECONDS`."""

    def __init__(self, store: QueueStore) -> None:
        self._store = store
        self._places: Mapping[RunId, RunWaits] = {}
        self._asked_at = float("-inf")
        self._asking = asyncio.Lock()

    async def all(self) -> Mapping[RunId, RunWaits]:
        """Return every waiting run, as of now or a second ago. Raises StoreUnavailable."""
        loop = asyncio.get_running_loop()
        async with self._asking:
            if loop.time() - self._asked_at >= PACE_SECONDS:
                self._places = await self._store.places()
                self._asked_at = loop.time()
            return self._places

    async def of(self, run_id: RunId) -> RunWaits | None:
        """Return the place of one run, rounded for people; None where it does not wait. Raises StoreUnavailable."""
        waits = (await self.all()).get(run_id)
        return None if waits is None else _roughly(waits)


@dataclass(slots=True)
class _Waiting:
    tell: Tell
    told: RunWaits | None = None
    turn: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class RunQueue:
    """Implements `council_core.ports.Gate`. One per worker."""

    def __init__(self, store: QueueStore, *, worker: str) -> None:
        """
        Args:
            store: Store of the queue, for all workers.
            worker: Name of this process, under which it executes runs.
        """
        self._store, self._worker = store, worker
        self.places = Places(store)
        self._waiting: dict[RunId, _Waiting] = {}
        self._admitted: set[RunId] = set()
        """Runs that were admitted before their stories asked."""

        self._suspects: frozenset[RunId] = frozenset()
        self._claims = asyncio.Lock()
        """Held between a claim and the start of its runs, and while claims are checked or taken over. A run that is
        about to be started would otherwise look like one that never was, and be started twice."""

        self.is_starting = False
        """Whether this worker claims and starts runs right now."""

        self._news = asyncio.Event()
        self._told_at = float("-inf")

    async def admitted(self, run: Run, tell: Tell) -> None:
        """See `council_core.ports.Gate`."""
        if run.id not in self._admitted and not await self._stands_inside(run.id):
            waiting = self._waiting[run.id] = _Waiting(tell)
            self._news.set()
            try:
                # Restarts meanwhile are not this run's fault, and runs that can go on must not wait for this one.
                await RESTS.get()()
                if run.id not in self._admitted:
                    await waiting.turn
            finally:
                if self._waiting.get(run.id) is waiting:
                    del self._waiting[run.id]
        self._admitted.discard(run.id)

    def wake(self) -> None:
        """Note that the queue changed: a run came, left or was admitted."""
        self._news.set()

    def let_in(self, run_id: RunId) -> None:
        """Let a run of this worker ask models from now on."""
        waiting = self._waiting.get(run_id)
        if waiting is None:
            self._admitted.add(run_id)
        elif not waiting.turn.done():
            waiting.turn.set_result(None)

    async def rejoin(self, run_id: RunId) -> None:
        """Put a run that was never started back into the queue. Raises StoreUnavailable."""
        await self._store.release([run_id])
        self.wake()

    async def among(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        """Return those of these runs that are in the queue. Raises StoreUnavailable."""
        return await self._store.among(run_ids)

    async def claimants(self) -> Collection[str]:
        """Return the workers with runs in the queue. Raises StoreUnavailable."""
        return await self._store.claimants()

    async def take_over(self, gone: str, known: Known) -> None:
        """Take over the claims of a worker that is gone, and release the runs that it had not started.

        Args:
            gone: Name of that worker.
            known: Returns the runs among these that the engine knows.

        Raises:
            StoreUnavailable: The database cannot be used.
        """
        async with self._claims:
            if moved := await self._store.hand_over(gone, self._worker):
                started = await known(moved)
                await self._store.release([run_id for run_id in moved if run_id not in started])
                self.wake()

    async def work(
        self, start: Start, platforms: Collection[str], ours: Callable[[], Awaitable[None]]
    ) -> None:
        """Claim and start runs, and tell waiting runs their places, until cancelled.

        Args:
            start: Starts a run in this process. Raises StoreUnavailable.
            platforms: Platforms whose runs this worker starts.
            ours: Returns once this process may execute runs.
        """
        while True:
            self._news.clear()
            await ours()
            self.is_starting = True
            try:
                while not await self._claim(start, platforms):
                    pass
            finally:
                self.is_starting = False
            await self._tell_places()
            await self._pause()

    async def _claim(self, start: Start, platforms: Collection[str]) -> bool:
        """Claim runs once, and tell whether nothing is left to claim."""
        async with self._claims:
            claim = await self._store.claim(self._worker, platforms=platforms, most=AT_ONCE, patiently=True)
            for run_id in claim.admitted:
                self.let_in(run_id)
            if claim.leaves_room:
                await asyncio.sleep(POLITE_SECONDS)
                claim = await self._store.claim(self._worker, platforms=platforms, most=1)
                for run_id in claim.admitted:
                    self.let_in(run_id)
            await asyncio.gather(*(self._begin(run_id, start) for run_id in claim.taken))
        return claim.is_last

    async def _begin(self, run_id: RunId, start: Start) -> None:
        try:
            await start(run_id)
        except StoreUnavailable as error:
            # `look_after` releases it later.
            self._admitted.discard(run_id)
            logger.warning("run %s cannot be started now: %s", run_id, error)

    async def look_after(self, known: Known) -> None:
        """Release claimed runs that the engine does not know, until cancelled. Runs of this worker are released at
        once, because it starts none during a look; runs of other workers if two looks in a row find them unknown.

        Args:
            known: Returns the runs among these that the engine knows.
        """
        started = set[RunId]()
        while True:
            async with self._claims:
                await self._look(known, started)
            await asyncio.sleep(LOOK_SECONDS)

    async def _look(self, known: Known, started: set[RunId]) -> None:
        carriers = await self._store.sweep()
        claimed = [run_id for run_id, carrier in carriers.items() if carrier is not None]
        # A started run stays started. Thousands may wait, so the engine is asked about the new ones only.
        started.intersection_update(carriers)
        if news := [run_id for run_id in claimed if run_id not in started]:
            started.update(RunId(run_id) for run_id in await known(news))
        unknown = frozenset(claimed) - started
        again = [run_id for run_id in unknown if run_id in self._suspects or carriers[run_id] == self._worker]
        if again:
            logger.info("%d claimed runs were never started and are claimed again", len(again))
            await self._store.release(again)
            self.wake()
        self._suspects = unknown.difference(again)

    async def _tell_places(self) -> None:
        now = asyncio.get_running_loop().time()
        if not self._waiting or now < self._told_at + PACE_SECONDS:
            return
        places = await self.places.all()
        self._told_at = now
        for run_id in [run_id for run_id in self._waiting if run_id not in places]:
            # Another worker admitted it, and the notice was lost.
            if await self._stands_inside(run_id):
                self.let_in(run_id)
        in_order = sorted((places[run_id].before, run_id) for run_id in self._waiting.keys() & places.keys())
        has_told = False
        for number, (_, run_id) in enumerate(in_order):
            if number % LOOKS_AT_ONCE == 0:
                await asyncio.sleep(0)
            waiting, waits = self._waiting.get(run_id), _roughly(places[run_id])
            if waiting is None or waiting.told == waits or (has_told and waiting.told is not None):
                continue
            has_told = has_told or waiting.told is not None
            waiting.told = waits
            waiting.tell(waits)
            # Thousands may have come at once, and the loop has other work to do.
            await asyncio.sleep(0)

    async def _stands_inside(self, run_id: RunId) -> bool:
        return await when_the_store_is_there(lambda: self._store.stand(run_id, self._worker))

    async def _pause(self) -> None:
        now = asyncio.get_running_loop().time()
        seconds = max(0.0, self._told_at + PACE_SECONDS - now) if self._waiting else LOOK_SECONDS
        try:
            async with asyncio.timeout(seconds):
                await self._news.wait()
        except TimeoutError:
            pass


def _roughly(waits: RunWaits) -> RunWaits:
    if waits.before <= ROUGHLY[0]:
        return waits
    return replace(waits, before=max(mark for mark in ROUGHLY if mark < waits.before), or_more=True)


ID_BYTES = 10
"""Size of a run id: 80 bits. Among a million runs two get the same id once in two trillion times."""

CROCKFORD = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567", "0123456789abcdefghjkmnpqrstvwxyz")


def run_id_for(place: Place, delivery: str, *, taken: int = 0) -> RunId:
    """Return the id of the run that a platform's delivery begins. The same delivery always gives the same id.

    Args:
        place: Place of the question; only its platform and workspace count.
        delivery: Id that the platform gave the request.
        taken: Number of such ids that already belong to runs elsewhere.
    """
    origin = f"{place.platform}\0{place.workspace}\0{delivery}" + f"\0{taken}" * bool(taken)
    return RunId("r" + _base32(blake2b(origin.encode(errors="replace"), digest_size=ID_BYTES).digest()))


def _base32(digest: bytes) -> str:
    """Encode in Crockford's base32 (https://www.crockford.com/base32.html): no look-alike characters, and no
    words."""
    return b32encode(digest).decode().translate(CROCKFORD)


def earlier_run_id_for(place: Place, delivery: str) -> RunId:
    """Return the id that the previous version gave this delivery, which may arrive once more after an update."""
    origin = f"{place.platform}\0{place.workspace}\0{delivery}"
    return RunId("r" + blake2b(origin.encode(errors="replace"), digest_size=6).hexdigest())


class Reserves(Protocol):
    """Holds back what a run may cost while it is stored."""

    def within(self, run: Run, allowances: Sequence[Allowance]) -> AbstractAsyncContextManager[None]:
        """Reserve the cost of a run.

        Raises:
            OverBudget, UnpricedModels: It would cost more than is left, or its cost is unknown.
        """
        ...


class NewRuns:
    """Stores each new run once, under the id of its delivery."""

    def __init__(self, store: Runs, purse: Reserves | None) -> None:
        """
        Args:
            store: Store of runs.
            purse: Reserves costs; without it no budget applies.
        """
        self._store, self._purse = store, purse

    async def keep(self, run: Run, delivery: str, allowances: Sequence[Allowance]) -> tuple[RunId, bool]:
        """Store a run under the id of its delivery, and tell whether it is new."""
        if await self._is_kept(run):
            return run.id, False
        for taken in count():
            named = replace(run, id=run_id_for(run.question.place, delivery, taken=taken))
            with suppress(RunElsewhere):
                return named.id, await self._add(named, allowances)
        raise AssertionError("count() has no end")

    async def _add(self, run: Run, allowances: Sequence[Allowance]) -> bool:
        if self._purse is None or not allowances:
            return await self._store.add(run)
        if await self._is_kept(run):
            return False  # Delivered before, so its cost is already reserved.
        async with self._purse.within(run, allowances):
            return await self._store.add(run)

    async def _is_kept(self, run: Run) -> bool:
        """Tell whether this run was asked before in the same channel. Raises RunDeleted where it was deleted."""
        try:
            kept = await self._store.get(run.id)
        except RunDeleted as gone:
            if gone.where == run.question.place.where:
                raise
            return False
        except UnknownRun:
            return False
        return kept.question.place.where == run.question.place.where
