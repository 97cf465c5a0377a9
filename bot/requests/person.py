"""The person who asks for something."""

from dataclasses import dataclass

from council_core.domain.place import PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who asks for something, as the platform vouches for it."""

    id: PersonId
    name: str
    may_configure: bool = False
    """Whether the platform says that they may change the settings of this place."""

    is_present: bool = False
    """Whether the platform has just shown that they read the place they ask in: they typed there. A window or a button
    may have been left open by somebody who has gone."""

    locale: str = ""
    """The language that the platform speaks with them, such as `de-DE`; empty where it does not say."""

    may_configure_workspace: bool = False
    """Whether the platform says that they may change the settings of the whole workspace."""
