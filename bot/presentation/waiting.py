"""Say how many runs are ahead of a waiting one, and which limit it waits for."""

from bot.presentation.words import Words
from council_core.domain.waiting import RunWaits


def waiting_words(waits: RunWaits, words: Words) -> str:
    """Return the run's place in the queue as CommonMark, for the asker."""
    said = words.card.before(count=waits.before, or_more=waits.or_more, limit=waits.limit)
    return f"**{said}** {words.card.why_queued(limit=waits.limit)}"
