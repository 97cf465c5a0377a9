"""Port to the store of schedules."""

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from council_core.domain.place import Place
from council_core.domain.schedule import Schedule, ScheduleId, ScheduleState


class Schedules(Protocol):
    """Stores schedules. Every call is one transaction, durable when it returns.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def add(self, schedule: Schedule) -> None:
        """Store a schedule; do nothing where its id is there already."""
        ...

    async def find(self, schedule_id: ScheduleId) -> Schedule | None:
        """Return a schedule; None where there is none."""
        ...

    async def kept(self, place: Place | None) -> tuple[Schedule, ...]:
        """Return the schedules of this channel, or all, by their next tick."""
        ...

    async def due(self, now: datetime, *, platforms: Collection[str]) -> tuple[Schedule, ...]:
        """Return the active schedules of these platforms whose next tick is here, the longest overdue first."""
        ...

    async def advance(self, schedule: Schedule, next_at: datetime, *, trouble: str = "") -> bool:
        """Go on from the schedule's tick to the next; False, changing nothing, where another process has done so."""
        ...

    async def change(
        self, schedule_id: ScheduleId, state: ScheduleState, next_at: datetime, *, trouble: str = ""
    ) -> bool:
        """Pause a schedule or let it go on; False where there is none any more."""
        ...

    async def delete(self, schedule_id: ScheduleId) -> bool:
        """Delete a schedule; False where there is none any more."""
        ...
