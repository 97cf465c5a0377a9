"""A store of drafts in memory."""

from dataclasses import replace
from datetime import datetime

from council_core.domain.draft import Draft, DraftId
from council_core.domain.place import PersonId
from council_core.domain.run import Run


class MemoryDrafts:
    """`Drafts` that last as long as the process."""

    def __init__(self) -> None:
        self._kept: dict[DraftId, Draft] = {}
        self._hinted: set[tuple[str, str, str]] = set()

    async def keep(self, draft: Draft) -> bool:
        is_new = draft.id not in self._kept
        self._kept.setdefault(draft.id, draft)
        return is_new

    async def find(self, draft_id: DraftId) -> Draft | None:
        return self._kept.get(draft_id)

    async def improve(self, draft_id: DraftId, better: str) -> None:
        if (kept := self._kept.get(draft_id)) is not None:
            self._kept[draft_id] = replace(kept, better=better)

    async def change(self, draft: Draft) -> None:
        if draft.id in self._kept:
            self._kept[draft.id] = draft

    async def delete(self, draft_id: DraftId) -> None:
        self._kept.pop(draft_id, None)

    async def sweep(self, before: datetime) -> None:
        self._kept = {each.id: each for each in self._kept.values() if each.at >= before}

    async def hint(self, run: Run, person: PersonId) -> bool:
        whose = (run.question.place.platform, run.question.place.workspace, person)
        is_new = whose not in self._hinted
        self._hinted.add(whose)
        return is_new
