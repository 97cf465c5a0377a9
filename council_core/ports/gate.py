"""How many runs ask models at the same time, and who is next."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import RunWaits


class Gate(Protocol):
    """Lets only so many runs deliberate at a time, and the rest in a fair order. A run makes room again with the commit
    that keeps its verdict, its failure or its cancellation."""

    async def admitted(self, run: Run, tell: Callable[[RunWaits], None]) -> None:
        """Returns when it is this run's turn to ask models.

        Args:
            run: As it was asked.
            tell: Told how many come first: soon where there is no room, and now and then when that changes.
        """
        ...


class OpenGate:
    """Implements `Gate` where there are no limits."""

    async def admitted(self, run: Run, tell: Callable[[RunWaits], None]) -> None:
        pass


OPEN = OpenGate()


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Runs of the line that a worker got with one look."""

    admitted: Sequence[RunId]
    """Runs that this worker carries or is to start now, and that were let in."""

    taken: Sequence[RunId] = ()
    """Runs that this worker is to start now, be they let in or not."""

    leaves_room: bool = False
    """Whether it claimed nothing since another worker has fewer runs."""

    is_last: bool = True
    """Whether another look would find nothing more."""


class LineStore(Protocol):
    """Keeps the line of all questions before their verdicts. A run is claimed by the worker that carries it, and is
    inside once it may ask models. Every call is one short transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def claim(
        self, worker: str, *, platforms: Collection[str], most: int, patiently: bool = False
    ) -> Claim:
        """Lets in whoever is next while the limits allow it, and claims runs that no worker has claimed.

        Args:
            worker: Claims.
            platforms: Whose runs it can carry.
            most: How many it lets in, and how many it claims, at most.
            patiently: Whether it claims nothing while another worker has fewer runs in the line.
        """
        ...

    async def stand(self, run_id: RunId, worker: str) -> bool:
        """Notes that this worker carries the run; whether it is inside. A run that is under way and not in the line is
        one of an earlier version: it is put inside. False for one that has ended."""
        ...

    async def places(self) -> Mapping[RunId, RunWaits]:
        """All runs that are not inside, with how many come first."""
        ...

    async def among(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        """Those of these runs that are in the line."""
        ...

    async def sweep(self) -> Mapping[RunId, str | None]:
        """Takes runs out that have their verdict or have ended, which an earlier version left there; returns all others
        with the workers that claimed them."""
        ...

    async def release(self, run_ids: Collection[RunId]) -> None:
        """Leaves these runs to any worker to start; puts those into the line that are not there and have not ended."""
        ...

    async def carriers(self) -> Collection[str]:
        """The workers that have claimed runs."""
        ...

    async def hand_over(self, gone: str, worker: str) -> Sequence[RunId]:
        """Gives all places of a worker that is gone to another one; returns whose places these are."""
        ...
