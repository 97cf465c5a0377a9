"""Settings of the folder in which a command is typed, and the database of its runs."""

import os
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial
from pathlib import Path

from platformdirs import user_data_path

from bot.app.load_settings import load_settings
from bot.cli.errors import print_error
from bot.presentation.replies import error_sentence
from bot.presentation.words import ENGLISH
from bot.presentation.words.terminal import TerminalWords
from bot.settings.environment import DEFAULT_DATABASE, Settings
from bot.watching.logs import secrets_among, set_up_logs

FILE = DEFAULT_DATABASE.removeprefix("sqlite:///")


def settings_here() -> Settings:
    """Read the settings from the environment and from `.env` in the working folder, and print the log's warnings on
    standard error from then on.

    Runs are stored in DATABASE_URL's database, else in the working folder's database if there is one, else in the
    user's data folder, so that every folder finds the same runs.

    Raises:
        SettingsError: At least one setting is wrong; it lists all problems.
    """
    settings = load_settings(os.environ, folder=Path.cwd())
    # A command shows its result; the log is for finding faults.
    level = "DEBUG" if settings.log_level == "DEBUG" else "WARNING"
    secrets = secrets_among(settings.environment)
    set_up_logs(level, settings.log_format or "text", secrets=secrets, say=partial(error_sentence, ENGLISH))
    if "DATABASE_URL" in settings.environment or Path(FILE).exists():
        return settings
    kept = _kept()
    try:
        kept.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return settings  # The folder cannot be written, as in some containers.
    return replace(settings, database_url=f"sqlite:///{kept / FILE}")


def new_file(settings: Settings) -> Path | None:
    """Return the file in the user's data folder that the first run will create; None if it exists, or if runs are
    stored elsewhere."""
    file = _kept() / FILE
    return file if settings.database_url == f"sqlite:///{file}" and not file.exists() else None


async def all_filled(fill_a_piece: Callable[[], Awaitable[bool]], said: TerminalWords) -> None:
    """Prepare the runs of an earlier version for boards or search, and say so if there are many. `council serve` does
    this in the background, but it may not have run since an update."""
    pieces = 0
    while await fill_a_piece():
        pieces += 1
        if pieces == 2:
            print_error(said.adds_earlier_runs)


def _kept() -> Path:
    return user_data_path("council", appauthor=False)
