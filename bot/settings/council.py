"""Read the settings of a council from texts, under the same names in the environment, a place, a request or preset."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from bot.settings.bounds import one_of
from bot.settings.catalogue import ROWS, SETTINGS, names_where
from bot.settings.names import unknown_name
from bot.settings.presets import Preset, Presets
from bot.settings.roster import read_roster
from council_core.domain.member import Member, Roster
from council_core.domain.settings import CouncilSettings
from council_core.errors import Problem, SettingsError
from council_core.roles import Roles

DEFAULT_QUORUM = 2


def council_settings(
    values: Mapping[str, str], problems: list[Problem], *, label: Callable[[str], str], roles: Roles
) -> CouncilSettings | None:
    """Return the council's settings in these texts; None if some are wrong, and then add to `problems`.

    Args:
        values: Texts by the settings' names.
        problems: Takes each error.
        label: Returns a setting's name for people.
        roles: Roles that members may have.
    """
    before = len(problems)
    problems += [unknown_name(name, tuple(SETTINGS)) for name in sorted(values.keys() - SETTINGS.keys())]
    roster: Roster | None = None
    try:
        roster = read_roster(values.get("members", ""), values.get("chairman", ""), roles)
    except SettingsError as error:
        problems += error.problems
    given: dict[str, Any] = {}
    for row in ROWS:
        if row.name in values and not row.is_seats:
            given[row.target] = row.kind.read(label(row.name), values[row.name], problems)
    if roster is None:
        return None
    given.setdefault("quorum", min(DEFAULT_QUORUM, len(roster.answering)))
    if given["quorum"] is not None and given["quorum"] > len(roster.answering):
        problems.append(_quorum_too_high(given["quorum"], len(roster.answering)))
    return CouncilSettings(roster=roster, **given) if len(problems) == before else None


def _quorum_too_high(quorum: int, answering: int) -> Problem:
    return Problem("quorum_too_high", value=str(quorum), count=str(answering))


KNOWN = names_where("preset")
"""Settings that a preset may have; it cannot choose another preset or a budget."""


def preset_problems(presets: Presets, roles: Roles) -> Iterator[Problem]:
    """Yield each wrong setting."""
    for preset in presets.values():
        yield from (each.in_file("preset", preset.file) for each in _problems(preset.values, roles))


def _problems(values: Mapping[str, str], roles: Roles) -> list[Problem]:
    said = [unknown_name(name, KNOWN) for name in values if name not in KNOWN]
    given = {name: text for name, text in values.items() if text and name in KNOWN}
    if "members" in given:
        council_settings(given, said, label=lambda name: name, roles=roles)
    else:
        for name, text in given.items():
            if not SETTINGS[name].is_seats:
                SETTINGS[name].kind.read(name, text, said)
    return said


def seats_of(preset: Preset) -> tuple[Member, ...]:
    """Return the members and the chairman that a preset names; empty if it names neither.

    Raises:
        SettingsError: A list of members is wrong; it lists all problems.
    """
    members, chairman = preset.values.get("members", ""), preset.values.get("chairman", "")
    if members:
        return tuple(read_roster(members, chairman).everyone())
    try:
        return tuple(read_roster(chairman, "").everyone())
    except SettingsError:
        # Without members of its own, the preset may name a member of the place as chairman.
        return ()


def name_problems(values: Mapping[str, str], presets: Presets, name: str) -> Iterator[Problem]:
    """Yield the problem with a preset's name, if there is one.

    Args:
        values: The texts in force.
        presets: All presets.
        name: The setting's name for people.
    """
    chosen = values.get("preset", "")
    if chosen and chosen not in presets:
        yield one_of(name, chosen, presets)
