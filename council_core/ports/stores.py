"""Ports to the store of runs."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from council_core.domain.answer import Outcome
from council_core.domain.ballot import Ballot, Feedback
from council_core.domain.ending import Ending
from council_core.domain.member import MemberId
from council_core.domain.member_result import ALL_RESULTS, MemberResult, ResultLimits
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.search import EVERYTHING, Phrase, Wanted


class Runs(Protocol):
    """Runs, stage by stage. Every call is one transaction, durable when it returns.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def add(self, run: Run) -> bool:
        """Store a new run. Return False, changing nothing, if a run of the same channel has this id already.

        Raises:
            RunDeleted: The run was stored once, and then deleted.
            RunElsewhere: Its id belongs to a run in another channel.
        """
        ...

    async def get(self, run_id: RunId) -> Run:
        """Return the run with all it has produced so far, ballots included.

        Raises:
            UnknownRun: No run has this id.
            RunDeleted: The run was deleted.
        """
        ...

    async def save(self, run: Run, *, since: Run | None = None) -> bool:
        """Replace a run's results. The question never changes; ballots, late answers, feedback and the thread have
        calls of their own. Return False, changing nothing, if the stored run has ended, is further on, or is deleted.

        Args:
            run: The run with all its results so far.
            since: The run as its worker saved it last; parts that are the same object in both are not written again.
        """
        ...

    async def cancel(self, run_id: RunId, at: datetime, ending: Ending) -> bool:
        """Mark a run as cancelled. Return False, changing nothing, if it had
        ended already."""
        ...

    async def add_answers(self, run: Run) -> None:
        """Add the answers that had arrived to a cancelled run, with its slate and key and the cost of descriptions of
        pictures. Do nothing if it is not cancelled, or is deleted."""
        ...

    async def name_asker(self, run_id: RunId, name: str) -> None:
        """Store the asker's name, which a platform may tell after the question. Do nothing for a deleted run."""
        ...

    async def settle_thread(self, run_id: RunId, place: Place) -> None:
        """Store the thread in which a run's stages are posted; only the first call counts. Do nothing for a place
        without a thread."""
        ...


class Votes(Protocol):
    """Ballots, feedback and late answers of a run. Every call is one transaction, durable when it returns.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def cast(self, run_id: RunId, ballot: Ballot) -> int:
        """Count a person's ballot in place of their earlier one, and return the number of people who have voted. A
        ballot is not blind once its voter has looked at the result, but it keeps the voter's earlier blind choice.

        Raises:
            UnknownRun: No run has this id.
            VotingClosed: The voting has not opened, or has closed.
        """
        ...

    async def look(self, run_id: RunId, person: PersonId) -> None:
        """Store that a person looked at ranking and verdict before voting."""
        ...

    async def withdraw(self, run_id: RunId, voter: PersonId) -> bool:
        """Withdraw a person's ballot; False when there was none.

        Raises:
            UnknownRun: No run has this id.
            VotingClosed: The voting has not opened, or has closed.
        """
        ...

    async def close_voting(self, run_id: RunId, at: datetime) -> tuple[Ballot, ...]:
        """Close the voting and return the ballots that count, in the order of their voters. No ballot is accepted
        after that; a second call returns the same ones."""
        ...

    async def votings_to_close(self, *, platforms: Collection[str]) -> tuple[RunId, ...]:
        """Return runs of these platforms whose voting is open although as many people have voted as they need."""
        ...

    async def give_feedback(self, run_id: RunId, feedback: Feedback) -> None:
        """Store a person's opinion of the verdict in place of their earlier one, also on a finished run.

        Raises:
            UnknownRun: No run has this id.
        """
        ...

    async def add_late(self, run_id: RunId, outcome: Outcome) -> None:
        """Store an answer that came after its stage; a second one of the same member changes nothing."""
        ...


class RunQueries(Protocol):
    """Reads many runs. Every call is one transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def in_thread(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        """Return the newest runs of exactly this thread, newest first; none for a place without a thread."""
        ...

    async def voted_runs(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        """Return the newest revealed runs of this channel on which people voted, newest first, without texts."""
        ...

    async def ranked_runs(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        """Return the newest runs of this channel (threads included), newest first, without texts: see
        `Run.without_texts`."""
        ...

    async def asked_by(
        self, person: PersonId, place: Place, *, limit: int, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        """Return the newest wanted runs that this person asked in the place's workspace, newest first."""
        ...

    async def search(
        self,
        phrases: Sequence[Phrase],
        *,
        limit: int,
        person: PersonId | None = None,
        place: Place | None = None,
        wanted: Wanted = EVERYTHING,
    ) -> tuple[Run, ...]:
        """Return the newest wanted runs that hold all these phrases in their question, or in their verdict once they
        have ended, newest first.

        Args:
            phrases: One or more phrases.
            limit: Maximum number.
            person: The person who searches. They find runs of the channel, and their own in the workspace.
            place: The place of the search; None for all runs.
            wanted: Further limits; an asker counts only with a place.
        """
        ...

    async def unfinished(self, *, platforms: Collection[str]) -> tuple[RunId, ...]:
        """Return the unfinished runs of these platforms, oldest first."""
        ...

    async def latest(
        self, *, limit: int, place: Place | None = None, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        """Return the newest wanted runs of one channel (threads included) or of all, newest first."""
        ...


class MemberResults(Protocol):
    """Reads members' results of revealed runs. Every call is one transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def latest(
        self, place: Place | None, limits: ResultLimits = ALL_RESULTS
    ) -> tuple[MemberResult, ...]:
        """Return the results of the newest runs of this channel (threads included), of its workspace, or of all, newest
        first, within these limits: about two thousand at most."""
        ...

    async def leaders(self, runs: Sequence[RunId]) -> Mapping[MemberId, str]:
        """Return the names of the members with a first place, alone or shared, in any of these runs, by id. The names
        are read from the stored results, because ranking a run anew takes milliseconds."""
        ...


class RunStore(Runs, Votes, RunQueries, Protocol):
    """All three ports over one database. Depend on the smallest one that is enough."""
