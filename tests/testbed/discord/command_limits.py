"""Checks application commands against Discord's rules (docs: interactions/application-commands)."""

from __future__ import annotations

import re

from tests.testbed.discord.errors import FormErrors, RefusedError
from tests.testbed.discord.wire import Json, many

MAX_SLASH_COMMANDS = 100
MAX_CHARACTERS = 8000
SUBCOMMAND, GROUP = 1, 2
SLASH_NAME = re.compile(r"[-_'\w]{1,32}")


def check_commands(commands: list[Json]) -> None:
    """Raise `RefusedError` for a bulk overwrite that Discord would refuse."""
    if sum(1 for command in commands if command.get("type", 1) == 1) > MAX_SLASH_COMMANDS:
        raise RefusedError(30032)
    form = FormErrors()
    seen: set[tuple[int, str]] = set()
    for index, command in enumerate(commands):
        kind, name = command.get("type", 1), command.get("name") or ""
        if (kind, name) in seen:
            form.add(
                f"{index}.name",
                "APPLICATION_COMMANDS_DUPLICATE_NAME",
                "Application command names must be unique",
            )
        seen.add((kind, name))
        if kind == 1:
            _check_named(form, str(index), command)
            _check_options(form, str(index), many(command, "options"))
            if _characters(command) > MAX_CHARACTERS:
                message = f"Command exceeds maximum size ({MAX_CHARACTERS})"
                form.add(str(index), "APPLICATION_COMMAND_TOO_LARGE", message)
        else:
            form.length(f"{index}.name", name, 1, 32, required=True)
            if command.get("description"):
                message = "Context menu commands cannot have description"
                form.add(f"{index}.description", "APPLICATION_COMMAND_INVALID_FIELD", message)
    form.refuse_if_any()


def _check_named(form: FormErrors, path: str, item: Json) -> None:
    name = item.get("name") or ""
    form.length(f"{path}.description", item.get("description"), 1, 100, required=True)
    translations: Json = item.get("description_localizations") or {}
    for locale, text in translations.items():
        form.length(f"{path}.description_localizations.{locale}", text, 1, 100)
    if not SLASH_NAME.fullmatch(name) or name != name.lower():
        form.add(f"{path}.name", "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _check_options(form: FormErrors, path: str, options: list[Json]) -> None:
    form.length(f"{path}.options", options, 0, 25)
    names = [option.get("name") for option in options]
    if len(set(names)) != len(names):
        form.add(
            f"{path}.options", "APPLICATION_COMMAND_OPTIONS_NAME_NOT_UNIQUE", "Option names must be unique"
        )
    needed = [bool(option.get("required")) for option in options if option["type"] not in (SUBCOMMAND, GROUP)]
    if needed != sorted(needed, reverse=True):
        message = "Required options must be placed before non-required options"
        form.add(f"{path}.options", "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
    for index, option in enumerate(options):
        where = f"{path}.options.{index}"
        _check_named(form, where, option)
        if option["type"] in (SUBCOMMAND, GROUP):
            _check_options(form, where, many(option, "options"))
            continue
        form.length(f"{where}.choices", option.get("choices"), 0, 25)
        for number, choice in enumerate(many(option, "choices")):
            form.length(f"{where}.choices.{number}.name", choice.get("name"), 1, 100, required=True)
        if option.get("choices") and option.get("autocomplete"):
            message = "Autocomplete and choices cannot both be used"
            form.add(where, "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID", message)


def _characters(item: Json) -> int:
    own = len(item.get("name") or "") + len(item.get("description") or "")
    for choice in many(item, "choices"):
        own += len(choice.get("name") or "") + len(str(choice.get("value")))
    return own + sum(_characters(option) for option in many(item, "options"))
