"""The language of the command line: `COUNCIL_LANGUAGE`, as in chat, else that of the terminal's locale."""

import os
from pathlib import Path
from typing import TYPE_CHECKING

from bot.presentation.words import Words, words_for
from bot.settings.env_file import variables_in
from bot.settings.languages import CODES

if TYPE_CHECKING:
    from bot.settings.environment import Settings


def words_here(settings: "Settings") -> Words:
    """Return the words in the language of the settings."""
    return words_for(settings.council.language or _locale())


def words_for_errors() -> Words:
    """Return the same words where no settings were read, or where they are wrong."""
    file = variables_in(Path.cwd() / ".env", [], [])
    wanted = (os.environ.get("COUNCIL_LANGUAGE") or file.get("COUNCIL_LANGUAGE") or "").strip().lower()
    return words_for(CODES.get(wanted, "") or _locale())


def _locale() -> str:
    """Return the locale of messages (POSIX, "Environment Variables"), such as `de_DE`; empty for none."""
    names = ("LC_ALL", "LC_MESSAGES", "LANG")
    return next((os.environ[name] for name in names if os.environ.get(name)), "").partition(".")[0]


def is_yes(typed: str) -> bool:
    """Tell whether a typed line says yes, in any of the languages."""
    return typed.strip().casefold() in {"y", "yes", "j", "ja", "네", "예"}
