"""Calls that run side by side -> their outcomes, without waiting for stragglers longer than the stage may take."""

import asyncio
from collections.abc import Callable, Coroutine, Generator
from contextlib import contextmanager

from council_core.domain.answer import Failure, Reply
from council_core.domain.settings import CouncilSettings
from council_core.stages.patience import needed, patience

LATE = "The council went on without it after {seconds:.0f} seconds."
FAR_BEYOND = (
    "The council went on without it after {seconds:.0f} seconds; the others took {others:.0f} at most."
)


class StageDeadline:
    """The common deadline of one stage: it strikes when the stage's time is up and a quorum is there, and earlier
    when most are done and the rest is far beyond what those took.

    With fewer than the quorum it waits on, since going on would end the run; each call's own deadline then bounds
    the wait. Times count from the start of the stage in this process, and those of the ones who are done are what
    their own results say: a stage that is taken up again gives whoever it asks anew the whole time. While one of its
    calls waits for room at a provider, it stands still: others' questions make nobody late.
    """

    def __init__(
        self, settings: CouncilSettings, *, quorum: int, calls: int = 0, allowance: float | None = None
    ) -> None:
        """
        Args:
            settings: How long a stage may take, and whether it may close early.
            quorum: How many results that count it must wait for.
            calls: How many are asked.
            allowance: How far beyond the others somebody may be, see `patience`; None never closes early.
        """
        self._seconds = settings.stage_seconds
        self._quorum = quorum
        self._calls = calls
        self._allowance = allowance if settings.close_early else None
        self._done: list[float] = []
        self._failed = 0
        self._loop = asyncio.get_running_loop()
        self._started = self._loop.time()
        self._queueing = 0
        self._stopped_at = 0.0
        self._waiting: set[asyncio.Future[None]] = set()
        """One for each call that is under way, cancelled when the deadline strikes."""

        self._alarm: asyncio.TimerHandle | None = None

    @contextmanager
    def paused(self) -> Generator[None]:
        """While a call waits for room at its provider."""
        if self._queueing == 0:
            self._stopped_at = self._loop.time()
        self._queueing += 1
        self._set_alarm()
        try:
            yield
        finally:
            self._queueing -= 1
            if self._queueing == 0:
                self._started += self._loop.time() - self._stopped_at
            self._set_alarm()

    def heard(self, seconds: float) -> None:
        """One more has given something that counts, and took so many seconds for it."""
        self._done.append(seconds)
        self._set_alarm()

    def missed(self) -> None:
        """One more is done and has given nothing that counts: it is not waited for, and its time says nothing."""
        self._failed += 1
        self._set_alarm()

    def _set_alarm(self) -> None:
        """One for all calls, set anew whenever something has changed; none while none is under way."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        ends = self._ends_after() if self._waiting and not self._queueing else None
        if ends is not None:
            self._alarm = self._loop.call_at(self._started + ends, self._strike)

    def _strike(self) -> None:
        for waiting in self._waiting:
            waiting.cancel()

    def _ends_after(self) -> float | None:
        """Seconds from the start until it strikes, as things stand; None while there is no quorum."""
        if len(self._done) < self._quorum:
            return None
        missing = self._calls - self._failed - len(self._done)
        if self._allowance is None or missing <= 0 or len(self._done) < needed(self._quorum, self._calls):
            return self._seconds
        return min(self._seconds, patience(self._done, missing, allowance=self._allowance))

    async def bound(
        self,
        call: Coroutine[object, object, Reply | Failure],
        *,
        adopt: Callable[[asyncio.Task[Reply | Failure]], None] | None = None,
    ) -> Reply | Failure:
        """The call's own result, or a `late` failure when the deadline strikes first.

        Args:
            call: Asks one model.
            adopt: Takes over the call that is still on its way; without it the call is cancelled.
        """
        asking = asyncio.create_task(call)
        struck = self._loop.create_future()
        self._waiting.add(struck)
        self._set_alarm()
        adopted = False
        try:
            await asyncio.wait({asking, struck}, return_when=asyncio.FIRST_COMPLETED)
            if asking.done():
                return asking.result()
            if adopt is not None:
                adopt(asking)
                adopted = True
            return self._late()
        finally:
            self._waiting.remove(struck)
            if not self._waiting:
                self._set_alarm()
            if not adopted:
                asking.cancel()

    def _late(self) -> Failure:
        ends = self._ends_after()
        if ends is None or ends >= self._seconds:
            detail = LATE.format(seconds=self._seconds)
            return Failure(reason="late", detail=detail, latency=self._seconds)
        others = max(self._done)
        detail = FAR_BEYOND.format(seconds=ends, others=others)
        return Failure(reason="late", detail=detail, latency=ends, others=others)
