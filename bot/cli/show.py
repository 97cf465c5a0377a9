"""`council show RUN`: a stored run, drawn or as JSON."""

import argparse
import asyncio
import json
import os
from pathlib import Path

from rich.console import Console

from bot.cli.failing import guarded
from bot.loading import load_settings
from bot.parts import open_store
from bot.platforms.terminal import print_posts
from bot.presentation import whole_run
from council_core.domain.question import RunId
from council_core.exports.json import run_json


def run(parsed: argparse.Namespace) -> int:
    """Prints the run."""
    return guarded(lambda: asyncio.run(_show(parsed)))


async def _show(parsed: argparse.Namespace) -> int:
    settings = load_settings(os.environ, folder=Path.cwd())
    async with open_store(settings) as store:
        stored = await store.get(RunId(parsed.run))
    if parsed.json:
        print(json.dumps(run_json(stored), ensure_ascii=False, indent=2))
    else:
        print_posts(Console(), whole_run(stored))
    return 0
