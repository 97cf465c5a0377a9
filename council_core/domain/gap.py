"""Absences of members in a form that may be shown before the reveal."""

from dataclasses import dataclass

from council_core.domain.answer import AbstentionReason, Rest


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """A nameless absence: the stage that a member missed and the reason, for use before the reveal."""

    reason: AbstentionReason
    seconds: float
    """Time that the stage waited for the member, in seconds."""

    others: float | None = None
    """Seconds that the slowest other member took, where the council went on before the time was up."""

    rest: Rest | None = None
    """Period for which its model is not called; None if it was called."""
