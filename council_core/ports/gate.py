"""Ports that limit how many runs ask models at the same time, in a fair order."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import RunWaits


class Gate(Protocol):
    """Limits how many runs deliberate at a time, and admits the rest in a fair order. A run makes room with the
    commit that stores its verdict, its failure or its cancellation."""

    async def admitted(self, run: Run, tell: Callable[[RunWaits], None]) -> None:
        """Return when this run may ask models.

        Args:
            run: The run as it was asked.
            tell: Called with the number of runs ahead: soon if the run must wait, and again from time to time when the
                number changes.
        """
        ...


class OpenGate:
    """Implements `Gate` without limits."""

    async def admitted(self, run: Run, tell: Callable[[RunWaits], None]) -> None:
        pass


OPEN = OpenGate()


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Runs that a worker got with one claim."""

    admitted: Sequence[RunId]
    """Admitted runs that this worker executes already or must start now."""

    taken: Sequence[RunId] = ()
    """Runs that this worker must start now, admitted or not."""

    leaves_room: bool = False
    """Whether it claimed nothing because another worker has fewer runs."""

    is_last: bool = True
    """Whether nothing is left for another claim."""


class Claims(Protocol):
    """Claims of workers on the runs in the queue. Every call is one short transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def claim(
        self, worker: str, *, platforms: Collection[str], most: int, patiently: bool = False
    ) -> Claim:
        """Admit the next runs while the limits allow it, and claim runs that no worker has claimed.

        Args:
            worker: The worker that claims.
            platforms: Platforms whose runs it can execute.
            most: Most runs to admit, and most to claim.
            patiently: Whether to claim nothing while another worker has fewer runs in the queue.
        """
        ...

    async def stand(self, run_id: RunId, worker: str) -> bool:
        """Store that this worker executes the run, and tell whether the run is admitted. A run that is under way and
        not in the queue comes from an earlier version and is admitted. False for a run that has ended."""
        ...

    async def release(self, run_ids: Collection[RunId]) -> None:
        """Release these runs, so that any worker may start them. Those outside the queue that have not ended are put
        into it."""
        ...

    async def carriers(self) -> Collection[str]:
        """Return the workers that have claimed runs."""
        ...

    async def hand_over(self, gone: str, worker: str) -> Sequence[RunId]:
        """Give all claims of a worker that is gone to another one, and return their runs."""
        ...


class QueueStore(Claims, Protocol):
    """Stores the queue of all questions before their verdicts. A worker claims each run that it executes, and a run
    is admitted once it may ask models. Every call is one short transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def places(self) -> Mapping[RunId, RunWaits]:
        """Return all runs that are not admitted, each with the number of runs ahead."""
        ...

    async def among(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        """Return those of these runs that are in the queue."""
        ...

    async def sweep(self) -> Mapping[RunId, str | None]:
        """Remove runs with a verdict or an end, left there by an earlier version. Return all others with the workers
        that claimed them."""
        ...
