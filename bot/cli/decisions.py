"""`council decisions`: lists what teams decided on all platforms, or writes it as architecture decision records."""

import argparse
import asyncio
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

from bot.app.open_tables import open_decisions
from bot.cli.errors import CommandRefused, cause_of, exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from bot.conversation.deciding import fitting
from bot.platforms.terminal import print_posts
from bot.presentation.decisions import decisions_reply
from bot.presentation.documents import adr
from bot.presentation.words.terminal import TerminalWords
from bot.settings.environment import Settings
from council_core.domain.decision import RecordedDecision
from council_core.domain.search import phrases_in


def run(parsed: argparse.Namespace) -> int:
    """Print the matching decisions, newest first, or write each to a file."""
    return exit_code_of(lambda: _decisions(parsed))


def _decisions(parsed: argparse.Namespace) -> int:
    sought, settings = " ".join(parsed.words), settings_here()
    words = words_here(settings)
    if parsed.adr is None:
        found = asyncio.run(_listed(settings, sought))
        print_posts(Console(), [decisions_reply(words, found, sought=sought).post])
        return 0
    folder = Path(parsed.adr)
    if not folder.is_dir():
        raise CommandRefused(words.terminal.no_folder(folder=str(folder)))
    asyncio.run(_write_all(settings, sought, folder, words.terminal))
    return 0


async def _listed(settings: Settings, sought: str) -> Sequence[RecordedDecision]:
    async with open_decisions(settings) as (decisions, _):
        return await fitting(decisions, None, phrases_in(sought))


async def _write_all(settings: Settings, sought: str, folder: Path, said: TerminalWords) -> None:
    async with open_decisions(settings) as (decisions, store):
        for each in await fitting(decisions, None, phrases_in(sought)):
            file = adr(await store.get(each.decision.run_id), each.decision)
            _write(folder / file.name, file.content, said)
            print(folder / file.name)


def _write(file: Path, content: bytes, said: TerminalWords) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        raise CommandRefused(said.cannot_write(file=str(file), why=cause_of(error))) from error
