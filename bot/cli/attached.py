"""Collects the files of a question: those named on the command line, and piped text."""

import mimetypes
import os
import select
import stat
import sys
from collections.abc import Sequence
from pathlib import Path

from bot.platforms.terminal import PIPED
from council_core.domain.question import FileReference
from council_core.errors import QuestionRejected

SECONDS_FOR_A_PIPE = 2.0
"""Seconds to wait for a silent pipe: a program that starts Council may leave one open and write nothing."""


def attached(paths: Sequence[str], piped: bytes) -> tuple[FileReference, ...]:
    """Read the files of a question.

    Args:
        paths: Paths from the command line; `-` for the piped text.
        piped: The piped text; it comes last where no path names it.

    Raises:
        QuestionRejected: A file cannot be read.
    """
    named = [*paths, *([PIPED] if piped and PIPED not in paths else [])]
    return tuple(_piped(piped) if path == PIPED else _file(path) for path in dict.fromkeys(named))


def _piped(content: bytes) -> FileReference:
    return FileReference(name="standard input", media_type="text/plain", size=len(content), reference=PIPED)


def _file(path: str) -> FileReference:
    try:
        with Path(path).open("rb") as file:
            size = os.fstat(file.fileno()).st_size
    except OSError as error:
        raise QuestionRejected(f"'{path}' cannot be read: {error.strerror or error}.") from error
    kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
    return FileReference(
        name=Path(path).name, media_type=kind, size=size, reference=str(Path(path).resolve())
    )


def read_pipe(*, waits: bool) -> bytes:
    """Return all of standard input, where it is a pipe or a file.

    Args:
        waits: Whether to wait for a pipe that has sent nothing yet.
    """
    try:
        number = sys.stdin.fileno()
        mode = os.fstat(number).st_mode
    except (OSError, ValueError, AttributeError):
        return b""
    if stat.S_ISFIFO(mode) and not waits and not select.select([number], [], [], SECONDS_FOR_A_PIPE)[0]:
        return b""
    if waits or stat.S_ISFIFO(mode) or stat.S_ISREG(mode):
        return sys.stdin.buffer.read()
    return b""
