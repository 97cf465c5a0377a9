"""`council search`: finds runs of all platforms by the words of their questions and verdicts."""

import argparse
import asyncio
from dataclasses import replace

from rich.console import Console

from bot.app.open_parts import open_store
from bot.cli.errors import exit_code_of
from bot.cli.here import settings_here, words_here
from bot.cli.history import HOW_MANY
from bot.conversation.finding import LOOKED_AT, limits_in
from bot.platforms.terminal import print_posts
from bot.presentation import Page, search_reply
from council_core.domain.search import EVERYTHING, phrases_in, template_in
from council_core.errors import QuestionRejected
from council_core.storage.runs import SqlRunStore


def run(parsed: argparse.Namespace) -> int:
    """Print the runs that match, the newest first."""
    # The shell has removed the quotes.
    words = " ".join(f'"{word}"' if " " in word else word for word in parsed.words)
    return exit_code_of(lambda: asyncio.run(_search(words)))


async def _search(words: str) -> int:
    settings = settings_here()
    async with open_store(settings) as store:
        rest, wanted = await limits_in(words, lambda: store.latest(limit=LOOKED_AT))
        rest, template = template_in(rest)
        wanted, phrases = replace(wanted, template=template), phrases_in(rest)
        if not phrases and wanted == EVERYTHING:
            raise QuestionRejected(f"There is no word in '{words}' to look for.")
        await _all_findable(store)
        if phrases and wanted.asker:
            # The index of words knows askers of one workspace only.
            found = await store.search(phrases, limit=LOOKED_AT, wanted=wanted)
            found = tuple(run for run in found if run.question.asker.id == wanted.asker)[: HOW_MANY + 1]
        elif phrases:
            found = await store.search(phrases, limit=HOW_MANY + 1, wanted=wanted)
        else:
            found = await store.latest(limit=HOW_MANY + 1, wanted=wanted)
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
