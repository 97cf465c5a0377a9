"""Store what belongs to places, on SQLAlchemy: their settings, workspaces' own templates, drafts and schedules."""

from collections.abc import Collection, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, Connection, Row, Text, cast, delete, func, select, type_coerce, update

from council_core.codec import from_text, to_text
from council_core.domain.place import PersonId, Place, PlaceSettings, Scope
from council_core.domain.question import Draft, DraftId
from council_core.domain.schedule import Recurrence, Schedule, ScheduleId, ScheduleState
from council_core.domain.template import Template
from council_core.errors import SettingsChanged, StoreIncompatible
from council_core.ports import Clock
from council_core.storage.database import Database
from council_core.storage.rows import readable
from council_core.storage.search import rename_channel
from council_core.storage.statements import (
    channel_in,
    columns_of,
    insert_new,
    of_channel,
    of_workspace,
    this_channel,
    upsert,
)
from council_core.storage.tables import (
    drafts,
    hints,
    metadata,
    own_templates,
    place_settings,
    receipts,
    runs,
    schedules,
)

OF_CHANNEL = select(place_settings).where(this_channel(place_settings))


class SqlPlaceSettings:
    """Implements `council_core.ports.PlaceSettingsStore`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def find(self, scope: Scope) -> PlaceSettings:
        where = columns_of(scope)
        row = await self._database.read(
            lambda connection: connection.execute(OF_CHANNEL, where).one_or_none()
        )
        if row is None:
            return PlaceSettings()
        try:
            values = from_text(row.settings, dict[str, str])
        except StoreIncompatible as error:
            place = "/".join((scope.platform, scope.workspace, scope.channel))
            raise StoreIncompatible("settings_unreadable", place=place, cause=str(error)) from error
        return PlaceSettings(values=values, version=row.version)

    async def save(
        self, scope: Scope, values: Mapping[str, str], *, version: int, by: PersonId
    ) -> PlaceSettings:
        new = {
            "settings": to_text(dict(values), dict[str, str]),
            "version": version + 1,
            "changed_by": by,
            "changed_at": self._clock.now(),
        }

        def work(connection: Connection) -> bool:
            if version == 0:
                return insert_new(connection, place_settings, {**columns_of(scope), **new})
            is_same = (of_channel(place_settings, scope), place_settings.c.version == version)
            return connection.execute(update(place_settings).where(*is_same).values(new)).rowcount > 0

        if not await self._database.write(work):
            raise SettingsChanged
        return PlaceSettings(values=dict(values), version=version + 1)


def _template_name(row: Row[Any]) -> str:
    return f"template '{row.name}' of workspace '{row.workspace}' of {row.platform}"


class SqlOwnTemplates:
    """Implements `council_core.ports.OwnTemplates`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock

    async def of(self, place: Place) -> tuple[Template, ...]:
        query = select(own_templates).where(of_workspace(own_templates, place)).order_by(own_templates.c.name)
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(readable(rows, lambda row: from_text(row.template, Template), _template_name))

    async def save(self, place: Place, template: Template, *, before: str, by: PersonId) -> None:
        values = {
            "platform": place.platform,
            "workspace": place.workspace,
            "name": template.name,
            "template": to_text(template, Template),
            "changed_by": by,
            "changed_at": self._clock.now(),
        }
        is_before = (of_workspace(own_templates, place), own_templates.c.name == before)

        def work(connection: Connection) -> None:
            if before not in ("", template.name):
                connection.execute(delete(own_templates).where(*is_before))
            upsert(connection, own_templates, [values])

        await self._database.write(work)

    async def delete(self, place: Place, name: str) -> bool:
        gone = delete(own_templates).where(of_workspace(own_templates, place), own_templates.c.name == name)
        return await self._database.write(lambda connection: connection.execute(gone).rowcount > 0)

    async def delete_all(self, place: Place) -> None:
        gone = delete(own_templates).where(of_workspace(own_templates, place))
        await self._database.write(lambda connection: connection.execute(gone))


class SqlDrafts:
    """Implements `council_core.ports.Drafts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def keep(self, draft: Draft) -> bool:
        values = {"id": draft.id, "at": draft.at, "draft": to_text(draft, Draft), "better": draft.better}
        return await self._database.write(lambda connection: insert_new(connection, drafts, values))

    async def find(self, draft_id: DraftId) -> Draft | None:
        query = select(drafts.c.draft, drafts.c.better).where(drafts.c.id == draft_id)
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        if row is None:
            return None
        return replace(from_text(row.draft, Draft), better=row.better)

    async def improve(self, draft_id: DraftId, better: str) -> None:
        change = update(drafts).where(drafts.c.id == draft_id).values(better=better)
        await self._database.write(lambda connection: connection.execute(change))

    async def change(self, draft: Draft) -> None:
        values = {"draft": to_text(draft, Draft), "better": draft.better}
        change = update(drafts).where(drafts.c.id == draft.id).values(values)
        await self._database.write(lambda connection: connection.execute(change))

    async def delete(self, draft_id: DraftId) -> None:
        gone = delete(drafts).where(drafts.c.id == draft_id)
        await self._database.write(lambda connection: connection.execute(gone))

    async def sweep(self, before: datetime) -> None:
        gone = delete(drafts).where(drafts.c.at < before)
        await self._database.write(lambda connection: connection.execute(gone))

    async def hint(self, platform: str, person: PersonId) -> bool:
        whose = (hints.c.platform == platform, hints.c.person == person)
        values = {"platform": platform, "workspace": "", "person": person}

        def work(connection: Connection) -> bool:
            # Earlier versions noted people for each workspace.
            if connection.execute(select(hints.c.person).where(*whose).limit(1)).first() is not None:
                return False
            return insert_new(connection, hints, values)

        return await self._database.write(work)


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
        return tuple(readable(rows, _schedule, _schedule_name))

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
        return tuple(readable(rows, _schedule, _schedule_name))

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


def _schedule_name(row: Row[Any]) -> str:
    return f"schedule {row.id}"


NAMING_A_CHANNEL = [
    table
    for table in metadata.sorted_tables
    if table is not place_settings and {"platform", "workspace", "channel"} <= set(table.c.keys())
]
"""Tables whose rows name a channel, without the settings of places, of which a channel has one row at most."""

HOLDING_A_PLACE: tuple[Column[object], ...] = (runs.c.question, receipts.c.message, receipts.c.thread)
"""Columns of JSON in which the place of a run or of a post stands."""


class SqlMoves:
    """Renames channels in the database, when their platform gives them another id.

    Slack does that when a private channel is first shared with another company (docs.slack.dev, channel_id_changed).
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    async def move(self, old: Place, new: Place) -> None:
        """Store everything of a channel under its new id, in one transaction: settings, schedules, decisions, spending,
        and runs with the addresses of their posts. Settings that the new id has already stay.

        Raises StoreError.
        """
        await self._database.write(lambda connection: _move(connection, old, new))


def _move(connection: Connection, old: Place, new: Place) -> None:
    for table in NAMING_A_CHANNEL:
        connection.execute(update(table).where(of_channel(table, old)).values(channel=new.channel))
    has_settings = select(place_settings.c.version).where(of_channel(place_settings, new))
    if connection.execute(has_settings).first() is None:
        own = update(place_settings).where(of_channel(place_settings, old))
        connection.execute(own.values(channel=new.channel))
    for column in HOLDING_A_PLACE:
        before = cast(column, Text)
        after = func.replace(before, _written(old), _written(new))
        is_postgres = connection.dialect.name == "postgresql"
        # SQLite keeps JSON as text, and its CAST would look for a number.
        written = cast(after, JSON) if is_postgres else type_coerce(after, JSON)
        connection.execute(update(column.table).where(before != after).values({column.name: written}))
    rename_channel(connection, old, new)


def _written(place: Place) -> str:
    """Return the part of a place's JSON that names its channel. A quotation mark within a text is escaped, so no text
    that a person wrote looks like it."""
    channel = Place(platform=place.platform, channel=place.channel, workspace=place.workspace)
    written = to_text(channel, Place)
    return written[written.index('"platform"') : written.index(',"thread"')]
