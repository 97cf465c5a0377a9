"""Ports for reading runs of several channels, finding questions that were answered before, and following a run."""

from collections.abc import AsyncGenerator, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from council_core.domain.figures import PeriodFigures
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.run import Run, RunStatus
from council_core.domain.search import EVERYTHING, Phrase, Wanted
from council_core.domain.similarity import EarlierQuestion


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

    async def latest(
        self, place: Place, *, members: int, is_demo: bool, in_workspace: bool = False
    ) -> tuple[float, ...]:
        """Return the seconds from question to verdict of the newest answered runs of this channel, newest first.

        Args:
            place: The channel, threads included.
            members: Only runs that as many members were to answer.
            is_demo: Whether those are demonstrations, which no model slows down.
            in_workspace: Whether all channels of its workspace count.
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
