"""Store the settings of places and workspaces' own templates, on SQLAlchemy."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy import Connection, Row, delete, select, update

from council_core.codec import from_text, to_text
from council_core.domain.place import PersonId, Place, PlaceSettings, Scope
from council_core.domain.template import Template
from council_core.errors import SettingsChanged, StoreIncompatible
from council_core.ports import Clock
from council_core.storage.database import Database
from council_core.storage.rows import readable
from council_core.storage.statements import (
    columns_of,
    insert_new,
    of_channel,
    of_workspace,
    this_channel,
    upsert,
)
from council_core.storage.tables import own_templates, place_settings

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
