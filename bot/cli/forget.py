"""`council forget`: deletes stored runs permanently."""

import argparse
import asyncio
import re
import sys
from datetime import timedelta

from bot.app.open_parts import open_retention, open_store
from bot.cli.errors import exit_code_of, print_error
from bot.cli.here import settings_here
from bot.settings import Settings
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.errors import QuestionRejected

UNITS = {"h": "hours", "d": "days", "w": "weeks"}
TERMINAL = "terminal"


def run(parsed: argparse.Namespace) -> int:
    """Delete the runs that the options name."""
    return exit_code_of(lambda: asyncio.run(_forget(parsed)))


async def _forget(parsed: argparse.Namespace) -> int:
    settings = settings_here()
    if parsed.older_than is not None:
        return await _old(settings, time_of(parsed.older_than), parsed)
    async with open_store(settings) as store:
        place = (await store.get(RunId(parsed.run))).question.place
    if not _is_meant(f"Delete run {parsed.run} with all that belongs to it?", parsed):
        return 0
    async with open_retention(settings) as retention:
        gone = await retention.delete(RunId(parsed.run), from_chat=place.platform != TERMINAL)
        await retention.finish_deletion(gone)
        await retention.sweep(anew=True)
    print(f"Run {parsed.run} is deleted.")
    if gone.posts:
        print(
            f"Its posts on {place.platform} are replaced by `council serve` within a minute, or when it starts."
        )
    return 0


async def _old(settings: Settings, age: timedelta, parsed: argparse.Namespace) -> int:
    async def kept_for(place: Place) -> timedelta:
        del place
        return age

    if not _is_meant(f"Delete all runs that ended more than {parsed.older_than} ago?", parsed):
        return 0
    async with open_retention(settings) as retention:
        count = await retention.delete_old(kept_for)
        await retention.sweep(anew=True)
    print(f"{count or 'No'} run{'' if count == 1 else 's'} deleted. Posts in chats stay.")
    return 0


def time_of(text: str) -> timedelta:
    """Parse a length of time such as `30d`.

    Raises:
        QuestionRejected: The text is not a length of time.
    """
    read = re.fullmatch(r"(\d{1,5})([hdw]?)", text.strip())
    if read is None:
        raise QuestionRejected(f"--older-than is '{text}'; expected a time such as 30d, 8w or 36h.")
    return timedelta(**{UNITS[read[2] or "d"]: int(read[1])})


def _is_meant(question: str, parsed: argparse.Namespace) -> bool:
    """Ask for confirmation. Raise QuestionRejected if nobody can be asked."""
    if parsed.yes:
        return True
    if not sys.stdin.isatty():
        raise QuestionRejected(f"{question} Nobody is here to say so; add --yes.")
    print(f"{question} [y/N] ", end="", flush=True)
    if sys.stdin.readline().strip().lower() in {"y", "yes"}:
        return True
    print_error("Nothing was deleted.")
    return False
