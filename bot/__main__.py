"""Entry point of `council …` and `python -m bot …`: runs one of the commands in `bot.cli`."""

import argparse
import sys
from collections.abc import Sequence

from bot.cli import COMMANDS

GUIDE = """\
Several language models answer a question, judge each other blind, and conclude.

  council ask "Should we rewrite the importer?"   ask here; without settings demo models answer
  council doctor                                  check settings, tokens, database and models
  council serve                                   serve Slack and Discord
  council history                                 list the latest questions
  council --help                                  list all commands

Settings are read from the environment and from .env; .env.example explains each."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code: 0 for success, 2 for wrong usage; each command documents the
    others."""
    parser = argparse.ArgumentParser(
        prog="council",
        description="Several language models answer a question, judge each other blind, and conclude.",
        epilog="Run `council COMMAND --help` for what a command takes. Settings: see .env.example.",
    )
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, command in COMMANDS.items():
        sub = commands.add_parser(name, help=command.summary, description=command.description)
        command.add_arguments(sub)
        sub.set_defaults(command=command)
    parsed = parser.parse_args(arguments)
    if not hasattr(parsed, "command"):
        print(GUIDE)
        return 0
    return int(parsed.command.run(parsed))


if __name__ == "__main__":
    sys.exit(main())
