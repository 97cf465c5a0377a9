"""`council play`: serve the playground on this machine, until it is stopped."""

import argparse
import os
from pathlib import Path

from bot.app import event_loop
from bot.app.load_settings import load_settings
from bot.app.platforms import playground
from bot.cli.errors import exit_code_of
from bot.cli.serve import opened, until_stopped


def run(parsed: argparse.Namespace) -> int:
    """Serve until SIGTERM or SIGINT."""
    return exit_code_of(lambda: event_loop.run(_play(parsed)))


async def _play(parsed: argparse.Namespace) -> int:
    settings = load_settings(os.environ, folder=Path.cwd())
    # The page shows everything that a person needs; a log line for each step would hide its address.
    level = "DEBUG" if settings.log_level == "DEBUG" else "WARNING"
    page = playground(opened, demo=settings.council.roster.is_demo, port=parsed.port)
    return await until_stopped(settings, lambda _: {"playground": page}, role="all", log_level=level)
