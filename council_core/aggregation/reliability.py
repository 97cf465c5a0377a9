"""Estimate from past votes how far to trust a reviewer beforehand.

An agreement of 65 % with people, the average of reviewers, is reliability 1; a new reviewer gets that until its
record says otherwise.
"""

from collections.abc import Collection
from dataclasses import dataclass
from math import log

from council_core.domain.ballot import Preference
from council_core.domain.slate import Alias

ORDINARY = 0.65
"""Share of pairs on which an ordinary reviewer agrees with people."""

PRIOR_PAIRS = 12
"""Pairs of ordinary agreement with which every reviewer starts."""

LEAST, MOST = 0.05, 3.0
"""Limits of a reliability."""

PERSON = 1.5
"""Reliability of a person's own ballot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """Agreement of a reviewer's orders with people's picks."""

    agreed: float = 0.0
    """Pairs in which the picked answer stood higher, ties half."""

    pairs: float = 0.0
    """Pairs of a picked answer and another answer that the reviewer saw, its own left out."""

    picks: int = 0
    """Number of people's picks."""

    def __add__(self, other: "Record") -> "Record":
        return Record(
            agreed=self.agreed + other.agreed, pairs=self.pairs + other.pairs, picks=self.picks + other.picks
        )

    def times(self, weight: float) -> "Record":
        """Return the same record with the weight of every pair multiplied by this."""
        return Record(agreed=self.agreed * weight, pairs=self.pairs * weight, picks=self.picks)

    @property
    def reliability(self) -> float:
        """Return the value for `Preference.reliability`: 1 for an ordinary reviewer and for one without a record."""
        agreement = (self.agreed + ORDINARY * PRIOR_PAIRS) / (self.pairs + PRIOR_PAIRS)
        return min(MOST, max(LEAST, _logit(agreement) / _logit(ORDINARY)))


def record_of(preference: Preference, picked: Collection[Alias]) -> Record:
    """Return the record of one reviewer's order against one person's pick.

    `picked` holds the letter that the person put first, or several that share the first place. The record is empty if
    the reviewer did not see the picked answer, or wrote it.
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
