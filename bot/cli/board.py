"""`council board`: prints how strong the models are over the runs of all channels, of a workspace or of one channel."""

import argparse
import asyncio

from rich.console import Console

from bot.app.open_tables import open_results
from bot.cli.errors import exit_code_of
from bot.cli.here import all_filled, settings_here
from bot.cli.language import words_here
from bot.platforms.terminal import print_posts
from bot.presentation.boards import boards_reply
from council_core.domain.member_result import ResultLimits
from council_core.domain.place import Place
from council_core.errors import UnknownChoice
from council_core.insights.boards import boards, dispensable
from council_core.storage.member_results import SqlMemberResults


def run(parsed: argparse.Namespace) -> int:
    """Print the boards."""
    limits = ResultLimits(
        workspace=parsed.where.count(":") < 2,
        template=parsed.template.lower(),
        rubric=parsed.rubric.lower(),
        member=parsed.member,
        since=parsed.since,
        until=parsed.until,
    )
    return exit_code_of(lambda: asyncio.run(_board(parsed.where, limits)))


async def _board(where: str, limits: ResultLimits) -> int:
    settings = settings_here()
    async with open_results(settings) as results:
        await all_filled(results.fill_a_piece, words_here(settings).terminal)
        latest = await results.latest(await _place(results, where), limits)
    advice = None if limits.is_any else dispensable(latest)
    words, everywhere = words_here(settings), limits.workspace
    shown = boards_reply(words, boards(latest), everywhere=everywhere, advice=advice, limits=limits)
    print_posts(Console(), [shown.post])
    return 0


async def _place(results: SqlMemberResults, where: str) -> Place | None:
    """Return the place that was typed; None for all. Raises UnknownChoice with the places that have runs."""
    if not where:
        return None
    known: dict[str, Place] = {}
    for place in await results.places():
        workspace = f"{place.platform}:{place.workspace}"
        known |= {workspace: place, f"{workspace}:{place.channel}": place}
    if where not in known:
        raise UnknownChoice("place", where, sorted(known))
    return known[where]
