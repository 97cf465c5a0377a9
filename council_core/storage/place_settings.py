"""Store the settings of places: `PlaceSettingsStore` on SQLAlchemy."""

from collections.abc import Mapping

from sqlalchemy import ColumnElement, Connection, and_, bindparam, select, update

from council_core.codec import from_text, to_text
from council_core.domain.place import PersonId
from council_core.domain.place_settings import PlaceSettings, Scope
from council_core.errors import SettingsChanged, StoreIncompatible
from council_core.ports import Clock
from council_core.storage.database import Database
from council_core.storage.tables import place_settings
from council_core.storage.upsert import insert_new

FIND = select(place_settings).where(
    place_settings.c.platform == bindparam("at"),
    place_settings.c.workspace == bindparam("within"),
    place_settings.c.channel == bindparam("here"),
)
"""Built once, because every question reads the settings of its place."""


class SqlPlaceSettings:
    """Implements `council_core.ports.PlaceSettingsStore`."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def find(self, scope: Scope) -> PlaceSettings:
        key = {"at": scope.platform, "within": scope.workspace, "here": scope.channel}
        row = await self._database.read(lambda connection: connection.execute(FIND, key).one_or_none())
        if row is None:
            return PlaceSettings()
        try:
            values = from_text(row.settings, dict[str, str])
        except StoreIncompatible as error:
            raise StoreIncompatible(
                f"The row of place_settings with platform '{scope.platform}', workspace '{scope.workspace}' and "
                f"channel '{scope.channel}' cannot be read. Delete it, and set again what it set. ({error})"
            ) from error
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
        key = {"platform": scope.platform, "workspace": scope.workspace, "channel": scope.channel}

        def work(connection: Connection) -> bool:
            if version == 0:
                return insert_new(connection, place_settings, {**key, **new})
            is_same = and_(_is(scope), place_settings.c.version == version)
            return connection.execute(update(place_settings).where(is_same).values(new)).rowcount > 0

        if not await self._database.write(work):
            raise SettingsChanged
        return PlaceSettings(values=dict(values), version=version + 1)


def _is(scope: Scope) -> ColumnElement[bool]:
    return and_(
        place_settings.c.platform == scope.platform,
        place_settings.c.workspace == scope.workspace,
        place_settings.c.channel == scope.channel,
    )
