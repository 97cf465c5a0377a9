"""`council search`: finds runs of all platforms by the words of their questions and verdicts."""

import argparse
import asyncio
from dataclasses import replace

from rich.console import Console

from bot.app.open_tables import open_history
from bot.cli.errors import CommandRefused, exit_code_of
from bot.cli.here import all_filled, settings_here
from bot.cli.history import HOW_MANY
from bot.cli.language import words_here
from bot.conversation.search_limits import NAMED, channel_in, limits_in
from bot.platforms.terminal import print_posts
from bot.presentation.history import Page, search_reply
from bot.presentation.words.terminal import TerminalWords
from council_core.domain.place import Place
from council_core.domain.search import EVERYTHING, phrases_in, template_in
from council_core.errors import UnknownChoice
from council_core.storage.history import SqlHistory
from council_core.storage.runs import SqlRunStore

LIMITS = frozenset({"by", "model", "channel"})
"""Limits whose values may contain spaces."""

WITHOUT_QUOTES = str.maketrans(dict.fromkeys('"“”„'))


def run(parsed: argparse.Namespace) -> int:
    """Print the runs that match, the newest first."""
    words = " ".join(map(_quoted, parsed.words))
    return exit_code_of(lambda: asyncio.run(_search(words)))


def _quoted(word: str) -> str:
    """Put quotes around a value that the shell passes as one word: `by:Ada Lin` -> `by:"Ada Lin"`."""
    if " " not in word:
        return word
    bare = word.translate(WITHOUT_QUOTES)
    limit, _, value = bare.partition(":")
    return f'{limit}:"{value}"' if limit.casefold() in LIMITS else f'"{bare}"'


async def _search(words: str) -> int:
    settings = settings_here()
    async with open_history(settings) as (store, history):
        rest, channel = channel_in(words)
        place = await _place(history, channel) if channel else None
        rest, wanted = await limits_in(rest, history, [place] if place else await history.places())
        rest, template = template_in(rest)
        wanted, phrases = replace(wanted, template=template), phrases_in(rest)
        if not phrases and wanted == EVERYTHING and place is None:
            raise CommandRefused(words_here(settings).terminal.nothing_to_search(text=words))
        await _all_findable(store, words_here(settings).terminal)
        if phrases:
            found = await store.search(phrases, limit=HOW_MANY + 1, place=place, wanted=wanted)
        else:
            found = await store.latest(limit=HOW_MANY + 1, place=place, wanted=wanted)
    shown = found[:HOW_MANY]
    here = frozenset(each.id for each in shown)
    page = Page(runs=shown, older_than=shown[-1].id if len(found) > HOW_MANY else None)
    reply = search_reply(words_here(settings), words, page, here=here, in_chat=False)
    print_posts(Console(), [reply.post])
    return 0


async def _place(history: SqlHistory, typed: str) -> Place:
    """Return the channel with this id, which may be typed as `slack:T012345:C012345`. Raises UnknownChoice with the
    channels that exist."""
    known = {f"{each.platform}:{each.workspace}:{each.channel}": each for each in await history.places()}
    for name, place in known.items():
        if typed.casefold() in (name.casefold(), place.channel.casefold()):
            return place
    raise UnknownChoice("channel", typed, tuple(known)[:NAMED])


async def _all_findable(store: SqlRunStore, said: TerminalWords) -> None:
    """Index every run that is not indexed yet."""
    if await store.filling.is_needed():
        await all_filled(store.filling.a_piece, said)
