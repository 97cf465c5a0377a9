"""Store schedules: `Schedules` on SQLAlchemy."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import Row, delete, select, update

from council_core.codec import from_text, to_text
from council_core.domain.place import PersonId, Place
from council_core.domain.schedule import Recurrence, Schedule, ScheduleId, ScheduleState
from council_core.storage.database import Database
from council_core.storage.rows import readable
from council_core.storage.statements import channel_in, columns_of, insert_new, of_channel
from council_core.storage.tables import schedules


class SqlSchedules:
    """Implements `council_core.ports.Schedules`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, schedule: Schedule) -> None:
        values = {
            "id": schedule.id,
            **columns_of(schedule.place),
            "parent": schedule.place.parent,
            "owner": schedule.owner,
            "owner_name": schedule.owner_name,
            "locale": schedule.locale,
            "text": schedule.text,
            "recurrence": to_text(schedule.recurrence, Recurrence),
            "created_at": schedule.created_at,
            "next_at": schedule.next_at,
            "state": schedule.state,
            "trouble": schedule.trouble,
        }
        await self._database.write(lambda connection: insert_new(connection, schedules, values))

    async def find(self, schedule_id: ScheduleId) -> Schedule | None:
        query = select(schedules).where(schedules.c.id == schedule_id)
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else _schedule(row)

    async def kept(self, place: Place | None) -> tuple[Schedule, ...]:
        query = select(schedules).order_by(schedules.c.next_at, schedules.c.id)
        if place is not None:
            query = query.where(of_channel(schedules, place))
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(readable(rows, _schedule, _name))

    async def due(self, now: datetime, *, platforms: Collection[str]) -> tuple[Schedule, ...]:
        query = (
            select(schedules)
            .where(
                schedules.c.state == "active",
                schedules.c.next_at <= now,
                schedules.c.platform.in_(platforms),
            )
            .order_by(schedules.c.next_at, schedules.c.id)
        )
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(readable(rows, _schedule, _name))

    async def advance(self, schedule: Schedule, next_at: datetime, *, trouble: str = "") -> bool:
        same = update(schedules).where(schedules.c.id == schedule.id, schedules.c.next_at == schedule.next_at)
        change = same.values(next_at=next_at, trouble=trouble)
        return await self._database.write(lambda connection: connection.execute(change).rowcount > 0)

    async def change(
        self, schedule_id: ScheduleId, state: ScheduleState, next_at: datetime, *, trouble: str = ""
    ) -> bool:
        change = update(schedules).where(schedules.c.id == schedule_id)
        change = change.values(state=state, next_at=next_at, trouble=trouble)
        return await self._database.write(lambda connection: connection.execute(change).rowcount > 0)

    async def delete(self, schedule_id: ScheduleId) -> bool:
        gone = delete(schedules).where(schedules.c.id == schedule_id)
        return await self._database.write(lambda connection: connection.execute(gone).rowcount > 0)


def _schedule(row: Row[Any]) -> Schedule:
    return Schedule(
        id=ScheduleId(row.id),
        place=replace(channel_in(row), parent=row.parent),
        owner=PersonId(row.owner),
        owner_name=row.owner_name,
        locale=row.locale,
        text=row.text,
        recurrence=from_text(row.recurrence, Recurrence),
        created_at=row.created_at,
        next_at=row.next_at,
        state=row.state,
        trouble=row.trouble,
    )


def _name(row: Row[Any]) -> str:
    return f"schedule {row.id}"
