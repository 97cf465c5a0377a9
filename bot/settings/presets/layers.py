"""Merge the settings of each level, with presets expanded, into the ones in force.

options of one run -> preset -> channel -> workspace -> environment

The preset that counts is the one that is named nearest: for the run, else by the channel, else by the workspace, else
by the environment. It lies right above the level that names it, and beneath the options of the run.
"""

from collections.abc import Mapping, Sequence

from bot.settings.presets.files import Preset, Presets

Texts = Mapping[str, str]

PRESET = "preset"
INSTRUCTIONS = "instructions"

RESETS: Mapping[str, tuple[str, ...]] = {"members": ("chairman", "quorum"), "rubric": ("criteria",)}
"""Settings that a preset makes meaningless by naming the other: a chairman and a quorum were meant for other members,
and criteria of one's own would be in the rubric's place."""


def preset_among(levels: Sequence[Texts], options: Texts, presets: Presets) -> tuple[int, Preset] | None:
    """The preset that counts, and above how many of these levels it lies; None where none is named, or an unknown
    one."""
    if PRESET in options:
        found = presets.get(options[PRESET])
        return (len(levels), found) if found else None
    for number in range(len(levels), 0, -1):
        if PRESET in levels[number - 1]:
            found = presets.get(levels[number - 1][PRESET])
            return (number, found) if found else None
    return None


def laid(levels: Sequence[Texts], options: Texts, presets: Presets) -> dict[str, str]:
    """The texts that hold.

    Args:
        levels: What each level sets by itself, the furthest first; at least one.
        options: What was chosen for one run.
        presets: Those that there are.

    Returns:
        Texts by the settings' names, `preset` among them where one is named, known or not.
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
        # What the house always wants said holds under a preset as well.
        values[INSTRUCTIONS] = f"{house}\n\n{own}"
    return values
