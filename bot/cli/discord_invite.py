"""`council discord-invite`: prints the link that invites the bot to a server."""

import argparse

from bot.app import event_loop
from bot.cli.errors import CommandRefused, exit_code_of
from bot.cli.here import settings_here
from bot.cli.language import words_for_errors, words_here


def run(parsed: argparse.Namespace) -> int:
    """Print the link that invites the named application, or else the token's."""
    return exit_code_of(lambda: _print(parsed.application, for_a_person=parsed.for_me))


def _print(named: str | None, *, for_a_person: bool) -> int:
    # Importing the library takes a second, for which no other command should wait.
    from bot.platforms.discord.connection.settings import read_settings
    from bot.platforms.discord.diagnose import application_of, invitation
    from bot.presentation.words import discord_words

    if named is None:
        settings = settings_here()
        discord = read_settings(settings.environment, [], [])
        if not discord.token:
            raise CommandRefused(words_here(settings).terminal.no_discord_token)
        application = event_loop.run(application_of(discord, discord_words))
    elif named.isdecimal() and named.isascii() and 15 <= len(named) <= 20:
        application = int(named)
    else:
        raise CommandRefused(words_for_errors().terminal.no_application(text=named))
    print(invitation(application, for_a_person=for_a_person))
    return 0
