"""`council board`: prints how strong the models are over the runs of all channels."""

import argparse
import asyncio

from rich.console import Console

from bot.app.open_parts import open_results
from bot.cli.errors import exit_code_of
from bot.cli.here import settings_here, words_here
from bot.platforms.terminal import print_posts
from bot.presentation import boards_reply
from council_core.domain.member_result import ResultLimits
from council_core.insights.boards import boards, dispensable


def run(parsed: argparse.Namespace) -> int:
    """Print the boards."""
    limits = ResultLimits(
        template=parsed.template.lower(), rubric=parsed.rubric.lower(), member=parsed.member
    )
    return exit_code_of(lambda: asyncio.run(_board(limits)))


async def _board(limits: ResultLimits) -> int:
    settings = settings_here()
    async with open_results(settings) as results:
        # `council serve` does this in the background, but it may not have run since an update.
        while await results.fill_a_piece():
            pass
        latest = await results.latest(None, limits)
    advice = None if limits.is_any else dispensable(latest)
    shown = boards_reply(words_here(settings), boards(latest), everywhere=True, advice=advice, limits=limits)
    print_posts(Console(), [shown.post])
    return 0
