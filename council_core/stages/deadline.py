"""Run calls side by side, and stop waiting for stragglers when the stage's time is up or they take far too long. Their
answers are shown as late."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Generator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from math import exp, log
from statistics import NormalDist, fmean

from council_core.domain.answer import Abstention, Answer, Failure, Outcome, Reply
from council_core.domain.member import MemberId
from council_core.domain.question import RunId
from council_core.domain.settings import CouncilSettings
from council_core.errors import CouncilError
from council_core.positions import part

logger = logging.getLogger(__name__)

SPREAD = 1.0
"""Standard deviation of the logarithm of a call's time, before any call is done. Models' times have a long tail, which
a log-normal distribution fits; with 1 the slowest of twenty calls takes five times the median."""

CONVICTION = 8.0
"""Number of calls for which that spread counts beside the finished ones, because three calls alone tell little about a
fourth."""

SHORTEST = 10.0
"""Fewest seconds worth saving by leaving a member out."""

ANSWERS = 1.6
"""Largest distance of a missing answer from the median, in spreads: 95 of 100 answers still count, see
`tests.bench`."""

REVIEWS = 1.0
"""The same for a review. It is one of several opinions on the same answers, so the wait for the last one is shorter."""

STANDARD = NormalDist()


def needed(quorum: int, calls: int) -> int:
    """Return how many calls must be done before their times count: the quorum, more than half, and at least two."""
    return max(quorum, calls // 2 + 1, 2)


def patience(done: Sequence[float], missing: int, *, allowance: float) -> float:
    """Return the seconds from the start of a stage after which it closes without the missing calls.

    Finished calls are the fastest of all. The i-th of them is compared with the time that the i-th of so many is
    expected to take, by Blom's approximation of normal order statistics (Blom, Statistical Estimates and Transformed
    Beta-Variables, 1958). This gives the median of this panel on this question and, with general knowledge of models,
    the spread of its times. The stage waits no longer than `allowance` spreads beyond the median. The result depends
    only on stored times, so a replayed stage gets the same one.

    Args:
        done: Seconds that each finished call took, in any order, positive.
        missing: Number of calls still expected.
        allowance: Largest distance from the median, in spreads.
    """
    calls = len(done) + missing
    places = [STANDARD.inv_cdf((place - 0.375) / (calls + 0.25)) for place in range(1, len(done) + 1)]
    logs = [log(max(seconds, 0.001)) for seconds in sorted(done)]
    seen = _slope(places, logs)
    spread = SPREAD if seen is None else (CONVICTION * SPREAD + len(done) * seen) / (CONVICTION + len(done))
    middle = fmean(logs) - spread * fmean(places)
    return max(SHORTEST, exp(middle + allowance * spread))


def _slope(places: Sequence[float], logs: Sequence[float]) -> float | None:
    """Return the spread of the times themselves: least squares of their logarithms over their places."""
    if len(logs) < 2:
        return None
    middle, level = fmean(places), fmean(logs)
    across = sum((place - middle) ** 2 for place in places)
    return sum((place - middle) * (each - level) for place, each in zip(places, logs, strict=True)) / across


class StageDeadline:
    """Common deadline of one stage: it passes when the stage's time is up and there is a quorum, or earlier when most
    calls are done and the rest take far longer than those did.

    Below the quorum the stage waits on, because going on would end the run; each call's own deadline then limits the
    wait. Times count from the start of the stage in this process, and finished calls count with the times in their
    results, so a resumed stage gives each new call the whole time. The clock stops while one of its calls waits for a
    slot at a provider, so that other runs' questions make nobody late.
    """

    def __init__(
        self, settings: CouncilSettings, *, quorum: int, calls: int = 0, allowance: float | None = None
    ) -> None:
        """Args:
        settings: Time limit of a stage, and whether it may close early.
        quorum: Number of valid results to wait for.
        calls: Number of calls.
        allowance: Largest distance of a call from the others, see `patience`; None never closes early."""
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
        """Timeouts of the calls under way, which the deadline cancels."""

        self._alarm: asyncio.TimerHandle | None = None

    @contextmanager
    def paused(self) -> Generator[None]:
        """Stop the clock while a call waits for a slot at its provider."""
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
        """Count a call with a valid result, which took so many seconds."""
        self._done.append(seconds)
        self._set_alarm()

    def missed(self) -> None:
        """Count a call without a valid result: the stage does not wait for it, and its time does not count."""
        self._failed += 1
        self._set_alarm()

    def _set_alarm(self) -> None:
        """Set the one timer for all calls again after a change; no timer while no call is under way."""
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
        """Return the seconds from the start to the present deadline; None while there is no quorum."""
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
        """Return the call's own result, or a `late` failure when the deadline passes first.

        Args:
            call: Asks one model.
            adopt: Takes over the unfinished call; without it the call is cancelled.
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
            facts = {"seconds": str(self._seconds)}
            return Failure(reason="late", fault="late", facts=facts, latency=self._seconds)
        others = max(self._done)
        facts = {"seconds": str(ends), "others": str(others)}
        return Failure(reason="late", fault="far_beyond", facts=facts, latency=ends, others=others)


Arrived = Callable[[RunId, Outcome], Awaitable[None]]


def outcome_of(member: MemberId, result: Reply | Failure) -> Outcome:
    """Return the result of a call as the run stores it."""
    if isinstance(result, Reply):
        parted = part(result.text)
        return Answer(member=member, reply=replace(result, text=parted.text), position=parted.position)
    return Abstention(member=member, failure=result)


class Stragglers:
    """Holds the calls that a run no longer waits for, until they or the process end.

    They are not durable: after a crash the run knows them as late already, and does not pay for them again.
    """

    def __init__(self, arrived: Arrived) -> None:
        self._arrived = arrived
        self._tasks: set[asyncio.Task[None]] = set()

    def adopt(self, run_id: RunId, member: MemberId, call: asyncio.Task[Reply | Failure]) -> None:
        """Wait for the call in the background and pass its result on."""
        task = asyncio.create_task(self._wait(run_id, member, call))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _wait(self, run_id: RunId, member: MemberId, call: asyncio.Task[Reply | Failure]) -> None:
        try:
            result = await call
        finally:
            call.cancel()
        try:
            await self._arrived(run_id, outcome_of(member, result))
        except CouncilError as error:
            logger.warning("run %s: a late answer could not be kept: %s", run_id, error)

    async def aclose(self) -> None:
        """Drop all unfinished calls."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
