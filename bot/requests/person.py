"""The person who makes a request, and the parts that requests share."""

from dataclasses import dataclass

from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """The person who makes a request, as identified by the platform."""

    id: PersonId
    name: str
    may_configure: bool = False
    """Whether the platform allows them to change the settings of this place."""

    is_present: bool = False
    """Whether the platform has just shown that they can read the place, because they typed there. A window or a button
    may still be open after its person has left."""

    locale: str = ""
    """Language that the platform uses with them, such as `de-DE`; empty if it names none."""

    may_configure_workspace: bool = False
    """Whether the platform allows them to change the settings of the whole workspace."""

    zone: str = ""
    """Their time zone (IANA), such as `Europe/Berlin`; empty if the platform names none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FromPerson:
    """A request of a person in a place."""

    person: Person
    place: Place


@dataclass(frozen=True, slots=True, kw_only=True)
class OnRun(FromPerson):
    """A request about one run."""

    run_id: RunId
