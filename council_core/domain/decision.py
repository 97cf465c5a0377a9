"""A team's decision after a run; it may differ from the verdict."""

from dataclasses import dataclass
from datetime import datetime

from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """A team's decision on one run; a later one replaces it."""

    run_id: RunId
    place: Place
    person: PersonId
    name: str
    """Name of the person who recorded it."""

    locale: str
    """Language of that person, in which they are reminded."""

    text: str
    at: datetime
    look_again: datetime | None = None
    """When that person is reminded to look at it again; None for never."""

    reminded: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordedDecision:
    """A decision with the question behind it."""

    decision: Decision
    question: str
