"""`council serve`: the bot on all platforms that have a token, until it is told to stop."""

import argparse
import asyncio
import logging
import os
import signal
from pathlib import Path

from bot.bootstrap import SERVE, open_app
from bot.cli.failing import guarded
from bot.loading import load_settings
from bot.platform_table import chosen_platforms
from bot.serving import serve
from bot.watching.logs import set_up_logs
from bot.watching.secrets import secrets_among
from bot.watching.watchers import watchers

logger = logging.getLogger(__name__)


def run(parsed: argparse.Namespace) -> int:
    """Serves until SIGTERM or SIGINT."""
    return guarded(lambda: asyncio.run(_serve(parsed)))


async def _serve(parsed: argparse.Namespace) -> int:
    settings = load_settings(os.environ, folder=Path.cwd())
    set_up_logs(settings.log_level, settings.log_format, secrets=secrets_among(settings.environment))
    for notice in settings.notices:
        logger.warning("%s", notice)
    async with (
        watchers(settings.environment, metrics=settings.metrics) as watching,
        open_app(
            settings,
            lambda each: chosen_platforms(each, parsed.platforms),
            family=SERVE,
            observers=watching.observers,
        ) as app,
    ):
        logger.info("serving %s", ", ".join(app.platforms))
        serving = asyncio.create_task(
            serve(app, listening=lambda port: logger.info("HTTP on port %d", port), metrics=watching.metrics)
        )
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGINT):
            loop.add_signal_handler(number, serving.cancel)
        try:
            await serving
        except asyncio.CancelledError:
            logger.info("stopping; runs that have not ended go on with the next start")
    return 0
