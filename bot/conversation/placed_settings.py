"""Resolve the settings of a run from its options, preset, channel, workspace and the environment.

options of one run -> channel -> workspace -> environment; the nearest preset comes right before the place that names it
"""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from typing import Protocol

from bot.post import FieldErrors
from bot.presentation.replies import field_sentences, refusal
from bot.presentation.settings_panel import Source
from bot.presentation.words import Words, words_for
from bot.requests.person import Person
from bot.settings.catalogue import SETTINGS, Group, names_in, typed
from bot.settings.presets import Presets, preset_among
from council_core.domain.budget import Allowance, Keeper, Period
from council_core.domain.place import LEVELS, Level, PersonId, Place, PlaceSettings, Scope
from council_core.domain.settings import CouncilSettings
from council_core.errors import Problem, SettingsChanged, SettingsError, UnpricedModels
from council_core.ports import PlaceSettingsStore

PERIODS: Mapping[str, Period] = {"run_budget": "run", "day_budget": "day", "month_budget": "month"}

ROSTER = frozenset({"members", "chairman", "quorum"})
"""Settings whose errors depend on each other."""


class SettingsFor(Protocol):
    """Returns the settings of one run."""

    def __call__(
        self, options: Mapping[str, str], levels: Sequence[Mapping[str, str]] = ()
    ) -> CouncilSettings:
        """Return the environment's settings, changed by the levels around a place (the furthest first), by the nearest
        preset, and by the options of this run. Raises SettingsError."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class PlacedSettings:
    """Reads, changes and combines the settings of places."""

    store: PlaceSettingsStore
    settings_for: SettingsFor
    presets: Presets
    check: Callable[[CouncilSettings], None]
    """Checks that every member can be asked. Raises SettingsError, UnknownChoice."""

    unpriced: Callable[[CouncilSettings], Awaitable[tuple[str, ...]]]
    """Returns the models of a roster without a known price."""

    @property
    def described(self) -> tuple[tuple[str, str], ...]:
        """Return the presets, each with its purpose."""
        return tuple((preset.name, preset.summary) for preset in self.presets.values())

    async def levels(self, place: Place) -> dict[Level, PlaceSettings]:
        """Return the channel's own settings and the workspace's own settings."""
        return {level: await self.store.find(Scope.around(place, level)) for level in levels_of(place)}

    async def for_run(self, place: Place, options: Mapping[str, str]) -> CouncilSettings:
        """Return the settings of a run that is asked here.

        Raises:
            SettingsError: They contradict each other, or an option is wrong.
        """
        return self.settings_for(options, texts_of(await self.levels(place)))

    async def language(self, place: Place) -> str:
        """Return the language of a place; empty if none is set. Other settings of the place may be wrong, because posts
        about earlier runs ask no model."""
        levels = texts_of(await self.levels(place))
        try:
            return self.settings_for({}, levels).language
        except SettingsError:
            own = [{"language": texts.get("language", "")} for texts in levels]
            return self.settings_for({}, own).language

    async def are_wrong(self, place: Place) -> bool:
        """Tell whether the stored settings of the place are wrong, so that no run can be asked here."""
        return any(levels := texts_of(await self.levels(place))) and bool(
            self._problems_in({}, lambda texts: self.settings_for(texts, levels))
        )

    def allowances(self, place: Place, levels: Mapping[Level, PlaceSettings]) -> tuple[Allowance, ...]:
        """Return the budgets that apply here. The budget of a level covers all spending below it."""
        own: dict[Keeper, tuple[Scope | None, Mapping[str, str]]] = {
            level: (Scope.around(place, level), set_here.values) for level, set_here in levels.items()
        }
        own["environment"] = (None, typed(self.settings_for({})))
        return _allowances(own)

    async def save(
        self, place: Place, level: Level, group: Group, version: int, values: Mapping[str, str], by: Person
    ) -> FieldErrors | None:
        """Replace the settings of one group at one level.

        Returns:
            The errors by field, in which case nothing was saved; None without errors.

        Raises:
            SettingsChanged: Another person was faster.
        """
        levels = await self.levels(place)
        if levels[level].version != version:
            raise SettingsChanged
        names = names_in(group)
        inherited = texts_of(above(levels, level))
        # A setting of another version would be refused with each form, and no form shows it.
        others = {
            name: text
            for name, text in levels[level].values.items()
            if name not in names and name in SETTINGS
        }
        chosen = {name: text for name, text in values.items() if name in names}
        words = words_for(by.locale)
        errors = self.problems(chosen, self._form_over(inherited, others, levels[level].values), words)
        if errors:
            return FieldErrors(errors=errors)
        if found := await self._beyond_any_budget(place, levels, level, {**others, **chosen}, names):
            field, error = found
            return FieldErrors(errors=((field, refusal(words, error)),))
        await self.store.save(Scope.around(place, level), {**others, **chosen}, version=version, by=by.id)
        return None

    def _form_over(
        self, inherited: Sequence[Mapping[str, str]], others: Mapping[str, str], stored: Mapping[str, str]
    ) -> Callable[[dict[str, str]], CouncilSettings]:
        """Return the settings that result from a form's values. If the stored settings are wrong already, the values
        count without those of other forms, because two forms with a wrong setting each would keep each other from
        being corrected."""

        def over(own: Mapping[str, str]) -> Callable[[dict[str, str]], CouncilSettings]:
            return lambda texts: self.settings_for({}, [*inherited, {**own, **texts}])

        return over({} if self._problems_in({}, over(stored)) else others)

    async def _beyond_any_budget(
        self,
        place: Place,
        levels: Mapping[Level, PlaceSettings],
        level: Level,
        values: Mapping[str, str],
        names: Sequence[str],
    ) -> tuple[str, UnpricedModels] | None:
        """Find members whose price is unknown although these values set a budget. Return the field to correct and the
        members."""
        fields = [name for name in (*PERIODS, "members") if name in names]
        held: dict[Level, PlaceSettings] = {**above(levels, level), level: PlaceSettings(values=values)}
        if not fields or not self.allowances(place, held):
            return None
        to_blame = next((name for name in fields if name in values), fields[0])
        try:
            settings = self.settings_for({}, texts_of(held))
        except SettingsError:
            return None  # Another form shows the wrong setting; no question is asked until it is corrected.
        models = await self.unpriced(settings)
        return (to_blame, UnpricedModels(models)) if models else None

    async def reset(self, place: Place, level: Level, version: int, by: PersonId) -> None:
        """Delete all settings of one level, so that it inherits everything. Raises SettingsChanged."""
        await self.store.save(Scope.around(place, level), {}, version=version, by=by)

    def problems(
        self, values: Mapping[str, str], held: Callable[[dict[str, str]], CouncilSettings], words: Words
    ) -> tuple[tuple[str, str], ...]:
        """Return one sentence for the errors of each of these settings, by name.

        Args:
            values: Chosen values.
            held: Returns the settings that result from some of them. Raises SettingsError.
            words: Words in the person's language.
        """
        found = self._problems_by_name(values, held)
        return tuple((name, field_sentences(words, problems)) for name, problems in found)

    def _problems_by_name(
        self, values: Mapping[str, str], held: Callable[[dict[str, str]], CouncilSettings]
    ) -> tuple[tuple[str, tuple[Problem, ...]], ...]:
        whole = self._problems_in(dict(values), held)
        if not whole:
            return self._kept_too_long(values, held)
        found: list[tuple[str, tuple[Problem, ...]]] = []
        for name, text in values.items():
            alone = self._problems_in({name: text}, held)
            # A quorum of 1 may be right for a roster of one, so only errors of the whole count.
            if own := tuple(each for each in alone if name not in ROSTER or each in whole):
                found.append((name, own))
        return tuple(found) or ((_to_blame(tuple(values), whole), whole),)

    def _kept_too_long(
        self, values: Mapping[str, str], held: Callable[[dict[str, str]], CouncilSettings]
    ) -> tuple[tuple[str, tuple[Problem, ...]], ...]:
        """Check the retention against the longest one that the operator or the workspace allows."""
        longest, asked = held({}).keep_days, held(dict(values)).keep_days
        if "keep_days" not in values or longest is None or (asked is not None and asked <= longest):
            return ()
        given = values["keep_days"] or "none"
        problem = Problem("kept_too_long", name="keep_days", value=given, most=str(longest))
        return (("keep_days", (problem,)),)

    async def kept_for(self, place: Place) -> timedelta | None:
        """Return the retention of finished runs here: the shortest of all levels; None for no limit."""
        texts = [own.values.get("keep_days", "") for own in (await self.levels(place)).values()]
        settings = [
            self.settings_for({}, ()),
            *(self.settings_for({"keep_days": text}, ()) for text in texts if text),
        ]
        days = [each.keep_days for each in settings if each.keep_days is not None]
        return timedelta(days=min(days)) if days else None

    def sources(self, levels: Mapping[Level, PlaceSettings]) -> dict[str, Source]:
        """Return the level of each setting, except those from the environment."""
        names, texts = _furthest_first(levels), texts_of(levels)
        among = preset_among(texts, {}, self.presets)
        found: dict[str, Source] = {}
        for number, name in enumerate(names):
            found |= dict.fromkeys(texts[number], name)
            if among is not None and among[0] == number + 1:
                found |= dict.fromkeys(among[1].values, "preset")
        return found

    def _problems_in(
        self, values: dict[str, str], held: Callable[[dict[str, str]], CouncilSettings]
    ) -> tuple[Problem, ...]:
        try:
            self.check(held(values))
        except SettingsError as error:
            return error.problems
        return ()


def operator_allowances(settings: CouncilSettings) -> tuple[Allowance, ...]:
    """Return the budgets that apply if no level around a place sets any."""
    return _allowances({"environment": (None, typed(settings))})


def _allowances(own: Mapping[Keeper, tuple[Scope | None, Mapping[str, str]]]) -> tuple[Allowance, ...]:
    return tuple(
        Allowance(keeper=keeper, period=period, dollars=Decimal(texts[name].lstrip("$ ")), scope=scope)
        for keeper, (scope, texts) in own.items()
        for name, period in PERIODS.items()
        if texts.get(name)
    )


def levels_of(place: Place) -> tuple[Level, ...]:
    """Return the levels around a place; a direct message may have no workspace."""
    return LEVELS if place.workspace else ("channel",)


def above(levels: Mapping[Level, PlaceSettings], level: Level) -> dict[Level, PlaceSettings]:
    """Return the levels from which this level inherits."""
    return {each: levels[each] for each in LEVELS[LEVELS.index(level) + 1 :] if each in levels}


def texts_of(levels: Mapping[Level, PlaceSettings]) -> list[Mapping[str, str]]:
    """Return the settings that each of these levels sets, the outermost first."""
    return [levels[level].values for level in _furthest_first(levels)]


def _furthest_first(levels: Mapping[Level, PlaceSettings]) -> list[Level]:
    return [level for level in reversed(LEVELS) if level in levels]


def _to_blame(names: Sequence[str], said: Sequence[Problem]) -> str:
    if "quorum" in names and any(each.kind == "quorum_too_high" for each in said):
        return "quorum"
    return names[0] if names else "members"
