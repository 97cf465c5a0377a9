"""A store of decisions in memory."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from council_core.domain.decision import Decision, RecordedDecision
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.testing.store import MemoryRunStore


class MemoryDecisions:
    """`Decisions` beside a `MemoryRunStore`."""

    def __init__(self, store: MemoryRunStore) -> None:
        self._store = store
        self._kept: dict[RunId, Decision] = {}

    async def record(self, decision: Decision) -> None:
        where = Place(
            platform=decision.place.platform,
            workspace=decision.place.workspace,
            channel=decision.place.channel,
        )
        self._kept[decision.run_id] = replace(decision, place=where)

    async def find(self, run_id: RunId) -> Decision | None:
        return next((each.decision for each in await self._all() if each.decision.run_id == run_id), None)

    async def latest(self, place: Place | None, *, limit: int) -> tuple[RecordedDecision, ...]:
        found = [
            each for each in await self._all() if place is None or each.decision.place.where == place.where
        ]
        found.sort(key=lambda each: (-each.decision.at.timestamp(), each.decision.run_id))
        return tuple(found[:limit])

    async def due(self, now: datetime, *, platforms: Collection[str]) -> tuple[RecordedDecision, ...]:
        return tuple(
            each
            for each in await self._all()
            if not each.decision.reminded
            and each.decision.look_again is not None
            and each.decision.look_again <= now
            and each.decision.place.platform in platforms
        )

    async def remind(self, decision: Decision) -> bool:
        kept = self._kept.get(decision.run_id)
        if kept is None or kept.reminded or kept.look_again != decision.look_again:
            return False
        self._kept[decision.run_id] = replace(kept, reminded=True)
        return True

    async def _all(self) -> list[RecordedDecision]:
        runs = {run.id: run for run in await self._store.latest(limit=10_000)}
        return [
            RecordedDecision(decision=kept, question=runs[run_id].question.text)
            for run_id, kept in self._kept.items()
            if run_id in runs
        ]
