"""Turn errors into a clear sentence on standard error and an exit code."""

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import cast

from bot.cli.language import words_for_errors
from bot.presentation.replies import error_sentence
from council_core.errors import CouncilError, RequestError, RunDeleted, SettingsError, UnknownRun

BROKE = 1
ASKED_WRONGLY = 2
INTERRUPTED = 130


class CommandRefused(RequestError):
    """The terminal refuses a command. Its sentence is in the reader's language already."""

    def __init__(self, sentence: str) -> None:
        self.sentence = sentence
        super().__init__()

    def __str__(self) -> str:
        return self.sentence


def exit_code_of(work: Callable[[], int]) -> int:
    """Do the work and return its exit code. Print a sentence or two for each error raised on purpose; any other error
    keeps Python's traceback."""
    try:
        return work()
    except CouncilError as error:
        return _told([error])
    except ExceptionGroup as group:
        # Platforms are served concurrently, so an error that stops one of them arrives in a group.
        errors = list(_each(group))
        expected = [error for error in errors if isinstance(error, CouncilError)]
        if len(expected) < len(errors):
            raise
        return _told(expected)
    except KeyboardInterrupt:
        return INTERRUPTED


def print_error(*lines: str) -> None:
    """Print lines on standard error."""
    for each in lines:
        print(each, file=sys.stderr)


def cause_of(error: OSError) -> str:
    """Return the system's own words for why a file cannot be read or written."""
    return error.strerror or str(error)


def _told(errors: Sequence[CouncilError]) -> int:
    words = words_for_errors()
    for error in errors:
        match error:
            case SettingsError(problems=problems):
                print_error(words.terminal.settings_wrong)
                print_error(*(f"  - {words.errors.problem(problem=each)}" for each in problems))
            case UnknownRun(run_id=run_id) if not isinstance(error, RunDeleted):
                print_error(words.terminal.unknown_run(run_id=run_id))
            case _:
                print_error(error_sentence(words, error))
    is_theirs = all(isinstance(error, SettingsError | RequestError) for error in errors)
    return ASKED_WRONGLY if is_theirs else BROKE


def _each(error: Exception) -> Iterator[Exception]:
    if not isinstance(error, ExceptionGroup):
        yield error
        return
    for inner in cast("ExceptionGroup[Exception]", error).exceptions:
        yield from _each(inner)
