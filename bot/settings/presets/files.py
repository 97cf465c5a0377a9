"""TOML files -> presets, or what is wrong with which file."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import cast

SUMMARY = "summary"
LONGEST_SUMMARY = 60
"""Characters: what stays whole in a menu beside a name of some length (Slack takes 75 for both, Discord 100)."""

MOST = 23
"""A menu of Discord has 25 lines (docs: components/reference, string select); two of them are not presets."""

NAME = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,28}[a-z0-9])?")

LISTS: Mapping[str, str] = {"members": ", ", "criteria": "\n"}
"""Settings that may be written as a list, and what is between their parts in a text."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Preset:
    """A named bundle of settings."""

    name: str
    summary: str
    """One line for those who choose."""

    values: Mapping[str, str]
    """Texts by the settings' names; an empty text asks for the built-in default."""

    file: str
    """Its source, for messages about mistakes in it."""


Presets = Mapping[str, Preset]
"""Presets by name, in the order of the alphabet."""


def load(folder: Path | None, problems: list[str]) -> Presets:
    """The presets that come with the council, and those of a folder, which may take the place of ours.

    Args:
        folder: Where the house keeps its own; None for nowhere.
        problems: Takes one sentence for each thing that is wrong with a file.
    """
    found = {preset.name: preset for preset in _all(files("bot.settings.presets"), "", problems)}
    if folder is not None and not folder.is_dir():
        problems.append(
            f"COUNCIL_PRESETS is '{folder}', and there is no such folder. Create it, or leave COUNCIL_PRESETS out."
        )
    elif folder is not None:
        found |= {preset.name: preset for preset in _all(folder, f"{folder}/", problems)}
    if len(found) > MOST:
        problems.append(
            f"There are {len(found)} presets, and menus have room for {MOST}. Take files out of COUNCIL_PRESETS."
        )
    return {name: found[name] for name in sorted(found)}


def _all(folder: Traversable, where: str, problems: list[str]) -> Iterator[Preset]:
    entries = [entry for entry in folder.iterdir() if entry.name.endswith(".toml")]
    for entry in sorted(entries, key=lambda each: each.name):
        preset = _read(entry, f"{where}{entry.name}", problems)
        if preset is not None:
            yield preset


def _read(entry: Traversable, file: str, problems: list[str]) -> Preset | None:
    name = entry.name.removesuffix(".toml")
    if not NAME.fullmatch(name):
        problems.append(
            f"Preset file {file}: '{name}' cannot be a preset's name. Name the file with up to 30 small letters, "
            "digits and hyphens, such as release-notes.toml."
        )
        return None
    try:
        table = tomllib.loads(entry.read_bytes().decode())
    except OSError as error:
        problems.append(f"Preset file {file} cannot be opened: {error.strerror}. Check who may read it.")
        return None
    except UnicodeDecodeError:
        problems.append(f"Preset file {file} is not UTF-8. Save it in that encoding.")
        return None
    except tomllib.TOMLDecodeError as error:
        problems.append(f"Preset file {file} is no TOML: {error}. Mend that line.")
        return None
    before = len(problems)
    summary = _summary(table.pop(SUMMARY, ""), file, problems)
    values = {key: _text(key, value, file, problems) for key, value in table.items()}
    if len(problems) > before:
        return None
    return Preset(name=name, summary=summary, values=values, file=file)


def _summary(value: object, file: str, problems: list[str]) -> str:
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not text:
        problems.append(
            f'Preset file {file} has no summary. Add a line such as: summary = "For whom and for what"'
        )
    elif len(text) > LONGEST_SUMMARY:
        problems.append(
            f"Preset file {file}: its summary has {len(text)} characters. Shorten it to {LONGEST_SUMMARY}."
        )
    return text


def _text(key: str, value: object, file: str, problems: list[str]) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case str() | int() | float():
            return str(value).strip()
        case list() if key in LISTS and all(isinstance(each, str) for each in cast("list[object]", value)):
            return LISTS[key].join(cast("list[str]", value))
        case _:
            problems.append(
                f"Preset file {file}: {key} is {value!r}; expected a text, a number, or true or false. "
                "Settings stand on lines of their own, as key = value."
            )
            return ""
