"""`council runs`: lists unfinished runs for their operator, and marks the stuck ones."""

import argparse
import asyncio
from datetime import UTC, datetime

from bot.app.open_tables import open_states
from bot.cli.errors import exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from bot.presentation.words import Words
from council_core.domain.run_state import RunState


def run(parsed: argparse.Namespace) -> int:
    """Print the runs, the oldest first."""
    return exit_code_of(lambda: asyncio.run(_runs(parsed)))


async def _runs(parsed: argparse.Namespace) -> int:
    settings = settings_here()
    words = words_here(settings)
    async with open_states(settings) as states:
        found = await states.under_way()
    now = datetime.now(UTC)
    if parsed.stuck:
        found = tuple(each for each in found if each.stuck(now))
    for each in found:
        print(state_line(each, now, words))
        if parsed.stuck:
            print(f"    {advice_line(each, now, words)}")
    if not found:
        print(words.terminal.none_stuck if parsed.stuck else words.terminal.none_under_way)
    return 0


def state_line(state: RunState, now: datetime, words: Words) -> str:
    """Return one run as a line: stage, age, process, attempts, last step, position, posts, and the reason why it is
    stuck."""
    return words.terminal.run_state(
        state=state,
        age=_age(now, state.asked_at, words),
        step_age="" if state.last_step_at is None else _age(now, state.last_step_at, words),
        stuck=stuck_line(state, now, words),
    )


def stuck_line(state: RunState, now: datetime, words: Words) -> str:
    """Return the reason why a run is stuck; empty if it goes on."""
    kind = state.stuck(now)
    return "" if kind is None else words.terminal.stuck(kind=kind, state=state.state, owner=state.process)


def advice_line(state: RunState, now: datetime, words: Words) -> str:
    """Return what to do about a stuck run; empty if it goes on."""
    kind = state.stuck(now)
    if kind is None:
        return ""
    return words.terminal.stuck_advice(
        kind=kind, run_id=state.run_id, platform=state.platform, owner=state.process
    )


def _age(now: datetime, then: datetime, words: Words) -> str:
    return words.phrases.briefly(seconds=max(0, round((now - then).total_seconds())))
