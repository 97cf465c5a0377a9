"""Reads and checks all settings from the environment and `.env`, and reports every problem at once.

The checks include whether every member has a provider and a key.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from bot.app.platforms import PLATFORMS, Entry
from bot.settings.bounds import one_of
from bot.settings.catalogue import ROWS, SETTINGS
from bot.settings.council import seats_of
from bot.settings.env_file import variables_in
from bot.settings.environment import DEFAULT_DATABASE, Settings, read_settings
from bot.settings.names import OUR_OWN, unknown_variables
from bot.settings.roster import read_roster
from council_core.council import unreachable, unreachable_problem
from council_core.domain.connector import ALL, NONE
from council_core.domain.member import Member, Roster
from council_core.domain.settings import CouncilSettings
from council_core.errors import Problem, SettingsError, UnpricedModels
from council_core.providers import DEMO_ROSTER, PROVIDERS
from council_core.providers.complete import Models
from council_core.providers.prices import Prices
from council_core.providers.settings import ProviderSettings
from council_core.storage.secrets import Secrets
from council_core.storage.url import read_url
from council_core.toml_files import nearest
from council_core.tools import TOOLS
from council_core.tools.connectors import EVERYWHERE, Connector
from council_core.tools.mcp import McpServer, read_servers
from council_core.tools.toolbox import OF_A_SERVER

KEYS = tuple(key for each in PROVIDERS.values() if each.needs_key for key in each.key_variables)
"""Environment variables of the keys that providers need."""

PLACES = {name: entry.places for name, entry in PLATFORMS.items()} | dict.fromkeys(
    ("terminal", "playground"), Entry.places
)
"""Form of what follows the name of each platform from which questions come."""

SEPARATORS = re.compile(r"[/:\s]+")


def load_settings(environment: Mapping[str, str], *, folder: Path) -> Settings:
    """Read the settings from the environment; missing variables are taken from `.env` in this folder.

    Raises:
        SettingsError: At least one setting is wrong; it lists all problems.
    """
    problems, notices = list[Problem](), list[Problem]()
    merged = {**variables_in(folder / ".env", problems, notices), **environment}
    settings: Settings | None = None
    try:
        settings = read_settings(merged, demo_roster=DEMO_ROSTER, keys=KEYS, folder=folder)
    except SettingsError as error:
        problems += error.problems
    try:
        Secrets(settings.secret_keys if settings is not None else ())
    except SettingsError as error:
        problems += error.problems
    try:
        read_url(merged.get("DATABASE_URL", "").strip() or DEFAULT_DATABASE)
    except SettingsError as error:
        problems += error.problems
    servers = read_servers(merged, problems)
    given = {name: value.strip() for name, value in merged.items() if value.strip()}
    for entry in PLATFORMS.values():
        entry.read(given, problems, notices)
    try:
        providers = ProviderSettings.from_mapping(merged)
    except SettingsError as error:
        problems += error.problems
    else:
        roster = settings.council.roster if settings is not None else _roster_alone(merged)
        problems += _unreachable(roster.everyone(), providers) if roster is not None else []
        problems += _unreachable_in_presets(settings, providers) if settings is not None else []
        problems += _unpriced(settings, providers) if settings is not None else []
    if settings is not None and settings.connectors:
        problems += _misplaced(settings.connectors, folder / merged["COUNCIL_CONNECTORS"].strip())
    unknown = unknown_variables(given, known_variables())
    if settings is None or problems:
        raise SettingsError([*problems, *unknown])
    # No error: a run goes on without such a tool, and its card names it.
    notices += _strangers(settings, settings.values, servers, lambda name: SETTINGS[name].variable)
    return replace(settings, notices=(*settings.notices, *notices), unknown=unknown)


def _strangers(
    settings: Settings, values: Mapping[str, str], servers: Iterable[McpServer], label: Callable[[str], str]
) -> Iterator[Problem]:
    """Yield each tool, and each service, that these values name and that does not exist.

    Args:
        settings: Settings with all services.
        values: Texts by the name of a setting.
        servers: MCP servers, whose names stand for all of their tools.
        label: Returns what problems call a setting.
    """
    known = {
        "tools": (*TOOLS, *(server.name for server in servers)),
        "services": tuple(connector.name for connector in settings.connectors),
    }
    for setting, names in known.items():
        for name in filter(None, map(str.strip, values.get(setting, "").lower().split(","))):
            if name.partition(OF_A_SERVER)[0] not in (*names, ALL, NONE):
                yield one_of(label(setting), name, (*names, ALL, NONE))


def _misplaced(connectors: Iterable[Connector], folder: Path) -> Iterator[Problem]:
    """Yield each place of a connector that no question can come from; `folder` holds the connectors' files."""
    for connector in connectors:
        for value in connector.where:
            if not _is_place(value):
                near = _place_meant(value)
                kind = "connector_place_near" if near else "connector_place"
                problem = Problem(kind, name="where", value=value, near=near, known=", ".join(PLACES))
                yield problem.in_file("connector", str(folder / f"{connector.name}.toml"))


def _is_place(text: str) -> bool:
    name, slash, _ = text.partition("/")
    return text == EVERYWHERE or (
        name in PLACES and (not slash or PLACES[name].fullmatch(text, len(name)) is not None)
    )


def _place_meant(text: str) -> str:
    """Return the place that was probably meant; empty if none is near."""
    if text.strip().lower() in ("all", "any", "everywhere"):
        return EVERYWHERE
    name, *rest = SEPARATORS.split(text.strip().strip("/"))
    platform = nearest(name.lower(), PLACES) or name
    spelled = ["/".join((platform, *rest)), "/".join((platform, *map(str.upper, rest)))]
    if any(map(str.isdigit, name)):
        spelled += ["/".join((each, name.upper(), *map(str.upper, rest))) for each in ("slack", "discord")]
    return next((each for each in spelled if _is_place(each)), "")


def known_variables() -> tuple[str, ...]:
    """Return every variable beginning with `COUNCIL_` that is read somewhere."""
    of_platforms = (name for entry in PLATFORMS.values() for name in entry.variables)
    return (*(row.variable for row in ROWS if "environment" in row.where), *OUR_OWN, *of_platforms)


def settings_for_run(settings: Settings, options: Mapping[str, str]) -> CouncilSettings:
    """Apply the options of one run to the settings and check the result before anything is opened.

    Raises:
        SettingsError: An option is wrong, or a member cannot be asked; it lists all problems.
    """
    council = settings.for_run(options)
    problems = _unreachable(council.roster.everyone(), ProviderSettings.from_mapping(settings.environment))
    problems += _strangers(settings, options, read_servers(settings.environment, []), lambda name: name)
    if problems:
        raise SettingsError(problems)
    return council


def _unpriced(settings: Settings, providers: ProviderSettings) -> list[Problem]:
    """Return the problem of each of the operator's members, presets included, that has no price although a budget is
    set."""
    council, prices = settings.council, Prices(providers)
    if (council.run_budget, council.day_budget, council.month_budget) == (None, None, None):
        return []
    named = [("", tuple(council.roster.everyone()))]
    named += [(preset.file, seats_of(preset)) for preset in settings.presets.values()]
    found: list[Problem] = []
    for file, seats in named:
        if models := prices.unpriced(seats):
            error = UnpricedModels(models)
            problem = Problem("unpriced", value=", ".join(models), variables=", ".join(error.variables))
            found.append(problem.in_file("preset", file) if file else problem)
    return found


def _roster_alone(variables: Mapping[str, str]) -> Roster | None:
    """Read only the members, for use when other settings are wrong. Return None if the members are wrong."""
    members = variables.get("COUNCIL_MEMBERS", "").strip() or ", ".join(DEMO_ROSTER)
    try:
        return read_roster(members, variables.get("COUNCIL_CHAIRMAN", ""))
    except SettingsError:
        return None


def _unreachable(seats: Iterable[Member], providers: ProviderSettings) -> list[Problem]:
    return [unreachable_problem(member, error) for member, error in unreachable(seats, Models(providers))]


def _unreachable_in_presets(settings: Settings, providers: ProviderSettings) -> Iterator[Problem]:
    for preset in settings.presets.values():
        yield from (each.in_file("preset", preset.file) for each in _unreachable(seats_of(preset), providers))
