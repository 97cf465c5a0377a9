"""`council backup FILE`: makes a consistent copy of the database, even while `council serve` is running."""

import argparse
from pathlib import Path

from bot.cli.errors import CommandRefused, cause_of, exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from council_core.storage.backup import backup


def run(parsed: argparse.Namespace) -> int:
    """Make the copy and print how to use it."""
    return exit_code_of(lambda: _backup(parsed))


def _backup(parsed: argparse.Namespace) -> int:
    settings = settings_here()
    target, said = Path(parsed.file), words_here(settings).terminal
    try:
        size = backup(settings.database_url, target)
    except OSError as error:
        raise CommandRefused(said.cannot_write(file=str(target), why=cause_of(error))) from error
    print(said.copied(file=str(target), size=size))
    return 0
