"""Settings of places, workspaces' own templates, schedules and drafts in memory."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime

from council_core.domain.draft import Draft, DraftId
from council_core.domain.place import PersonId, Place, PlaceSettings, Scope
from council_core.domain.schedule import Schedule, ScheduleId, ScheduleState
from council_core.domain.template import Template
from council_core.errors import SettingsChanged


class MemoryPlaceSettings:
    """A `PlaceSettingsStore` that lasts as long as the process."""

    def __init__(self) -> None:
        self._kept: dict[Scope, PlaceSettings] = {}

    async def find(self, scope: Scope) -> PlaceSettings:
        return self._kept.get(scope, PlaceSettings())

    async def save(
        self, scope: Scope, values: Mapping[str, str], *, version: int, by: PersonId
    ) -> PlaceSettings:
        del by
        if (await self.find(scope)).version != version:
            raise SettingsChanged
        self._kept[scope] = PlaceSettings(values=dict(values), version=version + 1)
        return self._kept[scope]


class MemoryOwnTemplates:
    """`OwnTemplates` that last as long as the process."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str, str], Template] = {}

    async def of(self, place: Place) -> tuple[Template, ...]:
        found = {
            key: each for key, each in self._kept.items() if key[:2] == (place.platform, place.workspace)
        }
        return tuple(found[key] for key in sorted(found))

    async def save(self, place: Place, template: Template, *, before: str, by: PersonId) -> None:
        del by
        self._kept.pop((place.platform, place.workspace, before), None)
        self._kept[place.platform, place.workspace, template.name] = template

    async def delete(self, place: Place, name: str) -> bool:
        return self._kept.pop((place.platform, place.workspace, name), None) is not None

    async def delete_all(self, place: Place) -> None:
        for each in await self.of(place):
            await self.delete(place, each.name)


class MemoryDrafts:
    """`Drafts` that last as long as the process."""

    def __init__(self) -> None:
        self._kept: dict[DraftId, Draft] = {}
        self._hinted: set[tuple[str, str]] = set()

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

    async def hint(self, platform: str, person: PersonId) -> bool:
        is_new = (platform, person) not in self._hinted
        self._hinted.add((platform, person))
        return is_new


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
