"""How many runs may deliberate at a time, and what a run that waits for its turn can tell."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from council_core.domain.events import StageProgressed
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import Run

Limit = Literal["person", "channel", "process"]
"""What a run waits for: too many of the same person, of the same channel, or of everybody's are under way."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunLimits:
    """How many runs may deliberate at the same time, each in one process; None = as many as are asked."""

    in_all: int | None = None
    of_person: int | None = None
    of_channel: int | None = None


NO_LIMITS = RunLimits()


Holder = tuple[str, str, str]
"""A person or a channel among all that there are: platform, workspace and their id there."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Ticket:
    """A run in the queue. Each telling of it has one of its own: a run that was taken away and came back has two for a
    moment."""

    run_id: RunId
    person: Holder
    channel: Holder
    asked_at: datetime

    @property
    def age(self) -> tuple[datetime, str]:
        """Smaller is older."""
        return self.asked_at, self.run_id


def ticket_for(run_id: RunId, asker: PersonId, place: Place, asked_at: datetime) -> Ticket:
    """The ticket of a run that this person asked in this place or in a thread of it."""
    return Ticket(
        run_id=run_id,
        person=(place.platform, place.workspace, asker),
        channel=(place.platform, place.workspace, place.channel),
        asked_at=asked_at,
    )


def ticket_of(run: Run) -> Ticket:
    """The run's ticket."""
    return ticket_for(run.id, run.question.asker.id, run.question.place, run.asked_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunWaits:
    """A run waits for its turn. Told when that changes, kept nowhere."""

    kind: Literal["run_waits"] = "run_waits"
    run_id: RunId
    before: int
    """How many runs that wait for the same come first: those of the person, of the channel, or all."""

    or_more: bool = False
    """Whether `before` is rounded down: far from the front nobody needs every step."""

    limit: Limit


Progress = StageProgressed | RunWaits
"""What moves the card and is kept nowhere."""
