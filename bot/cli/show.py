"""`council show RUN`: show a stored run, drawn or as JSON.

The terminal belongs to the operator, who holds the database, so the JSON includes earlier questions of the thread.
"""

import argparse
import asyncio
import json
from datetime import UTC, datetime

from rich.console import Console

from bot.app.open_tables import open_runs, open_states
from bot.cli.errors import exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from bot.cli.runs import state_line
from bot.platforms.terminal import print_posts
from bot.presentation.whole_run import whole_run
from bot.settings.environment import Settings
from council_core.domain.question import RunId
from council_core.domain.run_view import OPERATOR
from council_core.errors import UnknownRun
from council_core.exports.json import run_json
from council_core.stages.remember import remembered
from council_core.view import view


def run(parsed: argparse.Namespace) -> int:
    """Print the run."""
    return exit_code_of(lambda: asyncio.run(_show(parsed)))


async def _show(parsed: argparse.Namespace) -> int:
    settings = settings_here()
    if parsed.engine:
        return await _show_engine(settings, RunId(parsed.run))
    async with open_runs(settings) as (store, blobs):
        stored = await store.get(RunId(parsed.run))
        earlier = None if parsed.json else await remembered(stored, blobs, store)
    seen = view(stored, OPERATOR)
    if earlier is None:
        print(json.dumps(run_json(seen), ensure_ascii=False, indent=2))
    else:
        print_posts(Console(), whole_run(seen, earlier, words_here(settings)))
    return 0


async def _show_engine(settings: Settings, run_id: RunId) -> int:
    """Print the process that executes the run, and its steps, the last one first."""
    async with open_states(settings) as states:
        state, steps = await states.of(run_id), await states.steps(run_id)
    if state is None:
        raise UnknownRun(run_id)
    words = words_here(settings)
    print(state_line(state, datetime.now(UTC), words))
    print(words.terminal.engine_state(state=state.state))
    for name, ended in steps:
        print(f"{ended.astimezone():%Y-%m-%d %H:%M:%S}  {name}")
    return 0
