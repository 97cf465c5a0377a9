"""A reviewer's orders and what people picked -> how far to trust that reviewer beforehand.

An agreement of 65 % with people, which is what reviewers show on average, is reliability 1; a new reviewer
is taken to be such a one until its record says otherwise.
"""

from collections.abc import Collection
from dataclasses import dataclass
from math import log

from council_core.domain.ballot import Preference
from council_core.domain.slate import Alias

ORDINARY = 0.65
"""How often an ordinary reviewer agrees with people about a pair."""

PRIOR_PAIRS = 12
"""How many pairs' worth of being ordinary everybody starts with."""

LEAST, MOST = 0.05, 3.0
"""Reliabilities are kept within these."""

PERSON = 1.5
"""The reliability of a person's own ballot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """How often a reviewer's orders agreed with what people picked."""

    agreed: float = 0.0
    """Pairs in which the picked answer stood higher, ties half."""

    pairs: int = 0
    """Picked answers against each other answer that the reviewer saw, its own left out."""

    picks: int = 0
    """How many people's picks that were."""

    def __add__(self, other: "Record") -> "Record":
        return Record(
            agreed=self.agreed + other.agreed, pairs=self.pairs + other.pairs, picks=self.picks + other.picks
        )

    @property
    def reliability(self) -> float:
        """What to put into `Preference.reliability`: 1 for an ordinary reviewer and one without a record."""
        agreement = (self.agreed + ORDINARY * PRIOR_PAIRS) / (self.pairs + PRIOR_PAIRS)
        return min(MOST, max(LEAST, _logit(agreement) / _logit(ORDINARY)))


def record_of(preference: Preference, picked: Collection[Alias]) -> Record:
    """What one person's pick says about one reviewer's order.

    `picked` holds the letter the person put first, or several that share the first place. A reviewer who did
    not see the picked answer, or whose own it is, learns nothing from that pick: the record is empty.
    """
    level = {
        alias: at for at, group in enumerate(preference.groups) for alias in group if alias != preference.own
    }
    others = [alias for alias in level if alias not in picked]
    signs = [level[other] - level[best] for best in picked if best in level for other in others]
    if not signs:
        return Record()
    agreed = sum(1.0 if sign > 0 else 0.5 if sign == 0 else 0.0 for sign in signs)
    return Record(agreed=agreed, pairs=len(signs), picks=1)


def _logit(p: float) -> float:
    return log(p / (1 - p))
