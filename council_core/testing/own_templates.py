"""A store of workspaces' own templates in memory."""

from council_core.domain.place import PersonId, Place
from council_core.domain.template import Template


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
