"""Keeps the values of forms with mistakes for a while, so that people need not type them twice."""

from dataclasses import dataclass, field
from secrets import token_urlsafe

from bot.requests.forms import Values
from council_core.domain.place import PersonId
from council_core.domain.question import FileReference

MOST = 1_000
"""Most drafts. Older ones are dropped, and a restart drops all of them; the person is then told so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A form with a person's values."""

    values: Values
    files: tuple[FileReference, ...] = ()
    """Files of a message that the question is to attach."""

    about: str = ""
    """Message whose thread is read with the question. It is kept here, because a submitted form may be forged."""


@dataclass(slots=True)
class Drafts:
    """Drafts, each with a name that is part of the button back to its form."""

    _kept: dict[str, tuple[PersonId, Draft]] = field(default_factory=dict[str, tuple[PersonId, Draft]])

    def keep(self, person: PersonId, draft: Draft) -> str:
        """Store a draft and return its name."""
        name = token_urlsafe(6)
        self._kept[name] = (person, draft)
        while len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        return name

    def of(self, person: PersonId, name: str) -> Draft | None:
        """Return this person's draft; None if it was dropped, or is another person's."""
        kept = self._kept.get(name)
        return kept[1] if kept is not None and kept[0] == person else None
