"""A decorator of the port `Gate` that observes how long runs wait in the queue."""

import asyncio
from collections.abc import Callable

from council_core.domain.observations import RunAdmitted, RunQueued, RunUnqueued
from council_core.domain.run import Run
from council_core.domain.waiting import RunWaits
from council_core.ports import Gate, Observer


class WatchedGate:
    """A `Gate` that reports admissions."""

    def __init__(self, gate: Gate, observe: Observer, granted: Callable[[], None]) -> None:
        """
        Args:
            gate: The gate that admits runs.
            observe: Receives each wait and its length.
            granted: Called when a run is admitted.
        """
        self._gate, self._observe, self._granted = gate, observe, granted

    async def admitted(self, run: Run, tell: Callable[[RunWaits], None]) -> None:
        """See `council_core.ports.Gate`."""
        platform = run.question.place.platform
        is_waiting = False

        def told(waits: RunWaits) -> None:
            nonlocal is_waiting
            if not is_waiting:
                is_waiting = True
                self._observe(RunQueued(waits=waits, platform=platform))
            tell(waits)

        loop = asyncio.get_running_loop()
        since = loop.time()
        try:
            await self._gate.admitted(run, told)
        finally:
            if is_waiting:
                self._observe(RunUnqueued(run_id=run.id, platform=platform))
        waited = loop.time() - since if is_waiting else 0.0
        self._observe(RunAdmitted(run_id=run.id, platform=platform, waited=waited))
        self._granted()
