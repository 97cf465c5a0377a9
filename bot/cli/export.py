"""`council export RUN`: prints a finished run as Markdown or JSON, as its thread gets it."""

import argparse
import asyncio
import os
import sys
from pathlib import Path

from bot.app.load_settings import load_settings
from bot.app.open_parts import open_store
from bot.cli.errors import exit_code_of
from council_core.domain.question import RunId
from council_core.exports import export

FORMATS = {"md": "text/markdown", "json": "application/json"}


def run(parsed: argparse.Namespace) -> int:
    """Print the file."""
    return exit_code_of(lambda: asyncio.run(_export(RunId(parsed.run), FORMATS[parsed.format])))


async def _export(run_id: RunId, media_type: str) -> int:
    settings = load_settings(os.environ, folder=Path.cwd())
    async with open_store(settings) as store:
        made = export(await store.get(run_id), by="terminal")
    (text,) = (file.text for file in made.files if file.media_type == media_type)
    sys.stdout.write(text)
    return 0
