"""Inside a run: steps and signals as DBOS keeps them."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import Any, Protocol, Self, TypeVar

from dbos import DBOS, StepReservation
from dbos import error as dbos_error

from council_core.codec import from_text, to_text
from council_core.domain.checkpoint import Checkpoint
from council_core.domain.question import RunId
from council_core.engine.in_flight import InFlight
from council_core.errors import RunOutgrown, StoreIncompatible, StoreUnavailable

T = TypeVar("T")

logger = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 1.0
LONGEST_PAUSE_SECONDS = 30.0

_warned_at = -LONGEST_PAUSE_SECONDS


class Checkpoints(Protocol):
    """Keeps what steps have given. Every call is one durable transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def of(self, run_id: str) -> Mapping[int, Checkpoint]:
        """The steps that this run has behind it, by number."""
        ...

    async def keep(self, run_id: str, step: Checkpoint, *, owner: str) -> bool:
        """Keeps a step; False, keeping nothing, when the run is not this execution's any more.

        Args:
            run_id: The run.
            step: What was done.
            owner: By which token the engine knows this execution.
        """
        ...

    async def cancelled(self, run_ids: Collection[RunId]) -> tuple[RunId, ...]:
        """Which of these runs somebody has cancelled."""
        ...


class DurableTurn:
    """A step id drawn from DBOS, so that branches can take theirs in any order and still be found again."""

    def __init__(
        self, name: str, returns: object, reservation: StepReservation, steps: "DurableSteps"
    ) -> None:
        self._name = name
        self._returns = returns
        self._context = reservation._step_ctx  # pyright: ignore[reportPrivateUsage]
        self._steps = steps

    async def take(self, action: Callable[[], Awaitable[T]]) -> T:
        """See `council_core.ports.Turn`.

        Raises:
            RunOutgrown: Another step stands in this place, or another value: the story is not the one that was begun.
            DBOSWorkflowConflictIDError: The run was cancelled, or is carried on elsewhere by now.
        """
        run_id, number = self._context.workflow_id, self._context.function_id
        earlier = self._steps.behind.get(number)
        if earlier is not None:
            return self._again(run_id, earlier)
        async with self._steps.in_flight.one():
            started = _milliseconds()
            output = to_text(await when_the_store_is_there(action), self._returns)
            step = Checkpoint(
                number=number, name=self._name, output=output, started=started, ended=_milliseconds()
            )
            owner = self._context.owner_xid or ""
            keep = self._steps.checkpoints.keep
            if not await when_the_store_is_there(lambda: keep(run_id, step, owner=owner)):
                raise dbos_error.DBOSWorkflowConflictIDError(run_id)
        # Read back, so that a run goes on with the same values as one that is taken up again.
        return from_text(output, self._returns)

    def _again(self, run_id: str, earlier: Checkpoint) -> Any:
        if earlier.name != self._name:
            raise RunOutgrown(run_id, self._name)
        try:
            return from_text(earlier.output, self._returns)
        except StoreIncompatible as error:
            raise RunOutgrown(run_id, self._name) from error


def _milliseconds() -> int:
    return int(1000 * time.time())


def _trouble(error: StoreUnavailable) -> None:
    """Warns now and then: every step of every run waits for the same store."""
    global _warned_at  # noqa: PLW0603  # one log per process
    now = time.monotonic()
    if now - _warned_at >= LONGEST_PAUSE_SECONDS:
        _warned_at = now
        logger.warning("runs wait for the store and go on when it is back: %s", error)


async def when_the_store_is_there(action: Callable[[], Awaitable[T]]) -> T:
    """Does the action again and again while the store cannot be used: a full disk or a lock is no reason to lose a
    run. It ends with the trouble, with the run, or with the process."""
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            return await action()
        except StoreUnavailable as error:
            _trouble(error)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)


class DurableSteps:
    """Implements `council_core.ports.Steps` for the workflow that is running."""

    def __init__(
        self, checkpoints: Checkpoints, behind: Mapping[int, Checkpoint], in_flight: InFlight
    ) -> None:
        self.checkpoints = checkpoints
        self.behind = behind
        self.in_flight = in_flight

    @classmethod
    async def open(cls, checkpoints: Checkpoints, in_flight: InFlight) -> Self:
        """The steps of the workflow that is running, with what it has behind it."""
        run_id = DBOS.workflow_id
        assert run_id is not None, "there are no steps outside of a run"
        behind = await when_the_store_is_there(lambda: checkpoints.of(run_id))
        return cls(checkpoints, behind, in_flight)

    async def once(self, name: str, action: Callable[[], Awaitable[T]], returns: object) -> T:
        return await self.reserve(name, returns).take(action)

    def reserve(self, name: str, returns: object) -> DurableTurn:
        return DurableTurn(name, returns, DBOS.reserve_step(), self)

    def behind_it(self, name: str, returns: object) -> object | None:
        earlier = next((step for step in self.behind.values() if step.name == name), None)
        return None if earlier is None else from_text(earlier.output, returns)
