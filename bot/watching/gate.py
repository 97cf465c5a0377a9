"""The port `Gate`, watched: who waits for a turn, and for how long."""

import asyncio
from collections.abc import Callable, Generator
from contextlib import contextmanager

from council_core.domain.observations import RunAdmitted, RunQueued, RunUnqueued
from council_core.domain.run import Run
from council_core.domain.waiting import RunWaits
from council_core.ports import Admission, Gate, Observer


class WatchedGate:
    """A `Gate` whose admissions are seen."""

    def __init__(self, gate: Gate, observe: Observer, granted: Callable[[], None]) -> None:
        """
        Args:
            gate: What lets runs in.
            observe: Told who waits, and for how long.
            granted: Called when a run's turn has come.
        """
        self._gate, self._observe, self._granted = gate, observe, granted

    @contextmanager
    def admission(self, run: Run) -> Generator[Admission]:
        with self._gate.admission(run) as admission:
            yield _WatchedAdmission(admission, run, self._observe, self._granted)


class _WatchedAdmission:
    def __init__(
        self, admission: Admission, run: Run, observe: Observer, granted: Callable[[], None]
    ) -> None:
        self._admission, self._run, self._observe, self._granted = admission, run, observe, granted
        self._platform = run.question.place.platform
        self._is_waiting = False

    async def granted(self, tell: Callable[[RunWaits], None]) -> None:
        def told(waits: RunWaits) -> None:
            if not self._is_waiting:
                self._is_waiting = True
                self._observe(RunQueued(waits=waits, platform=self._platform))
            tell(waits)

        loop = asyncio.get_running_loop()
        since = loop.time()
        try:
            await self._admission.granted(told)
        finally:
            if self._is_waiting:
                self._observe(RunUnqueued(run_id=self._run.id, platform=self._platform))
        waited = loop.time() - since if self._is_waiting else 0.0
        self._observe(RunAdmitted(run_id=self._run.id, platform=self._platform, waited=waited))
        self._granted()

    def give_back(self) -> None:
        self._admission.give_back()
