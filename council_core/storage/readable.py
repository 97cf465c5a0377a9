"""Leave rows out of a list that cannot be read, so that one such row stops nothing else."""

import logging
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, TypeVar

from council_core.errors import StoreIncompatible

T = TypeVar("T")

logger = logging.getLogger(__name__)


def readable(rows: Iterable[Any], read: Callable[[Any], T], name: Callable[[Any], str]) -> Iterator[T]:
    """Yield the values of those rows that can be read. Each other row leaves one line in the log of this process.

    Args:
        rows: The rows.
        read: Reads one of them. Raises StoreIncompatible.
        name: Names a row for the operator, such as "run r1".
    """
    for row in rows:
        try:
            value = read(row)
        except StoreIncompatible as error:
            _report(name(row), str(error))
        else:
            yield value


@lru_cache(maxsize=1_000)
def _report(name: str, error: str) -> None:
    """Log it once, because lists are read again and again."""
    logger.error("%s is left out until its row is mended or deleted: %s", name, error)


def run_name(row: Any) -> str:
    """Name a row of `runs`."""
    return f"run {row.id}"
