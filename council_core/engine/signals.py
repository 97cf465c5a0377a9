"""Signals to a waiting run: stored in the journal, received once and in order."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass

from council_core.codec import from_text, to_text
from council_core.domain.checkpoint import Sent
from council_core.domain.question import RunId
from council_core.engine.dbos_door import SIGNAL
from council_core.engine.steps import DurableSteps
from council_core.errors import StoreIncompatible
from council_core.ports import Signal

logger = logging.getLogger(__name__)

LOOK_SECONDS = 30.0
"""Seconds after which a waiting run reads the journal by itself, because a notice of Postgres may be lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """Result of a wait, as its step stores it."""

    key: str
    """Key of the signal. Empty for one that a run of the previous release received."""

    signal: Signal


def sent(signal: Signal, key: str) -> Sent:
    """Return the signal in the journal's form."""
    return Sent(key=key, body=to_text(signal, Signal))


class Waiting:
    """Runs of this process that wait for a signal."""

    def __init__(self) -> None:
        self._events: defaultdict[RunId, set[asyncio.Event]] = defaultdict(set)

    def wake(self, run_id: RunId) -> None:
        """Make the run look for signals, if it waits here."""
        for event in self._events.get(run_id, ()):
            event.set()

    def wake_all(self) -> None:
        """Make every run that waits here look for signals."""
        for run_id in tuple(self._events):
            self.wake(run_id)

    @contextmanager
    def bell(self, run_id: RunId) -> Generator[asyncio.Event]:
        """Yield an event that is set for each signal to this run while the block lasts."""
        event = asyncio.Event()
        self._events[run_id].add(event)
        try:
            yield event
        finally:
            self._events[run_id].discard(event)
            if not self._events[run_id]:
                del self._events[run_id]


class DurableSignals:
    """Implements `council_core.ports.Signals` for the running workflow."""

    def __init__(self, steps: DurableSteps, waiting: Waiting) -> None:
        self._steps, self._waiting = steps, waiting
        self._unreadable: set[str] = set()

    async def wait(self, seconds: float) -> Signal | None:
        deadline = asyncio.get_running_loop().time() + seconds
        await self._steps.rest()
        heard: Heard | None = await self._steps.wait(SIGNAL, lambda: self._hear(deadline), Heard | None)
        return None if heard is None else heard.signal

    async def _hear(self, deadline: float) -> Heard | None:
        run_id = self._steps.execution.run_id
        with self._waiting.bell(run_id) as bell:
            while True:
                bell.clear()  # Cleared before the read: a signal that comes in between sets it again.
                if (heard := await self._next()) is not None:
                    return heard
                left = deadline - asyncio.get_running_loop().time()
                if left <= 0:
                    return None
                try:
                    async with asyncio.timeout(min(left, LOOK_SECONDS)):
                        await bell.wait()
                except TimeoutError:
                    continue

    async def _next(self) -> Heard | None:
        """Return the first signal that this run has not received; those of the previous release come first."""
        execution = self._steps.execution
        earlier, ours = await execution.journal.signals(execution.run_id)
        outputs = (from_text(output, Heard | None) for output in self._steps.outputs(SIGNAL))
        known = {heard.key for heard in outputs if heard is not None}
        prefix = f"{execution.run_id}:"  # The form in which that release wrote its keys.
        for each in (*earlier, *ours):
            key = each.key.removeprefix(prefix)
            if key in known or key in self._unreadable:
                continue
            try:
                return Heard(key=key, signal=from_text(each.body, Signal))
            except StoreIncompatible as error:
                # A newer version may send kinds that this one does not know.
                self._unreadable.add(key)
                logger.warning("signal %s of run %s is ignored: %s", key, execution.run_id, error)
        return None
