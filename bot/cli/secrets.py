"""`council secrets new` and `council secrets rotate`: manage the keys that seal tokens in the database."""

import argparse
import asyncio
import sys

from bot.cli.errors import exit_code_of
from bot.cli.here import settings_here
from council_core.errors import SettingsError
from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from council_core.storage.secrets import VARIABLE, Secrets, new_key, rotate


def run(parsed: argparse.Namespace) -> int:
    """Make a key, or seal every token again with the newest one."""
    return _new() if parsed.what == "new" else exit_code_of(lambda: asyncio.run(_rotate()))


def _new() -> int:
    print(new_key())
    print(
        f"Put it at the front of {VARIABLE}, earlier keys behind it, separated by commas; restart Council, then run "
        "`council secrets rotate`. Keep a copy apart from the database: without it the tokens cannot be read, also "
        "not from a backup.",
        file=sys.stderr,
    )
    return 0


async def _rotate() -> int:
    settings = settings_here()
    if not settings.secret_keys:
        raise SettingsError([f"{VARIABLE} is not set. `council secrets new` makes a key."])
    secrets = Secrets(settings.secret_keys)
    database = Database(settings.database_url)
    try:
        await migrate(database)
        renewed = await rotate(database, secrets)
    finally:
        await database.aclose()
    tokens = "1 token was" if renewed == 1 else f"{renewed} tokens were"
    print(f"{tokens} sealed anew with key {secrets.fingerprints[0]}. Earlier keys are needed no more.")
    return 0
