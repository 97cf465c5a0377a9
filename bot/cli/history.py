"""`council history`: list the latest runs of all platforms."""

import argparse
import asyncio

from rich.console import Console

from bot.app.open_tables import open_store
from bot.cli.errors import exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from bot.platforms.terminal import print_posts
from bot.presentation.history import Page, history_reply

HOW_MANY = 20


def run(parsed: argparse.Namespace) -> int:
    """Print the runs, the newest first."""
    del parsed
    return exit_code_of(lambda: asyncio.run(_history()))


async def _history() -> int:
    settings = settings_here()
    async with open_store(settings) as store:
        latest = await store.latest(limit=HOW_MANY)
    print_posts(Console(), [history_reply(words_here(settings), Page(runs=latest)).post])
    return 0
