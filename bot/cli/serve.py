"""`council serve`: serve the bot on all platforms that have a token, until it is stopped."""

import argparse
import asyncio
import logging
import os
import signal
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from bot.app import event_loop
from bot.app.bootstrap import SERVE, open_app
from bot.app.load_settings import load_settings
from bot.app.platforms import chosen_platforms, named_platforms
from bot.app.process import Role, check_role, watchers
from bot.app.serve import serve
from bot.app.stopping import Stopping
from bot.cli.errors import exit_code_of
from bot.cli.language import words_for_errors
from bot.ports import ChatPlatform
from bot.presentation.replies import error_sentence
from bot.presentation.words import ENGLISH
from bot.settings.environment import Settings
from bot.watching.logs import secrets_among, set_up_logs

logger = logging.getLogger(__name__)


def run(parsed: argparse.Namespace) -> int:
    """Serve until SIGTERM or SIGINT."""
    return exit_code_of(lambda: event_loop.run(_serve(parsed)))


async def _serve(parsed: argparse.Namespace) -> int:
    settings = load_settings(os.environ, folder=Path.cwd())
    shown = opened if parsed.role == "all" else None
    # Before anything is opened, because opening a database makes its file.
    check_role(parsed.role, settings.database_url)
    named_platforms(settings, parsed.platforms, may_play=shown is not None)
    platforms = partial(chosen_platforms, names=parsed.platforms, opened=shown)
    return await until_stopped(settings, platforms, role=parsed.role, log_level=settings.log_level)


async def until_stopped(
    settings: Settings,
    platforms: Callable[[Settings], Mapping[str, ChatPlatform]],
    *,
    role: Role,
    log_level: str,
) -> int:
    """Serve these platforms until SIGTERM or SIGINT, and return the exit code."""
    stopping = Stopping()
    told_to_stop = _told_to_stop(lambda: stopping.begin(settings.drain_seconds))
    secrets = secrets_among(settings.environment)
    set_up_logs(log_level, settings.log_format, secrets=secrets, say=partial(error_sentence, ENGLISH))
    for notice in (*settings.notices, *settings.unknown):
        logger.warning("%s", ENGLISH.errors.problem(problem=notice))
    async with (
        watchers(settings.environment, metrics=settings.metrics) as watching,
        open_app(
            settings, platforms, family=SERVE, role=role, observers=watching.observers, stopping=stopping
        ) as app,
    ):
        logger.info("serving %s as %s", ", ".join(app.platforms), role)
        serving = asyncio.create_task(
            serve(app, listening=lambda port: logger.info("HTTP on port %d", port), metrics=watching.metrics)
        )
        told = asyncio.create_task(told_to_stop.wait())
        await asyncio.wait({serving, told}, return_when=asyncio.FIRST_COMPLETED)
        told.cancel()
        if serving.done():
            serving.result()
        logger.info(
            "stopping: what is under way may take %.0f s more, and runs that have not ended go on with the next start; "
            "stop once more to stop at once",
            settings.drain_seconds,
        )
        app.health.draining = True
        serving.cancel()
        await asyncio.gather(serving, return_exceptions=True)
    logger.info("stopped")
    stopping.leave(0)
    return 0


def opened(address: str) -> None:
    """Print the address of the playground's page."""
    print(words_for_errors().terminal.playground_open(address=address), flush=True)


def _told_to_stop(begin: Callable[[], None]) -> asyncio.Event:
    """Return an event that the first SIGTERM or SIGINT sets, after it has called `begin`. A second signal ends the
    process at once, which loses no more than a power cut would."""
    stopping = asyncio.Event()

    def stop(number: int) -> None:
        if stopping.is_set():
            logging.shutdown()
            os._exit(128 + number)
        begin()
        stopping.set()

    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop, number)
    return stopping
