"""Say how many runs come before one that waits for its turn, and what it waits for."""

from bot.presentation.words import Words
from council_core.domain.waiting import RunWaits


def waiting_words(waits: RunWaits, words: Words) -> str:
    """The state of things as CommonMark, for the person who asked."""
    said = words.card.before(count=waits.before, or_more=waits.or_more, limit=waits.limit)
    return f"**{said}** {words.card.why_queued(limit=waits.limit)}"
