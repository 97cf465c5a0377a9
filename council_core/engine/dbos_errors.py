"""DBOS's errors -> which of them are news, and which of them stand behind a group."""

import logging
from collections.abc import Iterator
from typing import TypeVar, cast

from dbos import error as dbos_error

E = TypeVar("E", bound=BaseException)


def is_news(record: logging.LogRecord) -> bool:
    """A run that was cancelled is no error; DBOS logs it as one, with a traceback."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, dbos_error.DBOSAwaitedWorkflowCancelledError)


def leaves(error: BaseException, kind: type[E]) -> Iterator[E]:
    """The errors of this kind inside a group of groups, or the error itself where it is one."""
    if isinstance(error, BaseExceptionGroup):
        for inner in cast("BaseExceptionGroup[BaseException]", error).exceptions:
            yield from leaves(inner, kind)
    elif isinstance(error, kind):
        yield error
