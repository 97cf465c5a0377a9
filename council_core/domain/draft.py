"""A question that a person has written and that waits until they say how to ask it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import NewType

from council_core.domain.place import PersonId, Place
from council_core.domain.question import FileReference, RunId

DraftId = NewType("DraftId", str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A question as it was typed, with its files and settings. Only its person may see it or ask it."""

    id: DraftId
    place: Place
    person: PersonId
    text: str
    at: datetime
    better: str = ""
    """The question as a model would ask it; empty where none has rewritten it."""

    options: Mapping[str, str] = field(default_factory=dict[str, str])
    """Settings for its run alone, by name."""

    template: str = ""
    fields: Mapping[str, str] = field(default_factory=dict[str, str])
    """Name of the template and the values of its fields."""

    files: tuple[FileReference, ...] = ()
    about: str = ""
    """Message that it answers, as its platform knows it."""

    repeats: RunId | None = None
    """Earlier run that asked the same. If the draft's own text is empty, that run's text is asked."""
