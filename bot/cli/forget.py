"""`council forget`: deletes stored runs permanently."""

import argparse
import asyncio
import re
import sys
from datetime import timedelta

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.app import event_loop
from bot.app.open_parts import open_retention
from bot.app.open_tables import open_store
from bot.cli.errors import CommandRefused, exit_code_of, print_error
from bot.cli.here import settings_here
from bot.cli.language import is_yes, words_here
from bot.presentation.words.terminal import TerminalWords
from bot.settings.environment import Settings
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.errors import RunDeleted
from council_core.retention import Deleted, KeptFor, Retention

UNITS = {"h": "hours", "d": "days", "w": "weeks"}
TERMINAL = "terminal"

TURN_SECONDS = 1.0
"""Seconds between two tries to clean up while another process does."""


def run(parsed: argparse.Namespace) -> int:
    """Delete the runs that the options name."""
    return exit_code_of(lambda: _forget(parsed))


def _forget(parsed: argparse.Namespace) -> int:
    # The event loop cannot break off a read from the terminal, so the person is asked outside of it.
    settings = settings_here()
    said = words_here(settings).terminal
    if parsed.older_than is not None:
        age, typed = time_of(parsed.older_than, said), parsed.older_than.strip()
        is_meant = _is_meant(said.delete_old(age=f"{typed}d" if typed.isdecimal() else typed), parsed, said)
        return event_loop.run(_old(settings, age, said)) if is_meant else 0
    try:
        place = event_loop.run(_place_of(RunId(parsed.run), settings))
    except RunDeleted:
        # An interrupted deletion may have left the engine's records, which hold answers.
        event_loop.run(_finish(settings))
        raise
    is_meant = _is_meant(said.delete_run(run_id=parsed.run), parsed, said)
    return event_loop.run(_one(settings, place, parsed, said)) if is_meant else 0


async def _place_of(run_id: RunId, settings: Settings) -> Place:
    async with open_store(settings) as store:
        return (await store.get(run_id)).question.place


async def _finish(settings: Settings) -> None:
    async with open_retention(settings) as (retention, _):
        await retention.finish_deletions()


async def _one(settings: Settings, place: Place, parsed: argparse.Namespace, said: TerminalWords) -> int:
    async with open_retention(settings) as (retention, rewrites_all):
        gone = await retention.delete(RunId(parsed.run), from_chat=place.platform != TERMINAL)
        await retention.finish_deletion(gone)
        await retention.sweep(rewrites_all=rewrites_all)
    print(said.run_deleted(run_id=parsed.run))
    if gone.posts:
        print(said.posts_follow(platform=place.platform))
    return 0


async def _old(settings: Settings, age: timedelta, said: TerminalWords) -> int:
    async def kept_for(place: Place) -> timedelta:
        del place
        return age

    count = done = 0
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    shown = sys.stderr.isatty()
    try:
        async with open_retention(settings) as (retention, rewrites_all):
            with Progress(
                *columns, console=Console(file=sys.stderr), disable=not shown, transient=True
            ) as bar:
                task = bar.add_task(said.deleting, total=None)

                def told(now: int, of: int) -> None:
                    nonlocal done
                    done = now
                    bar.update(task, completed=now, total=of)

                count = await _in_turn(retention, kept_for, told, said)
                bar.update(task, description=said.sweeping)
                await retention.sweep(rewrites_all=rewrites_all)
    except asyncio.CancelledError:
        print_error(said.deletion_interrupted(count=done))
        raise
    print(said.runs_deleted(count=count))
    return 0


async def _in_turn(retention: Retention, kept_for: KeptFor, told: Deleted, said: TerminalWords) -> int:
    """Delete old runs as soon as no other process cleans up, and return their number."""
    has_waited = False
    while (count := await retention.delete_old(kept_for, told)) is None:
        if not has_waited:
            print_error(said.waits_for_cleaning)
        has_waited = True
        await asyncio.sleep(TURN_SECONDS)
    return count


def time_of(text: str, said: TerminalWords) -> timedelta:
    """Parse a length of time such as `30d`; a number alone counts days.

    Raises:
        CommandRefused: The text is not a length of time.
    """
    read = re.fullmatch(r"(\d{1,5})([hdw]?)", text.strip())
    if read is None:
        raise CommandRefused(said.no_age(text=text))
    return timedelta(**{UNITS[read[2] or "d"]: int(read[1])})


def _is_meant(question: str, parsed: argparse.Namespace, said: TerminalWords) -> bool:
    """Ask for confirmation. Raise CommandRefused where there is no terminal to ask in."""
    if parsed.yes:
        return True
    if not sys.stdin.isatty():
        raise CommandRefused(said.nobody_confirms(question=question))
    print(f"{question} {said.yes_or_no} ", end="", flush=True)
    if is_yes(sys.stdin.readline()):
        return True
    print_error(said.nothing_deleted)
    return False
