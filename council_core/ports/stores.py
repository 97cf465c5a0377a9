"""Ports to the store of runs, to what is stored beside a run, and to the history of several channels."""

from collections.abc import AsyncGenerator, Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from council_core.domain.answer import Outcome
from council_core.domain.ballot import Ballot, Feedback
from council_core.domain.budget import PeriodFigures
from council_core.domain.decision import Decision, RecordedDecision
from council_core.domain.ending import Ending
from council_core.domain.material import Digest
from council_core.domain.member import MemberId
from council_core.domain.member_result import ALL_RESULTS, MemberResult, ResultLimits
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import Run, RunStatus
from council_core.domain.search import EVERYTHING, Phrase, Wanted
from council_core.domain.similarity import EarlierQuestion


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
        """Add the answers that had arrived to a cancelled run, with its slate and key, its ending, and all that it has
        cost. Do nothing if it is not cancelled, or is deleted."""
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


class History(Protocol):
    """Reads runs across channels of one workspace, for a reader who may read those channels.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def channels(self, workspace: Place, *, limit: int) -> tuple[Place, ...]:
        """Return the channels of a place's workspace in which anything was asked, the latest asked in first."""
        ...

    async def known(self, platform: str, workspaces: Sequence[str]) -> tuple[str, ...]:
        """Return those of these workspaces in which anything was asked."""
        ...

    async def askers(self, channels: Sequence[Place]) -> Mapping[str, str]:
        """Return the names of all who asked in these channels by their ids, those who asked last first."""
        ...

    async def seats(self, channels: Sequence[Place]) -> Sequence[tuple[str, str]]:
        """Return id and name of all members with a result in these channels, each pair once."""
        ...

    async def figures(self, place: Place, *, since: datetime, until: datetime) -> PeriodFigures:
        """Count the runs of a channel that were asked from one time on and before another, and add up their costs."""
        ...

    async def newest(
        self, channels: Sequence[Place], *, limit: int, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        """Return the newest wanted runs of these channels of one workspace, newest first."""
        ...

    async def search(
        self,
        phrases: Sequence[Phrase],
        channels: Sequence[Place],
        *,
        limit: int,
        wanted: Wanted = EVERYTHING,
    ) -> tuple[Run, ...]:
        """Return the newest wanted runs of these channels that hold all these phrases, newest first.

        Args:
            phrases: One or more phrases.
            channels: Channels of one workspace.
            limit: Maximum number.
            wanted: Further limits.
        """
        ...


class EarlierQuestions(Protocol):
    """Finds questions by some of their words.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def sharing(
        self, words: Sequence[str], place: Place, *, before: datetime, limit: int
    ) -> tuple[EarlierQuestion, ...]:
        """Return revealed runs of this channel whose question shares two of these words (all, if there are fewer),
        newest first.

        Args:
            words: Words as `council_core.domain.search.words_of` gives them.
            place: The channel.
            before: Only runs that were asked before this time.
            limit: Maximum number of runs that are read.
        """
        ...


RECENT = 40
"""Newest answered runs that are read for their durations. This many rows are read in two milliseconds."""


class AnswerTimes(Protocol):
    """Knows how long past runs took.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def latest(self, place: Place, *, members: int, is_demo: bool, fewest: int) -> tuple[float, ...]:
        """Return the seconds from question to verdict of the newest answered runs of this channel, newest first; if
        they are too few, those of the whole workspace.

        Args:
            place: The channel, threads included.
            members: Number of members of these runs.
            is_demo: Whether these runs are demonstrations, which no model slows down.
            fewest: Fewest runs of the channel that are enough.
        """
        ...


class Changes(Protocol):
    """Notifies followers when any process stored a change of a run."""

    def follow(self, run_id: RunId) -> AsyncGenerator[RunStatus]:
        """Yield the run's status now, and again after each stored change.

        Changes that arrive while the follower is busy are merged: it then gets the newest status, and reads the run
            itself, so it misses nothing. The iteration ends after a final status, or when the run was deleted. Close
            it (`contextlib.aclosing`) if you leave it earlier.

        Raises:
            UnknownRun: No run has this id.
            RunDeleted: It was deleted before.
            StoreUnavailable: The store cannot be read at the beginning. Later the follower waits until it is back.
        """
        ...


class Decisions(Protocol):
    """Stores teams' decisions. Deleting a run deletes its decision. Every call is one transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def record(self, decision: Decision) -> Decision | None:
        """Store the decision on a run and return the earlier one that it replaces, None if there is none; do nothing
        where the run is deleted."""
        ...

    async def find(self, run_id: RunId) -> Decision | None:
        """Return the decision on a run; None where there is none."""
        ...

    async def latest(
        self, place: Place | None, *, limit: int, after: Decision | None = None
    ) -> tuple[RecordedDecision, ...]:
        """Return the newest decisions of this channel or of all channels, newest first; with `after`, the next ones
        after this one."""
        ...

    async def due(self, now: datetime, *, platforms: Collection[str]) -> tuple[RecordedDecision, ...]:
        """Return decisions on these platforms that are due for another look, without those that had their reminder."""
        ...

    async def remind(self, decision: Decision) -> bool:
        """Store that this process sends the reminder of the decision. Return False if another process does, or the
        decision was replaced."""
        ...


class PublicLinks(Protocol):
    """Stores the addresses under which runs are public. Every call is one transaction; deleting a run deletes its
    address.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def publish(self, run_id: RunId, token: str, by: PersonId) -> str:
        """Make a run public under a token that nobody can guess. Return its token, which is an earlier one if the run
        was public already."""
        ...

    async def withdraw(self, run_id: RunId) -> None:
        """Make a run private again; its token becomes invalid."""
        ...

    async def token_of(self, run_id: RunId) -> str | None:
        """Return the token of a public run; None if the run is not public."""
        ...

    async def opened(self, token: str) -> RunId | None:
        """Return the public run with this token; None if there is none."""
        ...


class Blobs(Protocol):
    """Stores bytes by their content, once for all runs that refer to them. Every call is one durable transaction.

    A step returns the digest, never the bytes. Deleting a run drops its references; bytes without a reference are
    deleted.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def put(self, run_id: RunId, content: bytes) -> Digest:
        """Store these bytes for a run; repeating it changes nothing.

        Raises:
            UnknownRun: No run has this id.
            RunDeleted: The run was deleted.
        """
        ...

    async def get(self, digest: Digest) -> bytes:
        """Return the bytes.

        Raises:
            UnknownBlob: No run refers to such bytes.
        """
        ...

    async def drop(self, run_id: RunId, digest: Digest) -> None:
        """Remove a run's reference to these bytes; do nothing if there is none."""
        ...

    async def sweep(self) -> int:
        """Delete bytes to which no run refers, and return the number of deleted blobs."""
        ...
