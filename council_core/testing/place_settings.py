"""Settings of places in memory."""

from collections.abc import Mapping

from council_core.domain.place import PersonId
from council_core.domain.place_settings import PlaceSettings, Scope
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
