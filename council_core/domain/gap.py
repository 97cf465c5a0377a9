"""Somebody missing in a stage -> what may be said of it before the reveal."""

from dataclasses import dataclass

from council_core.domain.answer import AbstentionReason, Rest


@dataclass(frozen=True, slots=True, kw_only=True)
class Gap:
    """That somebody did not take part in a stage, and why; nameless, since names come with the reveal."""

    reason: AbstentionReason
    seconds: float
    """How long was waited."""

    others: float | None = None
    """Seconds that the slowest of the others took, where the council went on before the time was up."""

    rest: Rest | None = None
    """Since when its provider is left alone, and until when, where nobody was asked."""
