"""Ports for executing a run: steps, signals, the engine, the announcer, an observer and the clock."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol, TypeVar

from council_core.domain.events import Event
from council_core.domain.observations import Observation
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import Progress

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

    def completed(self, name: str, returns: object) -> object | None:
        """Return the result of the first step of this name, or None if it was unfinished when the run was resumed. Use
        it to end a cancelled run and to avoid a second payment; no other step may depend on it."""
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
