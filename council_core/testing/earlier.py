"""Earlier questions of a store in memory."""

from collections.abc import Sequence
from datetime import datetime

from council_core.domain.place import Place
from council_core.domain.search import words_of
from council_core.domain.similarity import EarlierQuestion
from council_core.testing.store import MemoryRunStore


class MemoryEarlierQuestions:
    """`EarlierQuestions` over the runs of a store in memory."""

    def __init__(self, store: MemoryRunStore) -> None:
        self._store = store

    async def sharing(
        self, words: Sequence[str], place: Place, *, before: datetime, limit: int
    ) -> tuple[EarlierQuestion, ...]:
        needed = min(2, len(words))
        found = [
            run
            for run in await self._store.latest(limit=1_000, place=place)
            if run.status == "revealed"
            and run.asked_at < before
            and needed
            and len(
                set(words) & set(words_of(f"{run.question.text} {run.verdict.text if run.verdict else ''}"))
            )
            >= needed
        ]
        return tuple(
            EarlierQuestion(run_id=run.id, text=run.question.text, asked_at=run.asked_at)
            for run in found[:limit]
        )
