"""The port `Gate` over the line in the store: a worker claims runs, starts them, and lets them ask models in turn."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass, field, replace

from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import RunWaits
from council_core.engine.steps import when_the_store_is_there
from council_core.errors import StoreUnavailable
from council_core.ports import LineStore

logger = logging.getLogger(__name__)

PACE_SECONDS = 1.0
"""The places of all that wait are asked for at most this often, and then one of them is told, the nearest to the front
first: edits are limited, and those who are answered need them more."""

LOOK_SECONDS = 15.0
"""How often a worker looks at the line that has heard of nothing."""

POLITE_SECONDS = 0.02
"""How long a worker leaves a new run to workers with fewer runs."""

LOOKS_AT_ONCE = 100
"""Places that are compared with what their runs were told before others get a turn at the loop."""

AT_ONCE = 8
"""How many runs a worker claims with one look at most."""

ROUGHLY = (5, 10, 20, 50, 100, 200, 500, 1000)
"""From the first of these on only these are told."""

Tell = Callable[[RunWaits], None]
Start = Callable[[RunId], Awaitable[None]]
Known = Callable[[Collection[RunId]], Awaitable[Collection[str]]]


class Places:
    """How many come before each run that waits: one query for all, at most once in `PACE_SECONDS`."""

    def __init__(self, store: LineStore) -> None:
        self._store = store
        self._places: Mapping[RunId, RunWaits] = {}
        self._asked_at = float("-inf")
        self._asking = asyncio.Lock()

    async def all(self) -> Mapping[RunId, RunWaits]:
        """Every run that waits, as of now or a second ago. Raises StoreUnavailable."""
        loop = asyncio.get_running_loop()
        async with self._asking:
            if loop.time() - self._asked_at >= PACE_SECONDS:
                self._places = await self._store.places()
                self._asked_at = loop.time()
            return self._places

    async def of(self, run_id: RunId) -> RunWaits | None:
        """The place of one run, as people read it; None where it does not wait. Raises StoreUnavailable."""
        waits = (await self.all()).get(run_id)
        return None if waits is None else _roughly(waits)


@dataclass(slots=True)
class _Waiting:
    tell: Tell
    told: RunWaits | None = None
    turn: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Line:
    """Implements `council_core.ports.Gate`. One per worker."""

    def __init__(self, store: LineStore, *, worker: str) -> None:
        """
        Args:
            store: Keeps the line, for all workers.
            worker: The name of this process, under which it carries runs.
        """
        self._store, self._worker = store, worker
        self.places = Places(store)
        self._waiting: dict[RunId, _Waiting] = {}
        self._admitted: set[RunId] = set()
        """Runs that were let in before their stories asked."""

        self._suspects: frozenset[RunId] = frozenset()
        self._news = asyncio.Event()
        self._told_at = float("-inf")

    async def admitted(self, run: Run, tell: Tell) -> None:
        """See `council_core.ports.Gate`."""
        if run.id not in self._admitted and not await self._stands_inside(run.id):
            waiting = self._waiting[run.id] = _Waiting(tell)
            self._news.set()
            try:
                if run.id not in self._admitted:
                    await waiting.turn
            finally:
                if self._waiting.get(run.id) is waiting:
                    del self._waiting[run.id]
        self._admitted.discard(run.id)

    def wake(self) -> None:
        """There is news of the line: a run came, left or was let in."""
        self._news.set()

    def let_in(self, run_id: RunId) -> None:
        """The run that this worker carries may ask models from now on."""
        waiting = self._waiting.get(run_id)
        if waiting is None:
            self._admitted.add(run_id)
        elif not waiting.turn.done():
            waiting.turn.set_result(None)

    async def rejoin(self, run_id: RunId) -> None:
        """Puts a run into the line that was never started and is not there. Raises StoreUnavailable."""
        await self._store.release([run_id])
        self.wake()

    async def among(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        """Those of these runs that are in the line. Raises StoreUnavailable."""
        return await self._store.among(run_ids)

    async def carriers(self) -> Collection[str]:
        """The workers with runs in the line. Raises StoreUnavailable."""
        return await self._store.carriers()

    async def take_over(self, gone: str, known: Known) -> None:
        """Takes the places of a worker that is gone, and leaves to all what it had claimed and not started.

        Args:
            gone: Its name.
            known: Returns those runs that the engine knows.

        Raises:
            StoreUnavailable: The database cannot be used.
        """
        if moved := await self._store.hand_over(gone, self._worker):
            started = await known(moved)
            await self._store.release([run_id for run_id in moved if run_id not in started])
            self.wake()

    async def work(
        self, start: Start, platforms: Collection[str], ours: Callable[[], Awaitable[None]]
    ) -> None:
        """Claims and starts runs, and tells those that wait how it stands, until cancelled.

        Args:
            start: Starts a run in this process. Raises StoreUnavailable.
            platforms: Whose runs this worker starts.
            ours: Returns once this process may carry runs.
        """
        while True:
            self._news.clear()
            await ours()
            while not await self._claim(start, platforms):
                pass
            await self._tell_places()
            await self._pause()

    async def _claim(self, start: Start, platforms: Collection[str]) -> bool:
        """One look at the line; whether nothing is left to claim."""
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
            # `look_after` finds it.
            self._admitted.discard(run_id)
            logger.warning("run %s cannot be started now: %s", run_id, error)

    async def look_after(self, known: Known) -> None:
        """Releases claimed runs that the engine does not know, until cancelled: at once those that this worker had
        claimed before it was restarted, and others when they are not known at two looks in a row.

        Args:
            known: Returns those runs that the engine knows.
        """
        mine, started = self._worker, set[RunId]()
        while True:
            carriers = await self._store.sweep()
            claimed = [run_id for run_id, carrier in carriers.items() if carrier is not None]
            # What was started once stays started: thousands may wait, and the engine is asked for the new ones only.
            started &= carriers.keys()
            if news := [run_id for run_id in claimed if run_id not in started]:
                started |= {RunId(run_id) for run_id in await known(news)}
            unknown = frozenset(claimed) - started
            again = [run_id for run_id in unknown if run_id in self._suspects or carriers[run_id] == mine]
            if again:
                logger.info("%d claimed runs were never started and are claimed again", len(again))
                await self._store.release(again)
                self.wake()
            self._suspects, mine = unknown.difference(again), ""
            await asyncio.sleep(LOOK_SECONDS)

    async def _tell_places(self) -> None:
        now = asyncio.get_running_loop().time()
        if not self._waiting or now < self._told_at + PACE_SECONDS:
            return
        places = await self.places.all()
        self._told_at = now
        for run_id in [run_id for run_id in self._waiting if run_id not in places]:
            # Another worker let it in, and its word of that was lost.
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
            # Thousands may have come at once, and the loop has others to serve.
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
