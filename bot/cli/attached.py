"""Collect the files of a question: those named on the command line, and piped text."""

import mimetypes
import os
import select
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from bot.cli.errors import CommandRefused
from bot.platforms.terminal import PIPED
from bot.presentation.words.terminal import TerminalWords
from council_core.domain.question import FileReference

SILENT_SECONDS = 2.0
"""Seconds after which a sentence says that Council waits for a silent pipe. The program that writes may take long, and
a program that starts Council may leave a pipe open and write nothing."""

LONGEST_SILENCE = 15.0
"""Seconds after which the question is asked without the text of a pipe that stayed silent. Remote shells and job
runners leave a pipe open for as long as the command runs."""


def attached(
    paths: Sequence[str], piped: bytes, said: TerminalWords
) -> tuple[tuple[FileReference, ...], Mapping[str, bytes]]:
    """Collect the files of a question.

    Args:
        paths: Paths from the command line; `-` for the piped text.
        piped: The piped text; it comes last if no path names it.
        said: Words for errors.

    Returns:
        The files, and the bytes of those that can be read only once, such as pipes, by their references.

    Raises:
        CommandRefused: A file cannot be read.
    """
    named = [*paths, *([PIPED] if piped and PIPED not in paths else [])]
    contents = {PIPED: piped} if PIPED in named else dict[str, bytes]()
    files = [
        _piped(piped, said) if path == PIPED else _file(path, contents, said) for path in dict.fromkeys(named)
    ]
    return tuple(files), contents


def _piped(content: bytes, said: TerminalWords) -> FileReference:
    return FileReference(
        name=said.standard_input, media_type="text/plain", size=len(content), reference=PIPED
    )


def _file(path: str, contents: dict[str, bytes], said: TerminalWords) -> FileReference:
    reference = str(Path(path).resolve())
    try:
        with Path(path).open("rb") as file:
            about = os.fstat(file.fileno())
            size = about.st_size
            if stat.S_ISFIFO(about.st_mode):  # As from a shell's `--file <(command)`.
                reference = path
                contents[reference] = file.read()
                size = len(contents[reference])
    except OSError as error:
        raise CommandRefused(said.cannot_read(file=path, why=error.strerror or str(error))) from error
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return FileReference(name=Path(path).name, media_type=kind, size=size, reference=reference)


def read_pipe(*, waits: bool, told: Callable[[], None], dropped: Callable[[], None]) -> bytes:
    """Return all of standard input, if it is a pipe or a file. Waits until the other end of a pipe is closed, because
    a question without its text would cost as much and be answered wrongly. A pipe that stays silent is dropped after
    `LONGEST_SILENCE`.

    Args:
        waits: Whether to read standard input of any other kind too, and to wait for a silent pipe without limit.
        told: Tells a person that a silent pipe is waited for.
        dropped: Tells a person that nothing came.
    """
    try:
        number = sys.stdin.fileno()
        mode = os.fstat(number).st_mode
    except (OSError, ValueError, AttributeError):
        return b""
    if stat.S_ISFIFO(mode) and not select.select([number], [], [], SILENT_SECONDS)[0]:
        told()
        if not waits and not select.select([number], [], [], LONGEST_SILENCE - SILENT_SECONDS)[0]:
            dropped()
            return b""
    if waits or stat.S_ISFIFO(mode) or stat.S_ISREG(mode):
        return sys.stdin.buffer.read()
    return b""
