"""Absences that may be shown before the reveal."""

from dataclasses import dataclass

from council_core.domain.answer import AbstentionReason, Rest


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """An absence from a stage, with its reason but without a name, because names come with the reveal."""

    reason: AbstentionReason
    seconds: float
    """Seconds of waiting."""

    others: float | None = None
    """Seconds that the slowest other member took, where the council went on before the time was up."""

    rest: Rest | None = None
    """Period in which its model is not asked, where it was not asked."""
