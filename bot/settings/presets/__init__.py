"""Presets as files: each `name.toml`, here or in the operator's folder, is a bundle of council settings.

A file has a `summary` and settings by the names that the environment and the forms use; a new file is a new preset. The
code that reads settings checks their values (`bot.settings`).

Settings take effect in this order: options of one run, preset, channel, workspace, environment. The nearest named
preset counts: that of the run, else of the channel, else of the workspace, else of the environment. It overrides the
level that names it, and the options of the run override it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from council_core.errors import Problem
from council_core.toml_files import Table, TomlFiles

SUMMARY = "summary"
LONGEST_SUMMARY = 60
"""Most characters of a summary that a menu shows whole beside a usual name (Slack allows 75 for both, Discord 100)."""

LISTS: Mapping[str, str] = {"members": ", ", "criteria": "\n"}
"""Settings that may be written as a list, and the text that joins their parts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A named bundle of settings."""

    name: str
    summary: str
    """One line for people who choose."""

    values: Mapping[str, str]
    """Texts by the settings' names; an empty text asks for the built-in default."""

    file: str
    """Its file, for messages about mistakes in it."""


Presets = Mapping[str, Preset]
"""Presets by name, in alphabetical order."""


def _preset(name: str, table: Table, file: str) -> Preset:
    summary = " ".join(table.text(SUMMARY).split())
    if not 1 <= len(summary) <= LONGEST_SUMMARY and SUMMARY in table.values:
        count, most = str(len(summary)), str(LONGEST_SUMMARY)
        table.problems.append(Problem("text_length", name=SUMMARY, count=count, most=most))
    values = {key: _text(key, table) for key in table.values if key != SUMMARY}
    return Preset(name=name, summary=summary, values=values, file=file)


def _text(key: str, table: Table) -> str:
    match table.values[key]:
        case bool() as value:
            return "yes" if value else "no"
        case list() if key in LISTS:
            return LISTS[key].join(table.texts(key))
        case _:
            return table.text(key)


load = TomlFiles(noun="preset", package="bot.settings.presets", variable="COUNCIL_PRESETS", read=_preset).load


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


def merged(levels: Sequence[Texts], options: Texts, presets: Presets) -> dict[str, str]:
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
