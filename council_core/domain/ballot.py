"""One judge's order over the slate, what one person chose, and their opinion of the verdict."""

from dataclasses import dataclass
from datetime import datetime

from council_core.domain.place import PersonId
from council_core.domain.slate import Alias

Order = tuple[tuple[Alias, ...], ...]
"""Groups of tied letters, best first. May leave some out: those count as tied last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preference:
    """One judge's order, as aggregation reads it.

    `shown` says which letters the judge saw: one that was shown but is not in `order` counts as tied last, one
    that was never shown says nothing about it.
    """

    judge: str
    order: Order
    shown: tuple[Alias, ...]
    own: Alias | None = None
    """The judge's own answer among them, if any."""

    reliability: float = 1.0
    """Prior trust in this judge (prior of the discrimination a_r): 1 for a model, 1.5 for a person."""

    def __post_init__(self) -> None:
        listed = [alias for group in self.order for alias in group]
        if len(set(listed)) != len(listed):
            raise ValueError(f"A preference names a letter twice: {listed}.")
        if strangers := set(listed) - set(self.shown):
            raise ValueError(f"A preference names {sorted(strangers)}, which its judge was not shown.")

    @property
    def groups(self) -> Order:
        """Return the complete order: responses that were shown and not listed are tied at the end."""
        listed = {alias for group in self.order for alias in group}
        rest = tuple(alias for alias in self.shown if alias not in listed)
        return (*self.order, rest) if rest else self.order


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """One person's choice. A later ballot replaces an earlier one."""

    voter: PersonId
    order: Order
    cast_at: datetime
    blind: Order | None = None
    """Choices before the voter could see the models' ranking or the verdict; empty if they saw it first. None in
    ballots of earlier versions, which did not note it."""

    @property
    def first(self) -> Alias:
        return self.order[0][0]


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """One person's opinion of a verdict; a later one replaces it."""

    person: PersonId
    good: bool
    given_at: datetime
    reason: str = ""
    """The reason in the person's words; empty where they gave none."""
