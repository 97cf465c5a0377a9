"""Ports for executing a run: steps, signals, their journal, the engine, the queue, the announcer, an observer, the
clock."""

from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeVar

from council_core.domain.checkpoint import Checkpoint, EarlierStep, Sent, StepKey
from council_core.domain.events import Event
from council_core.domain.observations import Observation
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import Progress, RunWaits

T = TypeVar("T")


class Announcer(Protocol):
    """Announces events to people."""

    async def announce(self, run_id: RunId, event: Event) -> None:
        """Post the event in the run's thread, once for any number of calls. Return when it is posted, or when it
        certainly never will be; the run goes on either way."""
        ...

    def progress(self, run_id: RunId, event: Progress) -> None:
        """Show progress as soon as possible; newer progress replaces progress that was not shown yet."""
        ...

    def kept(self, run: Run) -> None:
        """Take over the run that the story has just stored, without its votes, so that the card needs no read."""
        ...

    async def unreadable(self, run_id: RunId) -> str:
        """Return why nothing of the run can be shown in its place any more, in a sentence for people; empty while no
        platform has refused it. Before the card is posted, wait a moment for the platform to accept or refuse it."""
        ...


class Steps(Protocol):
    """Does each step once, even when the run is resumed after a crash.

    A step that was unfinished at the crash is done again; a finished step never is. A step is found by its scope, its
    name, and its number among those of the same name. So steps of different names may come in any order, and a later
    version may add and remove some.
    """

    def within(self, scope: str) -> "Steps":
        """Return the steps of one branch, separate from all others. Concurrent branches that use the same names need
        a scope each.

        Args:
            scope: Name of the branch, such as `answer:demo:ada`; stored with its steps, so it never changes its
                meaning.

        Raises:
            TwoBranches: The run has used this scope already.
        """
        ...

    async def once(
        self,
        name: str,
        action: Callable[[], Awaitable[T]],
        returns: object,
        *,
        made_of_steps: bool = False,
    ) -> T:
        """Return the result of `action`, done now or stored by an earlier try.

        Args:
            name: Name of the step, such as `answer:demo:ada`; stored, so it never changes its meaning between
                versions.
            action: Does the step.
            returns: Type of the result (a class, a union, None), for storing it as JSON.
            made_of_steps: Whether the action does steps of its own, in a scope of their own. An ending process waits
                for those and not for this one, which is begun anew elsewhere.

        Raises:
            TwoBranches: A step of this name is under way in this scope, so the numbers would depend on chance.
        """
        ...

    def completed(self, name: str, returns: object, *, scope: str = "") -> object | None:
        """Return the result of the first step of this name, or None if it has not finished. Use it to end a run and to
        avoid a second payment; no other step may depend on it.

        Args:
            name: Name of the step.
            returns: Type of its result.
            scope: Name of its branch; empty for these steps themselves.
        """
        ...

    @property
    def is_new(self) -> bool:
        """Tell whether no step of the run had ended when it was begun or resumed."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseVoting:
    """A person with the right to do so asked for the names, or enough people have voted."""

    kind: Literal["close_voting"] = "close_voting"
    by: str
    """The person's name; empty when enough people have voted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LateAnswer:
    """A member answered after its stage had ended; the outcome is in the store."""

    kind: Literal["late_answer"] = "late_answer"
    member: str


Signal = CloseVoting | LateAnswer


class Signals(Protocol):
    """Signals that reach a run while it waits."""

    async def wait(self, seconds: float) -> Signal | None:
        """Return the next signal, or None if none arrives in so many seconds. A wait is a step: a finished wait returns
        its stored result, and an unfinished one begins anew after a crash."""
        ...


class Engine(Protocol):
    """Starts runs and sends them signals from outside."""

    async def start(self, run_id: RunId) -> None:
        """Start this run, which is in the store, and execute it to its end exactly once, even after failures."""
        ...

    async def unstarted(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        """Return those of these runs that were never started, in the same order."""
        ...

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        """Send a signal to the run; a second one with the same key is dropped."""
        ...

    async def cancel(self, run_id: RunId) -> None:
        """Stop the run; no step begins after that. The store must hold the cancellation already, so that the worker
        that executes the run, now or after a crash, announces its end."""
        ...

    async def finished(self, run_id: RunId) -> None:
        """Return when the run has ended, in any way."""
        ...


class Fence(Protocol):
    """Keeps this process from posting for runs that another process may have taken over."""

    async def speak(self, send: Callable[[], Awaitable[T]]) -> T:
        """Wait until this process certainly owns its runs, then send.

        Raises:
            OutcomeUnknown: Ownership became uncertain while sending, so the message may or may not be posted.
        """
        ...

    def holds(self) -> bool:
        """Tell whether ownership is certain right now, for use in the middle of sending."""
        ...


class NoFence:
    """Implements `Fence` for a process whose runs nobody can take over."""

    async def speak(self, send: Callable[[], Awaitable[T]]) -> T:
        return await send()

    def holds(self) -> bool:
        return True


ALONE = NoFence()


class Observer(Protocol):
    """Observes the work for logs, metrics and traces. It changes nothing, never raises, and takes microseconds,
    because the observed code calls it in the middle of its work."""

    def __call__(self, seen: Observation, /) -> None: ...


def nobody(seen: Observation, /) -> None:
    """Observe nothing."""


class Clock(Protocol):
    """Time of day, aware and in UTC."""

    def now(self) -> datetime: ...


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

    async def claimants(self) -> Collection[str]:
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


@dataclass(frozen=True, slots=True, kw_only=True)
class EngineSql:
    """SQL over the engine's own tables, for the store's transactions. Every statement takes the parameter `:run`."""

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
