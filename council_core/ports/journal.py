"""Port to durable results of steps and signals, in tables of the store beside those of the engine."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from council_core.domain.checkpoint import Checkpoint, EarlierStep, Sent, StepKey
from council_core.domain.question import RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSql:
    """SQL over the engine's own tables, for use in the store's transactions. Every text takes the parameter `:run`."""

    owned: str
    """`FROM … WHERE …` for the run's row while the execution `:owner` owns it."""

    known: str
    """The same for the run's row with any owner."""

    locked: str
    """Appended to either, to lock the row until the commit. Empty where there is only one writer."""

    earlier_steps: str
    """Query for name, output and end of the steps that an earlier release stored, in their order."""

    earlier_signals: str
    """Query for key and body of the signals that an earlier release stored and no run has received, in their
    order."""


class Journal(Protocol):
    """Stores results of steps and signals. Every call is one durable transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def steps(self, run_id: RunId) -> tuple[Mapping[StepKey, str], Sequence[EarlierStep]]:
        """Return the output of each finished step, and the steps that an earlier release stored."""
        ...

    async def keep(self, run_id: RunId, step: Checkpoint, *, owner: str) -> bool:
        """Store a step; return False, storing nothing, when the engine has given the run to another execution.

        Args:
            run_id: The run.
            step: The step and its result.
            owner: The engine's token for this execution.
        """
        ...

    async def send(self, run_id: RunId, signal: Sent) -> bool:
        """Store a signal and notify the process that executes the run. Return False, storing nothing, for a run that
        neither the store nor the engine knows. A run that waits to be started receives the signal then."""
        ...

    async def signals(self, run_id: RunId) -> tuple[Sequence[Sent], Sequence[Sent]]:
        """Return the signals that an earlier release stored and no run has received, and all of ours, each in
        order."""
        ...

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """Delete all steps and signals of these runs. The engine must not know the runs any more, or more may
        follow."""
        ...

    async def cancelled(self, run_ids: Collection[RunId]) -> tuple[RunId, ...]:
        """Return those of these runs that were cancelled."""
        ...


class Checkpoints(Protocol):
    """A store that provides journals for engines."""

    def beside(self, engine: EngineSql) -> Journal:
        """Return the journal whose writes this engine fences."""
        ...
