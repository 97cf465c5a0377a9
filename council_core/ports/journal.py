"""Durable results of steps and signals, in tables of the store beside those of the engine."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from council_core.domain.checkpoint import Checkpoint, EarlierStep, Sent, StepKey
from council_core.domain.question import RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSql:
    """SQL over the engine's own tables, which the store has to ask in its own transactions. All of it takes `:run`."""

    owned: str
    """`FROM … WHERE …` for the row of the run while the execution `:owner` owns it."""

    known: str
    """The same for the row of the run, whoever owns it."""

    locked: str
    """Appended to either: nobody takes the row over or deletes it before the commit. Empty where one writer writes."""

    earlier_steps: str
    """A query for name, output and end of the steps that an earlier release kept, in their order."""

    earlier_signals: str
    """A query for key and body of the signals that an earlier release kept and no run has heard, in their order."""


class Journal(Protocol):
    """Keeps results of steps and signals. Every call is one durable transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def steps(self, run_id: RunId) -> tuple[Mapping[StepKey, str], Sequence[EarlierStep]]:
        """Return the output of each step that has ended, and the steps that an earlier release kept."""
        ...

    async def keep(self, run_id: RunId, step: Checkpoint, *, owner: str) -> bool:
        """Keep a step; False, keeping nothing, when the engine has given the run to another execution.

        Args:
            run_id: The run.
            step: The step and its result.
            owner: The engine's token for this execution.
        """
        ...

    async def send(self, run_id: RunId, signal: Sent) -> bool:
        """Keep a signal and tell the process that carries the run; False, keeping nothing, for a run that neither the
        store nor the engine knows. A run that waits to be started hears it then."""
        ...

    async def signals(self, run_id: RunId) -> tuple[Sequence[Sent], Sequence[Sent]]:
        """Return those that an earlier release kept and no run has heard, and all of ours, each in order."""
        ...

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """Delete all steps and signals of these runs. The engine must not know the runs any more, or more may come."""
        ...

    async def cancelled(self, run_ids: Collection[RunId]) -> tuple[RunId, ...]:
        """Return those of the runs that were cancelled."""
        ...


class Checkpoints(Protocol):
    """A store that can keep a journal beside an engine."""

    def beside(self, engine: EngineSql) -> Journal:
        """Return the journal whose writes this engine fences."""
        ...
