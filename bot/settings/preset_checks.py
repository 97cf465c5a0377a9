"""Check the settings in presets, and report problems by file."""

from collections.abc import Iterator, Mapping

from bot.settings.bounds import one_of
from bot.settings.catalogue import SETTINGS, names_where
from bot.settings.council import council_settings
from bot.settings.names import unknown_name
from bot.settings.presets import Preset, Presets
from bot.settings.roster import read_roster
from council_core.domain.member import Member
from council_core.errors import Problem, SettingsError
from council_core.roles import Roles

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
