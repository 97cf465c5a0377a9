"""`council secrets new` and `council secrets rotate`: manage the keys that seal tokens in the database."""

import argparse
import asyncio

from bot.app.platforms import PLATFORMS
from bot.cli.errors import exit_code_of, print_error
from bot.cli.here import settings_here
from bot.cli.language import words_for_errors, words_here
from council_core.errors import Problem, SettingsError
from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from council_core.storage.secrets import VARIABLE, Secrets, new_key, rotate


def run(parsed: argparse.Namespace) -> int:
    """Make a key, or seal every token again with the newest one."""
    return _new() if parsed.task == "new" else exit_code_of(lambda: asyncio.run(_rotate()))


def _new() -> int:
    print(new_key())
    print_error(words_for_errors().terminal.new_key(variable=VARIABLE))
    return 0


async def _rotate() -> int:
    settings = settings_here()
    said = words_here(settings).terminal
    if not settings.secret_keys:
        raise SettingsError([Problem("no_secret_keys", name=VARIABLE)])
    secrets = Secrets(settings.secret_keys)
    database = Database(settings.database_url)
    try:
        await migrate(database)
        sealed = {table: columns for entry in PLATFORMS.values() for table, columns in entry.sealed.items()}
        renewed = await rotate(database, secrets, sealed)
    finally:
        await database.aclose()
    print(said.sealed_anew(count=renewed, key=secrets.fingerprints[0]))
    return 0
