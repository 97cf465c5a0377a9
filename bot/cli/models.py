"""`council models`: print the models that providers offer now, with prices and abilities."""

import argparse
import asyncio
from contextlib import AsyncExitStack

from rich.console import Console

from bot.app.open_parts import offers_of
from bot.cli.errors import BROKE, CommandRefused, exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from bot.platforms.terminal import print_posts
from bot.presentation.models import models_reply

SECONDS = 15.0
"""Time limit in seconds for each provider's list."""

MOST_SHOWN = 1_000


def run(parsed: argparse.Namespace) -> int:
    """Print the models."""
    return exit_code_of(lambda: asyncio.run(_models(parsed.provider)))


async def _models(provider: str | None) -> int:
    settings = settings_here()
    async with AsyncExitStack() as stack:
        offers = offers_of(settings)
        stack.push_async_callback(offers.close)
        names = (provider,) if provider else offers.providers
        offered = await asyncio.gather(*(offers.of(name, seconds=SECONDS) for name in names))
    words = words_here(settings)
    if provider and offered[0].silence == "unknown_provider":
        said = words.models.silent(provider=provider, why="unknown_provider")
        raise CommandRefused(said.replace("**", ""))
    reply = models_reply(words, offered, "", most=MOST_SHOWN)
    print_posts(Console(), [reply.post])
    return BROKE if offered and all(one.silence for one in offered) else 0
