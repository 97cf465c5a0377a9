"""A store of schedules in memory."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from council_core.domain.place import Place
from council_core.domain.schedule import Schedule, ScheduleId, ScheduleState


class MemorySchedules:
    """`Schedules` that last as long as the process."""

    def __init__(self) -> None:
        self._kept: dict[ScheduleId, Schedule] = {}

    async def add(self, schedule: Schedule) -> None:
        place = replace(schedule.place, thread=None, origin=None)
        self._kept.setdefault(schedule.id, replace(schedule, place=place))

    async def find(self, schedule_id: ScheduleId) -> Schedule | None:
        return self._kept.get(schedule_id)

    async def kept(self, place: Place | None) -> tuple[Schedule, ...]:
        found = [each for each in self._kept.values() if place is None or each.place.where == place.where]
        return tuple(sorted(found, key=lambda each: (each.next_at, each.id)))

    async def due(self, now: datetime, *, platforms: Collection[str]) -> tuple[Schedule, ...]:
        return tuple(
            each
            for each in await self.kept(None)
            if each.state == "active" and each.next_at <= now and each.place.platform in platforms
        )

    async def advance(self, schedule: Schedule, next_at: datetime, *, trouble: str = "") -> bool:
        kept = self._kept.get(schedule.id)
        if kept is None or kept.next_at != schedule.next_at:
            return False
        self._kept[schedule.id] = replace(kept, next_at=next_at, trouble=trouble)
        return True

    async def change(
        self, schedule_id: ScheduleId, state: ScheduleState, next_at: datetime, *, trouble: str = ""
    ) -> bool:
        if (kept := self._kept.get(schedule_id)) is None:
            return False
        self._kept[schedule_id] = replace(kept, state=state, next_at=next_at, trouble=trouble)
        return True

    async def delete(self, schedule_id: ScheduleId) -> bool:
        return self._kept.pop(schedule_id, None) is not None
