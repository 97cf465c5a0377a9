"""Calibration of one judge under one rubric by labelled pairs."""

from dataclasses import dataclass
from datetime import datetime

from council_core.domain.member import Member


@dataclass(frozen=True, slots=True, kw_only=True)
class Calibration:
    """Agreement of a model's orders with the right ones."""

    version: str
    """The model with its effort, as `version_of` writes it: another version of a model judges otherwise."""

    rubric: str
    agreed: float
    """Pairs in which the right answer stood higher, ties half."""

    pairs: float
    picks: int
    """Number of labelled items."""

    at: datetime


def version_of(member: Member) -> str:
    """Return the model behind a seat with its effort: the key of a calibration, whatever name the seat has."""
    return f"{member.model}?effort={member.reasoning_effort}" if member.reasoning_effort else member.model
