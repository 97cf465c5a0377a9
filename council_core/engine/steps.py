"""Inside a run: steps and signals as DBOS keeps them."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from dbos import DBOS, StepReservation

from council_core.codec import from_json, to_json
from council_core.errors import StoreUnavailable
from council_core.ports import Signal

T = TypeVar("T")

logger = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0

SIGNALS = "signals"
"""The one topic on which a run hears from outside."""


class DurableTurn:
    """A step id drawn from DBOS, so that branches can take theirs in any order and still be found again."""

    def __init__(self, name: str, returns: object, reservation: StepReservation) -> None:
        self._name = name
        self._returns = returns
        self._reservation = reservation

    async def take(self, action: Callable[[], Awaitable[T]]) -> T:
        async def step() -> object:
            return to_json(await _when_the_store_is_there(action), self._returns)

        # Preemptible: a cancelled run drops the call it is waiting for.
        kept = await self._reservation.run_async({"name": self._name, "preemptible": True}, step)
        return from_json(kept, self._returns)


async def _when_the_store_is_there(action: Callable[[], Awaitable[T]]) -> T:
    """Does the action again and again while the store cannot be used: a full disk or a lock is no reason to lose a
    run. It ends with the trouble, with the run, or with the process."""
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            return await action()
        except StoreUnavailable as error:
            logger.warning("waiting %.0f s for the store: %s", pause, error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


class DurableSteps:
    """Implements `council_core.ports.Steps` for the workflow that is running."""

    async def once(self, name: str, action: Callable[[], Awaitable[T]], returns: object) -> T:
        return await self.reserve(name, returns).take(action)

    def reserve(self, name: str, returns: object) -> DurableTurn:
        return DurableTurn(name, returns, DBOS.reserve_step())


class DurableSignals:
    """Implements `council_core.ports.Signals` for the workflow that is running."""

    async def wait(self, seconds: float) -> Signal | None:
        message = await DBOS.recv_async(topic=SIGNALS, timeout_seconds=seconds)
        return None if message is None else from_json(message, Signal)
