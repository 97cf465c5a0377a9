"""What people had filled in on forms that came back with mistakes, kept for a while so that nobody types it twice."""

from dataclasses import dataclass, field
from secrets import token_urlsafe

from bot.requests.forms import Values
from council_core.domain.place import PersonId
from council_core.domain.question import FileReference

MOST = 1_000
"""Older ones are forgotten, and so are all at a restart: whoever comes back then is told so."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """What somebody filled in."""

    values: Values
    files: tuple[FileReference, ...] = ()
    """What was to come along from a message."""


@dataclass(slots=True)
class Drafts:
    """Drafts by a name that goes onto the button which opens the form again."""

    _kept: dict[str, tuple[PersonId, Draft]] = field(default_factory=dict[str, tuple[PersonId, Draft]])

    def keep(self, person: PersonId, draft: Draft) -> str:
        """Keeps what somebody filled in; the answer is its name."""
        name = token_urlsafe(6)
        self._kept[name] = (person, draft)
        while len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        return name

    def of(self, person: PersonId, name: str) -> Draft | None:
        """What this person had filled in; None when it is forgotten, or somebody else's."""
        kept = self._kept.get(name)
        return kept[1] if kept is not None and kept[0] == person else None
