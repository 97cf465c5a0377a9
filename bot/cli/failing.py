"""Errors -> a clear sentence on standard error and an exit code."""

import sys
from collections.abc import Callable

from council_core.errors import CouncilError, RequestError, SettingsError

BROKE = 1
ASKED_WRONGLY = 2
INTERRUPTED = 130


def guarded(work: Callable[[], int]) -> int:
    """Does the work; what fails on purpose is said in one or two sentences, and what does not, in Python's way."""
    try:
        return work()
    except SettingsError as error:
        complain(
            "These settings need mending before Council can start:",
            *(f"  - {each}" for each in error.problems),
        )
        return ASKED_WRONGLY
    except RequestError as error:
        complain(str(error))
        return ASKED_WRONGLY
    except CouncilError as error:
        complain(str(error))
        return BROKE
    except KeyboardInterrupt:
        return INTERRUPTED


def complain(*lines: str) -> None:
    """Says something on standard error."""
    for each in lines:
        print(each, file=sys.stderr)
