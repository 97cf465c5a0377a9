"""Entry point of `council …` and `python -m bot …`: runs one of the commands in `bot.cli`."""

import errno
import os
import shlex
import sys
from codecs import lookup
from collections.abc import Collection, Sequence
from io import TextIOWrapper
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from bot.presentation.words.commands import CommandWords

INTERRUPTED = 130
CLOSED = 141
"""Exit codes that shells give for SIGINT and SIGPIPE."""

OUTPUT_LOST = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
"""Errors of a write to a full or broken disk. Commands and the store handle those of their own files."""

OWN_OPTIONS = ("-h", "--help", "--version")
"""Options without a command."""

SHORT_WORDS = 0.6
"""Likeness from which a command was probably meant: two letters of `ask` in the wrong order have 0.67."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code. Ctrl-C, a reader that closes the pipe (`| head`) and a full disk end it
    without a traceback."""
    words, code = list(sys.argv[1:] if arguments is None else arguments), None
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        # A terminal without UTF-8 shows signs that it lacks as escapes; nothing is lost, and nothing breaks.
        if isinstance(stream, TextIOWrapper) and lookup(stream.encoding).name != "utf-8":
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _main(words)
        sys.stdout.flush()
    except KeyboardInterrupt:
        # The command itself says what became of a question; its modules may still have been loading.
        if words[:1] == ["ask"] and code is None:
            from bot.cli.language import words_for_errors

            print(words_for_errors().terminal.stopped_early, file=sys.stderr)
        return INTERRUPTED
    except (OSError, ExceptionGroup) as error:
        return _output_ended(error)
    except SystemExit as error:
        if isinstance(error.__context__, OSError):  # rich, or the terminal platform, ends the process so.
            return _output_ended(error.__context__)
        raise
    return code


def _open_closed_streams() -> None:
    """Put /dev/null in place of streams that the shell closed (`>&-`), so that no file of ours gets their numbers."""
    while (number := os.open(os.devnull, os.O_RDWR)) <= 2:
        pass
    os.close(number)
    sys.stdin = sys.stdin or os.fdopen(0, encoding="utf-8")
    sys.stdout = sys.stdout or os.fdopen(1, "w", encoding="utf-8")
    sys.stderr = sys.stderr or os.fdopen(2, "w", encoding="utf-8")


def _output_ended(error: Exception) -> int:
    """Return the exit code for output that cannot be written, and say why. Raise any other error again."""
    cause = error
    while isinstance(cause, ExceptionGroup):
        cause, *others = cast("ExceptionGroup[Exception]", cause).exceptions
        if others:
            raise error
    is_closed = isinstance(cause, BrokenPipeError)
    if not isinstance(cause, OSError) or not (is_closed or cause.errno in OUTPUT_LOST):
        raise error
    # Python flushes standard output once more at its end.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if is_closed:
        return CLOSED
    from bot.cli.errors import BROKE, print_error
    from bot.cli.language import words_for_errors

    print_error(words_for_errors().terminal.output_lost(why=cause.strerror or type(cause).__name__))
    return BROKE


def _main(words: Sequence[str]) -> int:
    """Run one command and return its exit code: 0 for success, 2 for wrong usage; each command documents the
    others."""
    from bot.cli import COMMANDS, Help, installed_version, run_command
    from bot.cli.language import words_for_errors
    from bot.cli.parser import Parser, folded

    said = words_for_errors().commands
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    if words and not words[0].startswith("-") and words[0] not in COMMANDS:
        print(_no_command(words[0], COMMANDS, said), file=sys.stderr)
        return 2
    parser = Parser(said=said, prog="council", description=said.about, epilog=said.epilog)
    parser.add_argument("--version", action="store_true", help=said.version_option)
    commands = parser.add_subparsers(title=said.title, metavar="COMMAND")
    for name, add_options in COMMANDS.items():
        sub = commands.add_parser(
            name, said=said, help=said.summaries[name], description=said.descriptions[name]
        )
        add_options(sub, Help(said, name))
        sub.set_defaults(command=name)
    if words and words[0].startswith("-") and words[0] not in OWN_OPTIONS:
        parser.unknown(words)
    parsed, rest = parser.parse_known_args(words)
    command = getattr(parsed, "command", "")
    if rest:
        commands.choices.get(command, parser).unknown(rest)
    if parsed.version:
        print(said.version(version=installed_version(), python=sys.version.split()[0]))
        return 0
    if not command:
        print(folded(said.guide))
        return 0
    return run_command(command, parsed)


def _no_command(word: str, commands: Collection[str], said: "CommandWords") -> str:
    """Say that there is no such command, and name the nearest one; if the word is a question, say how to ask it."""
    from bot.settings.names import nearest

    if " " in word.strip() or word.endswith("?"):
        return said.ask_this(question=shlex.quote(word))
    return said.unknown_command(name=word, near=nearest(word, commands, cutoff=SHORT_WORDS))


if __name__ == "__main__":
    sys.exit(main())
