"""Entry point of `council …` and `python -m bot …`: runs one of the commands in `bot.cli`."""

import argparse
import os
import sys
from collections.abc import Sequence

GUIDE = """\
Several language models answer a question, judge each other blind, and conclude.

  council ask "Should we rewrite the importer?"   ask here; without settings demo models answer
  council play                                    try it on a page of this machine, without any token
  council doctor                                  check settings, tokens, database and models
  council serve                                   serve Slack and Discord
  council history                                 list the latest questions
  council --help                                  list all commands

Settings are read from the environment and from .env; .env.example explains each."""


INTERRUPTED = 130
CLOSED = 141
"""The exit codes that shells give for SIGINT and SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Ctrl-C at any moment, and a reader that has read enough (`| head`),
    end it without a traceback."""
    try:
        code = _main(arguments)
        sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Python flushes standard output once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    return code


def _main(arguments: Sequence[str] | None) -> int:
    """Run one command and return its exit code: 0 for success, 2 for wrong usage; each command documents the
    others."""
    from bot.cli import COMMANDS

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
