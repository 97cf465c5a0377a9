"""`council play`: serve the playground on this machine, until it is stopped."""

import argparse
import os
from pathlib import Path

from bot.app import event_loop
from bot.app.load_settings import load_settings
from bot.app.platforms import playground
from bot.cli.errors import exit_code_of
from bot.cli.serve import opened, until_stopped
from council_core.errors import Problem, SettingsError

HIGHEST_PORT = 65_535


def run(parsed: argparse.Namespace) -> int:
    """Serve until SIGTERM or SIGINT."""
    return exit_code_of(lambda: event_loop.run(_play(parsed)))


async def _play(parsed: argparse.Namespace) -> int:
    port: int = parsed.port
    if not 0 <= port <= HIGHEST_PORT:
        facts = {"name": "--port", "value": str(port), "lowest": "0", "highest": str(HIGHEST_PORT)}
        raise SettingsError([Problem("number_range", **facts)])
    settings = load_settings(os.environ, folder=Path.cwd())
    # The page shows everything that a person needs; a log line for each step would hide its address.
    level = "DEBUG" if settings.log_level == "DEBUG" else "WARNING"
    page = playground(opened, demo=settings.council.roster.is_demo, port=port)
    return await until_stopped(settings, lambda _: {"playground": page}, role="all", log_level=level)
