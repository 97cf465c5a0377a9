"""Positions of answers, each in one line: taken from an answer's end, compared by code, and grouped; never by a
model."""

from council_core.positions.claims import Claim, claim_of
from council_core.positions.compare import Relation, compare
from council_core.positions.group import grouped, is_split, main_group, minority_among
from council_core.positions.line import LONGEST, Parted, part

__all__ = [
    "LONGEST",
    "Claim",
    "Parted",
    "Relation",
    "claim_of",
    "compare",
    "grouped",
    "is_split",
    "main_group",
    "minority_among",
    "part",
]
