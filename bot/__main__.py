"""Entry point of `council …` and `python -m bot …`: runs one of the commands in `bot.cli`."""

import argparse
import os
import shlex
import sys
from collections.abc import Collection, Sequence

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
"""Exit codes that shells give for SIGINT and SIGPIPE."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Ctrl-C, and a reader that closes the pipe (`| head`), end it without a
    traceback."""
    words, code = list(sys.argv[1:] if arguments is None else arguments), None
    try:
        code = _main(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        # The command itself says what became of a question; its modules may still have been loading.
        if words[:1] == ["ask"] and code is None:
            print("Stopped before anything was asked.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        # Python flushes standard output once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return CLOSED
    return code


def _main(words: Sequence[str]) -> int:
    """Run one command and return its exit code: 0 for success, 2 for wrong usage; each command documents the
    others."""
    from bot.cli import COMMANDS

    if words and not words[0].startswith("-") and words[0] not in COMMANDS:
        print(_no_command(words[0], COMMANDS), file=sys.stderr)
        return 2
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
    parsed = parser.parse_args(words)
    if not hasattr(parsed, "command"):
        print(GUIDE)
        return 0
    return int(parsed.command.run(parsed))


def _no_command(word: str, commands: Collection[str]) -> str:
    """Say that there is no such command, and name the nearest one; if the word is a question, say how to ask it."""
    from bot.settings.names import nearest

    if " " in word.strip() or word.endswith("?"):
        return f"To ask the council, write: council ask {shlex.quote(word)}"
    near = nearest(word, commands)
    meant = f" Did you mean 'council {near}'?" if near else ""
    return f"There is no command '{word}'.{meant} 'council --help' lists all commands."


if __name__ == "__main__":
    sys.exit(main())
