"""What people had filled in on forms that came back with mistakes, kept for a while so that nobody types it twice."""

from dataclasses import dataclass, field
from secrets import token_urlsafe

from bot.forms import Values
from council_core.domain.place import PersonId

MOST = 1_000
"""Older ones are forgotten, and so are all at a restart: then the form opens as it does the first time."""


@dataclass(slots=True)
class Drafts:
    """Drafts by a name that goes onto the button which opens the form again."""

    _kept: dict[str, tuple[PersonId, Values]] = field(default_factory=dict[str, tuple[PersonId, Values]])

    def keep(self, person: PersonId, values: Values) -> str:
        """Keeps what somebody filled in; the answer is its name."""
        name = token_urlsafe(6)
        self._kept[name] = (person, values)
        while len(self._kept) > MOST:
            del self._kept[next(iter(self._kept))]
        return name

    def of(self, person: PersonId, name: str) -> Values:
        """What this person had filled in; nothing when it is forgotten, or somebody else's."""
        kept = self._kept.get(name)
        return kept[1] if kept is not None and kept[0] == person else {}
