"""All that the core needs from outside. Each port is small, and has a double in `council_core.testing`."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Literal, Protocol, TypeVar

from council_core.domain.answer import Failure, Outcome, Reply
from council_core.domain.ballot import Ballot
from council_core.domain.events import Event
from council_core.domain.feedback import Feedback
from council_core.domain.member import Member
from council_core.domain.observations import Observation
from council_core.domain.place import PersonId, Place
from council_core.domain.place_settings import PlaceSettings, Scope
from council_core.domain.question import RunId
from council_core.domain.run import Run

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What a model is asked: instructions from us, then turns that alternate between people and the model."""

    instructions: str
    text: str
    """The last thing said, to which the model replies."""

    history: tuple[tuple[str, str], ...] = ()
    """Earlier (asked, replied) pairs, oldest first."""

    reply_schema: Mapping[str, object] | None = None
    """A JSON schema that the reply shall follow, where the model can be held to one; None for free text."""

    insists: bool = False
    """Whether to ask even a member whose provider is left alone for a while, because the run could not go on."""

    purpose: Literal["answer", "revise", "review", "synthesize", "critique", "check"] = "answer"


class ModelProvider(Protocol):
    """Asks models. The only port that costs money."""

    async def complete(self, member: Member, prompt: Prompt, *, deadline: float) -> Reply | Failure:
        """One reply from one member.

        Args:
            member: Whom to ask, with its own settings.
            prompt: What to ask.
            deadline: Seconds until the call is given up, retries included.

        Returns:
            The reply, or why there is none. Never raises for what a provider does or fails to do.
        """
        ...

    def check(self, member: Member) -> None:
        """Whether this member can be asked at all, without asking it.

        Raises:
            UnknownChoice: There is no such provider.
            MissingKey: Its key is not set.
        """
        ...


class PriceList(Protocol):
    """What models charge."""

    async def cost(self, member: Member, *, tokens_in: int, tokens_out: int) -> Decimal | None:
        """US dollars that this member's provider takes for so many tokens; None when its price is unknown."""
        ...


class Ledger(Protocol):
    """What has been spent. It outlives the runs: one that is deleted was paid for all the same.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def expect(self, run_id: RunId, place: Place, at: datetime, dollars: Decimal | None) -> None:
        """Notes what a run asked at this time is expected to cost; a second time changes nothing."""
        ...

    async def spent(self, scope: Scope | None, *, since: datetime) -> Decimal:
        """US dollars of all runs of a scope (None for all there are) that were asked since then. A run that has not
        ended counts with what it was expected to cost, or with what it has cost already if that is more."""
        ...


class RunStore(Protocol):
    """Keeps runs, stage by stage. Every call is one transaction, durable when it returns.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def add(self, run: Run) -> bool:
        """Keeps a new run; False, changing nothing, when a run with this id is there already.

        Raises:
            RunForgotten: It was there once, and was deleted.
        """
        ...

    async def get(self, run_id: RunId) -> Run:
        """The run with all it has produced so far, ballots included.

        Raises:
            UnknownRun: There is none with this id.
            RunForgotten: There was one, and it was deleted.
        """
        ...

    async def save(self, run: Run) -> bool:
        """Replaces what a run has produced; the question is never changed, and ballots, late answers, feedback and the
        thread are kept by their own calls only. False, changing nothing, when the run is finished in the store
        already, or gone."""
        ...

    async def close_voting(self, run_id: RunId, at: datetime) -> tuple[Ballot, ...]:
        """Ends the voting and returns the ballots that count, in the order of their voters. No ballot is taken
        after that; a second call returns the same ones."""
        ...

    async def cancel(self, run_id: RunId, at: datetime) -> bool:
        """Marks a run as cancelled; False, changing nothing, when it had ended already."""
        ...

    async def cast(self, run_id: RunId, ballot: Ballot) -> int:
        """Counts a person's ballot in place of their earlier one, and returns how many people have voted.

        Raises:
            UnknownRun: There is no such run.
            VotingClosed: The voting is not open, or not any more.
        """
        ...

    async def withdraw(self, run_id: RunId, voter: PersonId) -> bool:
        """Takes a person's ballot back; False when there was none.

        Raises:
            UnknownRun: There is no such run.
            VotingClosed: The voting is not open, or not any more.
        """
        ...

    async def give_feedback(self, run_id: RunId, feedback: Feedback) -> None:
        """Keeps what a person thought of the verdict in place of their earlier word, also on a finished run.

        Raises:
            UnknownRun: There is no such run.
        """
        ...

    async def settle_thread(self, run_id: RunId, place: Place) -> None:
        """Notes in which thread a run's stages stand, the first time; nothing for a place without a thread."""
        ...

    async def in_thread(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        """The newest runs of exactly this thread, the newest first; none for a place without a thread."""
        ...

    async def add_late(self, run_id: RunId, outcome: Outcome) -> None:
        """Keeps an answer that came after its stage; the same member's second one changes nothing."""
        ...

    async def voted(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        """The newest revealed runs of this workspace on which people voted, newest first, as they were judged."""
        ...

    async def judged(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        """The newest runs of this channel (threads included), newest first, as they were judged: without anything
        that was said, see `Run.as_judged`."""
        ...

    async def asked_by(self, person: PersonId, place: Place, *, limit: int) -> tuple[Run, ...]:
        """The newest runs that this person asked anywhere in the place's workspace, newest first."""
        ...

    async def unfinished(self, *, platforms: Collection[str]) -> tuple[RunId, ...]:
        """Runs of these platforms that have not ended, the oldest first."""
        ...

    async def latest(self, *, limit: int, place: Place | None = None) -> tuple[Run, ...]:
        """The newest runs first, of one channel (threads included) or of all."""
        ...


class PlaceSettingsStore(Protocol):
    """Keeps what channels and workspaces set differently. Every call is one durable transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def find(self, scope: Scope) -> PlaceSettings:
        """What this scope sets itself; version 0 where nothing was ever set."""
        ...

    async def save(
        self, scope: Scope, values: Mapping[str, str], *, version: int, by: PersonId
    ) -> PlaceSettings:
        """Replaces what a scope sets.

        Args:
            scope: The channel or the workspace.
            values: All that it sets from now on.
            version: The version that the change was made from.
            by: Who changes it.

        Raises:
            SettingsChanged: Somebody else was faster; nothing was saved.
        """
        ...


class Announcer(Protocol):
    """Tells people what happened."""

    async def announce(self, run_id: RunId, event: Event) -> None:
        """Says it in the run's thread, once however often it is called. Returns when it stands there, or when it
        is certain that it never will; the run goes on either way."""
        ...

    def progress(self, run_id: RunId, event: Event) -> None:
        """Says it when there is a moment, or not at all: a later progress replaces an earlier one."""
        ...


class Turn(Protocol):
    """A step's place in the order of a run, drawn before the step is done."""

    async def take(self, action: Callable[[], Awaitable[T]]) -> T:
        """The result of `action`, done now or read from an earlier try. At most once; never is fine too."""
        ...


class Steps(Protocol):
    """Does things once, even when the run is taken up again after a crash.

    A step that had not ended when the power went is done again; one that had ended never is. The order in which
    turns are drawn must depend on nothing but earlier results, since that is how a step is found again.
    """

    async def once(self, name: str, action: Callable[[], Awaitable[T]], returns: object) -> T:
        """The result of `action`, done now or read from an earlier try.

        Args:
            name: What is done, such as `answer:demo:ada`; its meaning never changes between versions.
            action: Does it.
            returns: The type of the result (a class, a union, None), for keeping it as JSON.
        """
        ...

    def reserve(self, name: str, returns: object) -> Turn:
        """Draws the turn now for a step that goes on beside others: branches that run at the same time reserve all
        their turns before the first of them starts."""
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
        """The next signal, or None when none came for so long. Durable: a wait goes on after a crash where it
        was."""
        ...


class Engine(Protocol):
    """Starts runs and reaches them from outside."""

    async def start(self, run_id: RunId) -> None:
        """Sees to it that this run is carried out to its end, once, whatever breaks. The run is in the store."""
        ...

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        """Puts a signal where the run will find it; a second one with the same key is dropped."""
        ...

    async def cancel(self, run_id: RunId) -> None:
        """Stops the run where it stands; no step begins after that."""
        ...

    async def finished(self, run_id: RunId) -> None:
        """Returns when the run has ended, one way or another."""
        ...


class Observer(Protocol):
    """Watches, for logs, metrics and traces. It changes nothing, never raises, and takes microseconds: whoever is
    watched calls it in the middle of the work."""

    def __call__(self, seen: Observation, /) -> None: ...


def nobody(seen: Observation, /) -> None:
    """Implements `Observer` where nobody watches."""


class Fence(Protocol):
    """Whether this process may still speak for the runs it carries: another one may have taken them over."""

    async def speak(self, send: Callable[[], Awaitable[T]]) -> T:
        """Sends when that is certain, and waits until it is.

        Raises:
            OutcomeUnknown: It became uncertain in the middle; what was sent may stand there or not.
        """
        ...


class NoFence:
    """Implements `Fence` for a process that nobody can take a run from."""

    async def speak(self, send: Callable[[], Awaitable[T]]) -> T:
        return await send()


ALONE = NoFence()


class Clock(Protocol):
    """The time of day, in UTC and aware."""

    def now(self) -> datetime: ...
