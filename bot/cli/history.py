"""`council history`: lists the latest runs of all platforms."""

import argparse
import asyncio
import os
from pathlib import Path

from rich.console import Console

from bot.app.load_settings import load_settings
from bot.app.open_parts import open_store
from bot.cli.errors import exit_code_of
from bot.platforms.terminal import print_posts
from bot.presentation import Page, history_reply
from bot.presentation.words import ENGLISH

HOW_MANY = 20


def run(parsed: argparse.Namespace) -> int:
    """Print the runs, the newest first."""
    del parsed
    return exit_code_of(lambda: asyncio.run(_history()))


async def _history() -> int:
    settings = load_settings(os.environ, folder=Path.cwd())
    async with open_store(settings) as store:
        latest = await store.latest(limit=HOW_MANY)
    print_posts(Console(), [history_reply(ENGLISH, Page(runs=latest)).post])
    return 0
