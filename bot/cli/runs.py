"""`council runs`: lists unfinished runs for their operator, and marks the stuck ones."""

import argparse
import asyncio
from collections.abc import Mapping
from datetime import UTC, datetime

from bot.app.open_parts import open_states
from bot.cli.errors import exit_code_of
from bot.cli.here import settings_here
from council_core.domain.run_state import RunState
from council_core.domain.waiting import Limit

LINES: Mapping[Limit, str] = {"person": "of its person", "channel": "of its channel", "process": "of all"}
"""Words for the queue that a run waits in, by the limit that delays it."""


def run(parsed: argparse.Namespace) -> int:
    """Print the runs, the oldest first."""
    return exit_code_of(lambda: asyncio.run(_runs(parsed)))


async def _runs(parsed: argparse.Namespace) -> int:
    settings = settings_here()
    async with open_states(settings) as states:
        found = await states.under_way()
    now = datetime.now(UTC)
    if parsed.stuck:
        found = tuple(each for each in found if each.stuck(now))
    for each in found:
        print(state_line(each, now))
    if not found:
        print("No run is stuck." if parsed.stuck else "No run is under way.")
    return 0


def state_line(state: RunState, now: datetime) -> str:
    """Return one run as a line: stage, age, process, attempts, last step, position, posts, and the reason why it is
    stuck."""
    lease = {None: "", True: ", lease held", False: ", lease lost"}[state.is_lease_held]
    step = "no step yet"
    if state.last_step_at is not None:
        step = f"last step {state.last_step} {_age(now, state.last_step_at)} ago"
    stuck = state.stuck(now)
    parts = (
        f"{state.run_id}  {state.stage}  asked {_age(now, state.asked_at)} ago",
        f"{state.owner or 'no process'}{lease}",
        f"attempts {state.attempts}",
        step,
        *((f"place {state.waits.before + 1} in line ({LINES[state.waits.limit]})",) if state.waits else ()),
        f"unsettled posts {state.unsettled}",
        *((f"STUCK: {stuck}",) if stuck else ()),
    )
    return " | ".join(parts)


def _age(now: datetime, then: datetime) -> str:
    seconds = max(0, round((now - then).total_seconds()))
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return (
        f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds} s" if minutes else f"{seconds} s"
    )
