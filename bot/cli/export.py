"""`council export RUN`: write a finished run as a file, the same as in its thread."""

import argparse
import asyncio
import sys
from pathlib import Path

from bot.app.open_tables import open_store
from bot.cli.errors import ASKED_WRONGLY, cause_of, exit_code_of, print_error
from bot.cli.here import settings_here
from bot.cli.language import words_for_errors, words_here
from bot.presentation.documents import export_run
from council_core.domain.export import Format
from council_core.domain.question import RunId
from council_core.exports import FORMATS


def run(parsed: argparse.Namespace) -> int:
    """Print the file, or write it to the path of `--output`."""
    wanted: Format = next(name for name in FORMATS if name == parsed.format)
    if parsed.output is None and wanted in {"pdf", "docx", "png"} and sys.stdout.isatty():
        print_error(words_for_errors().terminal.no_file_for_terminal(kind=wanted))
        return ASKED_WRONGLY
    return exit_code_of(lambda: asyncio.run(_export(RunId(parsed.run), wanted, parsed.output)))


async def _export(run_id: RunId, wanted: Format, output: Path | None) -> int:
    settings = settings_here()
    said = words_here(settings).terminal
    async with open_store(settings) as store:
        made = await asyncio.to_thread(export_run, await store.get(run_id), by="terminal", formats=(wanted,))
    (file,) = made.files
    if file.missing:
        print_error(said.letters_missing(scripts=", ".join(file.missing)))
    if output is None:
        sys.stdout.buffer.write(file.content)
        return 0
    try:
        await asyncio.to_thread(output.write_bytes, file.content)
    except OSError as error:
        print_error(said.cannot_write(file=str(output), why=cause_of(error)))
        return ASKED_WRONGLY
    return 0
