"""Check the settings in presets, and name problems by file."""

from collections.abc import Iterator, Mapping

from bot.settings.bounds import one_of
from bot.settings.catalogue import SETTINGS, names_where
from bot.settings.council import council_settings
from bot.settings.presets import Preset, Presets
from bot.settings.roster import read_roster
from council_core.domain.member import Member
from council_core.errors import Problem, SettingsError
from council_core.roles import Roles

KNOWN = names_where("preset")
"""A preset cannot choose another one or how much may be spent."""


def preset_problems(presets: Presets, roles: Roles) -> Iterator[str]:
    """One sentence for each wrong setting."""
    for preset in presets.values():
        yield from (f"Preset file {preset.file}: {each}" for each in _problems(preset.values, roles))


def _problems(values: Mapping[str, str], roles: Roles) -> list[str]:
    said = [
        f"there is no setting '{name}'. Known: {', '.join(KNOWN)}." for name in values if name not in KNOWN
    ]
    given = {name: text for name, text in values.items() if text and name in KNOWN}
    if "members" in given:
        council_settings(given, said, label=lambda name: name, roles=roles)
    else:
        for name, text in given.items():
            if not SETTINGS[name].is_seats:
                SETTINGS[name].kind.read(name, text, said)
    return said


def seats_of(preset: Preset) -> tuple[Member, ...]:
    """Return the members and the chairman that a preset names; empty where both are left to the place.

    Raises:
        SettingsError: Something is wrong with a list of members; all problems at once.
    """
    members, chairman = preset.values.get("members", ""), preset.values.get("chairman", "")
    if members:
        return tuple(read_roster(members, chairman).everyone())
    try:
        return tuple(read_roster(chairman, "").everyone())
    except SettingsError:
        # Without members, the chairman may be the name of a member of the place.
        return ()


def name_problems(values: Mapping[str, str], presets: Presets, name: str) -> Iterator[Problem]:
    """Return the problem with a preset's name, if any.

    Args:
        values: The texts that hold.
        presets: Those that there are.
        name: What the setting is called towards people.
    """
    chosen = values.get("preset", "")
    if chosen and chosen not in presets:
        yield one_of(name, chosen, presets)
