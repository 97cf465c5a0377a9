"""`council templates`: lists the templates for questions, with their fields."""

import argparse

from rich.console import Console

from bot.cli.errors import exit_code_of
from bot.cli.here import settings_here, words_here
from bot.platforms.terminal import print_posts
from bot.presentation import templates_reply
from council_core.templates.spoken import spoken

COMMAND = "council ask"


def run(parsed: argparse.Namespace) -> int:
    """Print the templates."""
    del parsed
    return exit_code_of(_templates)


def _templates() -> int:
    settings = settings_here()
    words = words_here(settings)
    known = spoken(settings.templates, words.language)
    shown = templates_reply(words, tuple(known.values()), COMMAND, in_chat=False)
    print_posts(Console(), [shown.post])
    return 0
