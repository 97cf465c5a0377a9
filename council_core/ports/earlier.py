"""Port for finding questions that were answered before."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from council_core.domain.place import Place
from council_core.domain.similarity import EarlierQuestion


class EarlierQuestions(Protocol):
    """Finds questions by some of their words.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def sharing(
        self, words: Sequence[str], place: Place, *, before: datetime, limit: int
    ) -> tuple[EarlierQuestion, ...]:
        """Return revealed runs of this channel that share two of these words, or all of fewer, newest first.

        Args:
            words: Words as `council_core.domain.search.words_of` gives them.
            place: The channel.
            before: Only runs that were asked earlier.
            limit: Maximum number of runs that are looked at.
        """
        ...
