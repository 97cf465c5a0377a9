"""Merge the settings of each level, with presets expanded, into the ones in force.

options of one run -> preset -> channel -> workspace -> environment

The nearest named preset counts: that of the run, else of the channel, else of the workspace, else of the environment.
It overrides the level that names it, and the options of the run override it.
"""

from collections.abc import Mapping, Sequence

from bot.settings.presets.files import Preset, Presets

Texts = Mapping[str, str]

PRESET = "preset"
INSTRUCTIONS = "instructions"

RESETS: Mapping[str, tuple[str, ...]] = {"members": ("chairman", "quorum"), "rubric": ("criteria",)}
"""Settings that become meaningless if a preset sets the key: a chairman and a quorum were meant for other members, and
own criteria would replace the rubric."""


def preset_among(levels: Sequence[Texts], options: Texts, presets: Presets) -> tuple[int, Preset] | None:
    """Return the preset that counts, and the number of these levels that it overrides; None if none is named, or an
    unknown one."""
    if PRESET in options:
        found = presets.get(options[PRESET])
        return (len(levels), found) if found else None
    for number in range(len(levels), 0, -1):
        if PRESET in levels[number - 1]:
            found = presets.get(levels[number - 1][PRESET])
            return (number, found) if found else None
    return None


def laid(levels: Sequence[Texts], options: Texts, presets: Presets) -> dict[str, str]:
    """Return the texts in force.

    Args:
        levels: Each level's own settings, the furthest first; at least one.
        options: Options of one run.
        presets: All presets.

    Returns:
        Texts by the settings' names, including `preset` if one is named, known or not.
    """
    among = preset_among(levels, options, presets)
    texts: dict[str, str] = {}
    for number, level in enumerate(levels, start=1):
        texts |= level
        if among is not None and among[0] == number:
            texts |= _values(among[1], beneath=texts)
    return texts | dict(options)


def _values(preset: Preset, *, beneath: Texts) -> dict[str, str]:
    values = dict(preset.values)
    for name, others in RESETS.items():
        if name in values:
            values = dict.fromkeys(others, "") | values
    house, own = beneath.get(INSTRUCTIONS, ""), values.get(INSTRUCTIONS, "")
    if house and own:
        # House instructions apply under a preset too.
        values[INSTRUCTIONS] = f"{house}\n\n{own}"
    return values
