"""What carries a run to its end: steps, signals, and who tells of it."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from typing import Literal, Protocol, TypeVar

from council_core.domain.events import Event
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import Progress

T = TypeVar("T")


class Announcer(Protocol):
    """Tells people what happened."""

    async def announce(self, run_id: RunId, event: Event) -> None:
        """Says it in the run's thread, once however often it is called. Returns when it stands there, or when it
        is certain that it never will; the run goes on either way."""
        ...

    def progress(self, run_id: RunId, event: Progress) -> None:
        """Says it when there is a moment, or not at all: a later progress replaces an earlier one."""
        ...

    def kept(self, run: Run) -> None:
        """Take the run as the story has just kept it, all but its votes, so that a card needs no read."""
        ...

    async def unreadable(self, run_id: RunId) -> str:
        """Return why nothing of the run can be shown in its place any more, in a sentence for people; empty while
        nobody has refused it. Before the card stands, waits a moment for the platform to take or refuse it."""
        ...


class Steps(Protocol):
    """Does each step once, even when the run is resumed after a crash.

    A step that had not ended when the power went is done again; one that had ended never is. A step is found by its
    scope, its name, and its number among those of the same name: steps of different names may come in any order, and
    a later version may add and drop some.
    """

    def within(self, scope: str) -> "Steps":
        """Return the steps of one branch, apart from those of all others. Branches that go on at the same time and use
        the same names need a scope each.

        Args:
            scope: The branch, such as `answer:demo:ada`; stored with its steps, so it never changes its meaning.

        Raises:
            TwoBranches: The run has used this scope already.
        """
        ...

    async def once(self, name: str, action: Callable[[], Awaitable[T]], returns: object) -> T:
        """Return the result of `action`, done now or kept by an earlier try.

        Args:
            name: The step, such as `answer:demo:ada`; stored, so it never changes its meaning between versions.
            action: Does it.
            returns: The type of the result (a class, a union, None), for keeping it as JSON.

        Raises:
            TwoBranches: A step of this name is being done in this scope; numbers would be a matter of chance.
        """
        ...

    def behind_it(self, name: str, returns: object) -> object | None:
        """Return the result of the first step of this name, or None where it had not ended when the run was resumed.
        For a run that was stopped: a story that goes on never asks."""
        ...

    @property
    def is_new(self) -> bool:
        """Whether no step of the run had ended when it was begun or resumed."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class CloseVoting:
    """Somebody who may do so wants the names."""

    kind: Literal["close_voting"] = "close_voting"
    by: str
    """Their name; empty when enough people have voted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LateAnswer:
    """A member answered after its stage; the outcome is in the store."""

    kind: Literal["late_answer"] = "late_answer"
    member: str


Signal = CloseVoting | LateAnswer


class Signals(Protocol):
    """What reaches a run while it waits."""

    async def wait(self, seconds: float) -> Signal | None:
        """Return the next signal, or None when none came for so long. A wait is a step: one that had ended gives the
        same again, and one that had not is begun anew after a crash."""
        ...


class Engine(Protocol):
    """Starts runs and reaches them from outside."""

    async def start(self, run_id: RunId) -> None:
        """Sees to it that this run is carried out to its end, once, whatever breaks. The run is in the store."""
        ...

    async def unstarted(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        """Those of them that were never started, in the same order."""
        ...

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        """Puts a signal where the run will find it; a second one with the same key is dropped."""
        ...

    async def cancel(self, run_id: RunId) -> None:
        """Stops the run where it stands; no step begins after that. The store knows of it already, so that whoever
        carries the run, now or after a crash, tells its ending."""
        ...

    async def finished(self, run_id: RunId) -> None:
        """Returns when the run has ended, one way or another."""
        ...


class Fence(Protocol):
    """Whether this process may still speak for the runs it carries: another one may have taken them over."""

    async def speak(self, send: Callable[[], Awaitable[T]]) -> T:
        """Sends when that is certain, and waits until it is.

        Raises:
            OutcomeUnknown: It became uncertain in the middle; what was sent may stand there or not.
        """
        ...

    def holds(self) -> bool:
        """Whether it is certain right now, for whoever is in the middle of sending."""
        ...


class NoFence:
    """Implements `Fence` for a process that nobody can take a run from."""

    async def speak(self, send: Callable[[], Awaitable[T]]) -> T:
        return await send()

    def holds(self) -> bool:
        return True


ALONE = NoFence()
