"""What keeps runs, and the settings of places."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from council_core.domain.answer import Outcome
from council_core.domain.ballot import Ballot
from council_core.domain.feedback import Feedback
from council_core.domain.place import PersonId, Place
from council_core.domain.place_settings import PlaceSettings, Scope
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.search import Phrase


class Runs(Protocol):
    """Runs, stage by stage. Every call is one transaction, durable when it returns.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def add(self, run: Run) -> bool:
        """Keeps a new run; False, changing nothing, when it is there already: the same id, asked in the same channel.

        Raises:
            RunForgotten: It was there once, and was deleted.
            RunElsewhere: Its id is that of a run that was asked in another channel.
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
        already, has come further there, or is gone."""
        ...

    async def cancel(self, run_id: RunId, at: datetime, *, why: str = "") -> bool:
        """Marks a run as cancelled, with who did it in a sentence; False, changing nothing, when it had ended
        already."""
        ...

    async def add_answers(self, run: Run) -> None:
        """Adds to a cancelled run what members had said by then, with its slate and key; nothing where it is not
        cancelled, or gone."""
        ...

    async def name_asker(self, run_id: RunId, name: str) -> None:
        """Keeps what the person who asked is called, which a platform may say after the question; nothing for a run
        that is gone."""
        ...

    async def settle_thread(self, run_id: RunId, place: Place) -> None:
        """Notes in which thread a run's stages stand, the first time; nothing for a place without a thread."""
        ...


class Votes(Protocol):
    """Ballots, feedback and late answers of a run. Every call is one transaction, durable when it returns.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

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

    async def close_voting(self, run_id: RunId, at: datetime) -> tuple[Ballot, ...]:
        """Ends the voting and returns the ballots that count, in the order of their voters. No ballot is taken
        after that; a second call returns the same ones."""
        ...

    async def decided(self, *, platforms: Collection[str]) -> tuple[RunId, ...]:
        """Runs of these platforms whose voting is open although as many people have voted as they need."""
        ...

    async def give_feedback(self, run_id: RunId, feedback: Feedback) -> None:
        """Keeps what a person thought of the verdict in place of their earlier word, also on a finished run.

        Raises:
            UnknownRun: There is no such run.
        """
        ...

    async def add_late(self, run_id: RunId, outcome: Outcome) -> None:
        """Keeps an answer that came after its stage; the same member's second one changes nothing."""
        ...


class RunQueries(Protocol):
    """Looks at many runs. Every call is one transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def in_thread(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        """The newest runs of exactly this thread, the newest first; none for a place without a thread."""
        ...

    async def voted(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        """The newest revealed runs of this channel on which people voted, newest first, as they were judged."""
        ...

    async def judged(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        """The newest runs of this channel (threads included), newest first, as they were judged: without anything
        that was said, see `Run.as_judged`."""
        ...

    async def asked_by(self, person: PersonId, place: Place, *, limit: int) -> tuple[Run, ...]:
        """The newest runs that this person asked anywhere in the place's workspace, newest first."""
        ...

    async def search(
        self,
        phrases: Sequence[Phrase],
        *,
        limit: int,
        person: PersonId | None = None,
        place: Place | None = None,
    ) -> tuple[Run, ...]:
        """The newest runs in whose question, or in whose verdict once they have ended, all these phrases stand, newest
        first.

        Args:
            phrases: One or more.
            limit: How many at most.
            person: Who looks. They find what was asked in the channel, and what they asked in the workspace.
            place: Where they look; None for all runs there are.
        """
        ...

    async def unfinished(self, *, platforms: Collection[str]) -> tuple[RunId, ...]:
        """Runs of these platforms that have not ended, the oldest first."""
        ...

    async def latest(self, *, limit: int, place: Place | None = None) -> tuple[Run, ...]:
        """The newest runs first, of one channel (threads included) or of all."""
        ...


class RunStore(Runs, Votes, RunQueries, Protocol):
    """All three over one database. Ask for the smallest that will do."""


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
