"""`council search`: finds runs of all platforms by the words of their questions and verdicts."""

import argparse
import asyncio

from rich.console import Console

from bot.app.open_parts import open_store
from bot.cli.errors import exit_code_of
from bot.cli.here import settings_here, words_here
from bot.cli.history import HOW_MANY
from bot.platforms.terminal import print_posts
from bot.presentation import Page, search_reply
from council_core.domain.search import Wanted, phrases_in, template_in
from council_core.errors import QuestionRejected
from council_core.storage.runs import SqlRunStore


def run(parsed: argparse.Namespace) -> int:
    """Print the runs that match, the newest first."""
    # The shell has removed the quotes.
    words = " ".join(f'"{word}"' if " " in word else word for word in parsed.words)
    return exit_code_of(lambda: asyncio.run(_search(words)))


async def _search(words: str) -> int:
    rest, template = template_in(words)
    phrases = phrases_in(rest)
    if not phrases and not template:
        raise QuestionRejected(f"There is no word in '{words}' to look for.")
    settings = settings_here()
    async with open_store(settings) as store:
        await _all_findable(store)
        if phrases:
            found = await store.search(phrases, limit=HOW_MANY + 1, wanted=Wanted(template=template))
        else:
            found = await store.latest(limit=HOW_MANY + 1, wanted=Wanted(template=template))
    shown = found[:HOW_MANY]
    here = frozenset(each.id for each in shown)
    page = Page(runs=shown, older_than=shown[-1].id if len(found) > HOW_MANY else None)
    reply = search_reply(words_here(settings), words, page, here=here, in_chat=False)
    print_posts(Console(), [reply.post])
    return 0


async def _all_findable(store: SqlRunStore) -> None:
    """Index every run that is not indexed yet. `council serve` does this in the background, but it may not have run
    since an update."""
    if await store.filling.is_needed():
        while await store.filling.a_piece():
            pass
