"""Sort DBOS's errors: tell which deserve a log line, and find those inside a group."""

import logging
from collections.abc import Iterator
from typing import TypeVar, cast

from dbos import error as dbos_error

E = TypeVar("E", bound=BaseException)


def is_news(record: logging.LogRecord) -> bool:
    """Tell whether a log record deserves a line. DBOS logs a cancelled run as an error with a traceback, which does
    not."""
    error = record.exc_info[1] if record.exc_info else None
    return not isinstance(error, dbos_error.DBOSAwaitedWorkflowCancelledError)


def leaves(error: BaseException, kind: type[E]) -> Iterator[E]:
    """Yield the errors of this kind inside nested groups, or the error itself if it is one."""
    if isinstance(error, BaseExceptionGroup):
        for inner in cast("BaseExceptionGroup[BaseException]", error).exceptions:
            yield from leaves(inner, kind)
    elif isinstance(error, kind):
        yield error
