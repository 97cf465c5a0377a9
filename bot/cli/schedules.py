"""`council schedules`: lists the schedules of all platforms, or pauses, resumes or deletes one."""

import argparse
import asyncio

from rich.console import Console

from bot.app.clock import SystemClock
from bot.app.open_tables import open_schedules
from bot.cli.errors import exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from bot.platforms.terminal import print_posts
from bot.presentation.schedules import schedules_reply
from council_core.domain.schedule import ScheduleId
from council_core.errors import UnknownChoice
from council_core.storage.schedules import SqlSchedules


def run(parsed: argparse.Namespace) -> int:
    """Change a schedule if one is named, and print all."""
    return exit_code_of(lambda: asyncio.run(_schedules(parsed)))


async def _schedules(parsed: argparse.Namespace) -> int:
    settings = settings_here()
    async with open_schedules(settings) as schedules:
        for change in ("pause", "resume", "delete"):
            if (named := getattr(parsed, change)) is not None:
                await _change(schedules, change, ScheduleId(named))
                print(words_here(settings).schedules.changed(change=change))
        kept = await schedules.kept(None)
    print_posts(Console(), [schedules_reply(words_here(settings), kept).post])
    return 0


async def _change(schedules: SqlSchedules, change: str, schedule_id: ScheduleId) -> None:
    schedule = await schedules.find(schedule_id)
    if schedule is None:
        known = [each.id for each in await schedules.kept(None)]
        raise UnknownChoice("schedule", schedule_id, known)
    if change == "delete":
        await schedules.delete(schedule_id)
    else:
        next_at = schedule.recurrence.after(SystemClock().now())
        await schedules.change(schedule_id, "paused" if change == "pause" else "active", next_at)
