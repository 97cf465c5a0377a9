"""`council end RUN --why`: stops a run for its operator."""

import argparse
import asyncio
from datetime import UTC, datetime

from bot.app.open_tables import open_store
from bot.cli.errors import CommandRefused, exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from council_core.domain.ending import Ending
from council_core.domain.question import RunId


def run(parsed: argparse.Namespace) -> int:
    """Mark the run as stopped; the process that executes it posts the reason in its thread."""
    return exit_code_of(lambda: asyncio.run(_end(parsed)))


async def _end(parsed: argparse.Namespace) -> int:
    settings = settings_here()
    said = words_here(settings).terminal
    why = parsed.why.strip()
    if not why:
        raise CommandRefused(said.why_needed)
    run_id = RunId(parsed.run)
    async with open_store(settings) as store:
        stage = (await store.get(run_id)).status
        if not await store.cancel(run_id, datetime.now(UTC), Ending(kind="ended_by_operator", detail=why)):
            raise CommandRefused(said.ended_already(run_id=run_id, stage=stage))
    print(said.ended(run_id=run_id, stage=stage))
    return 0
