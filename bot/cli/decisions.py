"""`council decisions`: lists what teams decided on all platforms, or writes it as architecture decision records."""

import argparse
import asyncio
from pathlib import Path

from rich.console import Console

from bot.app.open_tables import open_decisions
from bot.cli.errors import CommandRefused, cause_of, exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from bot.platforms.terminal import print_posts
from bot.presentation.decisions import decisions_reply
from bot.presentation.documents import adr
from bot.presentation.words.terminal import TerminalWords
from bot.settings.environment import Settings
from council_core.domain.decision import RecordedDecision
from council_core.domain.export import Export
from council_core.domain.search import phrases_in, stands_in, words_of

HOW_MANY = 500


def run(parsed: argparse.Namespace) -> int:
    """Print the matching decisions, newest first, or write each to a file."""
    return exit_code_of(lambda: _decisions(parsed))


def _decisions(parsed: argparse.Namespace) -> int:
    sought, settings = " ".join(parsed.words), settings_here()
    if parsed.adr is None:
        found = [each for each, _ in asyncio.run(_found(settings, sought, with_files=False))]
        print_posts(Console(), [decisions_reply(words_here(settings), found, sought=sought).post])
        return 0
    folder = Path(parsed.adr)
    if not folder.is_dir():
        raise CommandRefused(words_here(settings).terminal.no_folder(folder=str(folder)))
    for _, file in asyncio.run(_found(settings, sought, with_files=True)):
        if file is not None:
            _write(folder / file.name, file.content, words_here(settings).terminal)
            print(folder / file.name)
    return 0


def _write(file: Path, content: bytes, said: TerminalWords) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        raise CommandRefused(said.cannot_write(file=str(file), why=cause_of(error))) from error


async def _found(
    settings: Settings, sought: str, *, with_files: bool
) -> list[tuple[RecordedDecision, Export | None]]:
    phrases = phrases_in(sought)
    async with open_decisions(settings) as (decisions, store):
        found = [
            each
            for each in await decisions.latest(None, limit=HOW_MANY)
            if all(stands_in(p, (*words_of(each.question), *words_of(each.decision.text))) for p in phrases)
        ]
        return [
            (each, adr(await store.get(each.decision.run_id), each.decision) if with_files else None)
            for each in found
        ]
