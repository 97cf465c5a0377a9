"""One person's opinion of a verdict."""

from dataclasses import dataclass
from datetime import datetime

from council_core.domain.place import PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """One person's opinion of a verdict; a later one replaces it."""

    person: PersonId
    good: bool
    given_at: datetime
    reason: str = ""
    """The reason in the person's words; empty where they gave none."""
