"""`council improve`: have a question rewritten, and print both with the differences and reasons. The council is not
asked."""

import argparse
import asyncio
import os
from datetime import UTC, datetime

from rich.console import Console

from bot.app.load_settings import settings_for_run
from bot.app.open_parts import open_improver
from bot.cli.errors import CommandRefused, exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_here
from bot.conversation.placed_settings import operator_allowances
from bot.platforms.terminal import print_posts
from bot.presentation.improving import improved_reply
from council_core.domain.draft import Draft, DraftId
from council_core.domain.place import PersonId, Place
from council_core.domain.question import has_words
from council_core.redaction import redact

HERE = Place(platform="terminal", channel="terminal")


def run(parsed: argparse.Namespace) -> int:
    """Let the chosen model rewrite the question, and print the result."""
    return exit_code_of(lambda: asyncio.run(_improve(parsed)))


async def _improve(parsed: argparse.Namespace) -> int:
    text = " ".join(parsed.question).strip()
    settings = settings_here()
    words = words_here(settings)
    if not has_words(text):
        raise CommandRefused(words.terminal.improve_needs_words)
    council = settings_for_run(settings, {"chairman": parsed.model} if parsed.model else {})
    draft = Draft(
        id=DraftId("d" + os.urandom(10).hex()),
        place=HERE,
        person=PersonId("terminal"),
        text=redact(text).text if council.redact else text,
        at=datetime.now(UTC),
    )
    async with open_improver(settings) as improver:
        improved = await improver.improve(
            draft.id,
            draft.text,
            place=HERE,
            member=council.roster.chairman,
            seconds=council.call_seconds,
            allowances=operator_allowances(settings.council),
            now=draft.at,
        )
    console = Console()
    print_posts(console, [improved_reply(words, draft, improved).post])
    console.print(words.terminal.ask_one_of_them, highlight=False)
    return 0
