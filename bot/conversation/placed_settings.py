"""What a channel and its workspace set -> the settings of a run asked there.

options of one run -> channel -> workspace -> environment
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from bot.forms import GROUPS
from bot.post import FieldErrors
from bot.requests import Group
from council_core.domain.place import PersonId, Place
from council_core.domain.place_settings import LEVELS, Level, PlaceSettings, Scope
from council_core.domain.settings import CouncilSettings
from council_core.errors import NotAllowed, SettingsChanged, SettingsError
from council_core.ports import PlaceSettingsStore

SettingsFor = Callable[[Mapping[str, str]], CouncilSettings]
"""Settings for one run: those of the environment with these overridden by name. Raises SettingsError."""

ROSTER = frozenset({"members", "chairman", "quorum"})
"""Settings whose mistakes depend on each other."""


class NoPlaceSettings:
    """A `PlaceSettingsStore` for a council that is held everywhere as its environment says."""

    async def find(self, scope: Scope) -> PlaceSettings:
        """Nothing: no scope sets anything."""
        del scope
        return PlaceSettings()

    async def save(
        self, scope: Scope, values: Mapping[str, str], *, version: int, by: PersonId
    ) -> PlaceSettings:
        """Refuses. Raises NotAllowed."""
        raise NotAllowed(
            "The settings of this council are kept by whoever runs it, and cannot be changed here."
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedSettings:
    """The settings of places."""

    store: PlaceSettingsStore
    settings_for: SettingsFor
    check: Callable[[CouncilSettings], None]
    """Whether every member can be asked. Raises SettingsError, UnknownChoice."""

    async def levels(self, place: Place) -> dict[Level, PlaceSettings]:
        """What the channel and its workspace set themselves."""
        return {level: await self.store.find(Scope.around(place, level)) for level in levels_of(place)}

    async def for_run(self, place: Place, options: Mapping[str, str]) -> CouncilSettings:
        """The settings of a run that is asked here.

        Raises:
            SettingsError: They contradict each other, or an option is wrong.
        """
        return self.settings_for({**merged(await self.levels(place)), **options})

    async def save(
        self, place: Place, level: Level, group: Group, version: int, values: Mapping[str, str], by: PersonId
    ) -> FieldErrors | None:
        """Replaces what one level sets of one group.

        Returns:
            What is wrong with which field, if anything; then nothing was saved.

        Raises:
            SettingsChanged: Somebody else was faster.
        """
        levels = await self.levels(place)
        if levels[level].version != version:
            raise SettingsChanged
        names = GROUPS[group]
        inherited = merged(above(levels, level))
        others = {name: text for name, text in levels[level].values.items() if name not in names}
        chosen = {name: text for name, text in values.items() if name in names}
        errors = self.problems(chosen, {**inherited, **others})
        if errors:
            return FieldErrors(errors=errors)
        await self.store.save(Scope.around(place, level), {**others, **chosen}, version=version, by=by)
        return None

    async def reset(self, place: Place, level: Level, version: int, by: PersonId) -> None:
        """Lets one level inherit everything. Raises SettingsChanged."""
        await self.store.save(Scope.around(place, level), {}, version=version, by=by)

    def problems(
        self, values: Mapping[str, str], inherited: Mapping[str, str]
    ) -> tuple[tuple[str, str], ...]:
        """What is wrong with these settings on top of what is inherited, by their names."""
        whole = self._said({**inherited, **values})
        if not whole:
            return ()
        found: list[tuple[str, str]] = []
        for name, text in values.items():
            alone = self._said({**inherited, name: text})
            # A quorum of 1 may be all that a roster of one needs: what the whole does not say is not wrong.
            said = [each for each in alone if name not in ROSTER or each in whole]
            if said:
                found.append((name, " ".join(said)))
        return tuple(found) or ((_to_blame(tuple(values), whole), " ".join(whole)),)

    def _said(self, values: Mapping[str, str]) -> tuple[str, ...]:
        try:
            self.check(self.settings_for(values))
        except SettingsError as error:
            return error.problems
        return ()


def levels_of(place: Place) -> tuple[Level, ...]:
    """The levels that there are around a place: a direct message may lie in no workspace."""
    return LEVELS if place.workspace else ("channel",)


def above(levels: Mapping[Level, PlaceSettings], level: Level) -> dict[Level, PlaceSettings]:
    """Those that this level inherits from."""
    return {each: levels[each] for each in LEVELS[LEVELS.index(level) + 1 :] if each in levels}


def merged(levels: Mapping[Level, PlaceSettings]) -> dict[str, str]:
    """All texts that these levels set, the nearest one's where several do."""
    texts: dict[str, str] = {}
    for level in reversed(LEVELS):
        if level in levels:
            texts |= levels[level].values
    return texts


def sources(levels: Mapping[Level, PlaceSettings]) -> dict[str, Level]:
    """Which level each setting comes from; the environment's are not among them."""
    found: dict[str, Level] = {}
    for level in reversed(LEVELS):
        if level in levels:
            found |= dict.fromkeys(levels[level].values, level)
    return found


def _to_blame(names: Sequence[str], said: Sequence[str]) -> str:
    if "quorum" in names and any("quorum" in each for each in said):
        return "quorum"
    return names[0] if names else "members"
