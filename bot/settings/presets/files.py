"""Read presets from TOML files, or name the errors by file."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import cast

from council_core.toml_files import TomlFiles

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


def _preset(name: str, table: dict[str, object], file: str) -> Preset:
    summary, wrong = _summary(table.pop(SUMMARY, "")), list[str]()
    values = {key: _text(key, value, wrong) for key, value in table.items()}
    if wrong:
        raise ValueError(*wrong)
    return Preset(name=name, summary=summary, values=values, file=file)


def _summary(value: object) -> str:
    text = " ".join(value.split()) if isinstance(value, str) else ""
    if not text:
        raise KeyError(SUMMARY)
    if len(text) > LONGEST_SUMMARY:
        raise ValueError(f"its summary has {len(text)} characters. Shorten it to {LONGEST_SUMMARY}.")
    return text


def _text(key: str, value: object, wrong: list[str]) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case str() | int() | float():
            return str(value).strip()
        case list() if key in LISTS and all(isinstance(each, str) for each in cast("list[object]", value)):
            return LISTS[key].join(cast("list[str]", value))
        case _:
            wrong.append(
                f"{key} is {value!r}; expected a text, a number, or true or false. "
                "Settings stand on lines of their own, as key = value."
            )
            return ""


load = TomlFiles(noun="preset", package="bot.settings.presets", variable="COUNCIL_PRESETS", read=_preset).load
