"""Sweep an SQLite file after deletions, in pieces that delay other writers only for a moment.

SQLite waits for its write lock by sleeping and trying again, up to a tenth of a second each time
(https://www.sqlite.org/c3ref/busy_handler.html). With many pieces and short pauses another writer tried in vain for
seconds, so the pieces take turns with this process's other writes.
"""

import logging
import sqlite3
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, closing

from council_core.storage.search import merge

logger = logging.getLogger(__name__)

BUSY_SECONDS = 5.0
"""Seconds to wait for other programs before a sweep leaves the rest to the next one."""

A_PIECE_SECONDS, BETWEEN_PIECES = 0.01, 0.01
"""Target time of one transaction, and the shortest pause after it. Others write in the pauses, which last at least as
long as the pieces."""

FIRST_PIECE, LARGEST_PIECE = 50, 250
"""Pages in the first piece and the largest one. The time of each piece decides the size of the next: a slow disk gets
small ones."""

LARGEST_MERGE = 32
"""Pages of the index in the largest piece of a merge. For each page SQLite reads and zeroes those that it replaces, and
one piece says little about the time of the next: words are of very different lengths."""

LOG_PAGES = 1_000
"""Pages of pieces after which the write-ahead log is written back, in a pause. Otherwise the next writer would do it
while somebody waits."""

Turn = Callable[[], AbstractContextManager[object]]
"""Waits for the turn to write in this process and holds it."""


def sweep_file(file: str, turn: Turn, *, rewrites_all: bool) -> bool:
    """Merge the index of words, release empty pages from the file and empty the write-ahead log.

    Args:
        file: Path of the database.
        turn: Waits for the turn to write.
        rewrites_all: Whether to rewrite the whole file, because other programs deleted content without overwriting it.

    Returns:
        False if others still used deleted pages, so that the sweep must be tried again.
    """
    with closing(sqlite3.connect(file, timeout=BUSY_SECONDS, isolation_level=None)) as connection:
        try:
            connection.execute("PRAGMA secure_delete=ON")
            # A later commit of the store also makes everything before it in the log durable.
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute("PRAGMA wal_autocheckpoint=0")
            pieces = _Pieces(connection, turn)
            pieces.do(_merging(connection), largest=LARGEST_MERGE)
            if rewrites_all:
                connection.execute("VACUUM")
            else:
                pieces.do(_releasing(connection), largest=LARGEST_PIECE)
        except sqlite3.OperationalError as error:
            if rewrites_all or error.sqlite_errorcode != sqlite3.SQLITE_BUSY:
                raise
            # SQLite's lock has no queue, so many other programs can keep it from a sweep.
            logger.info("others write without a pause, so the sweep goes on with the next one")
            return False
        with turn():
            is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        logger.info("the write-ahead log is in use and is emptied at the next sweep")
    return not is_busy


class _Pieces:
    """Works in transactions of a few pages each, with pauses."""

    def __init__(self, connection: sqlite3.Connection, turn: Turn) -> None:
        self._connection, self._turn = connection, turn
        self._in_log = 0

    def do(self, piece: Callable[[int], bool], *, largest: int) -> None:
        """Call `piece` with a number of pages, at most `largest`, until it returns False."""
        pages, more = min(FIRST_PIECE, largest), True
        while more:
            with self._turn():
                began = time.perf_counter()
                more = piece(pages)
                took = time.perf_counter() - began
            self._in_log += pages
            if self._in_log >= LOG_PAGES:
                self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")
                self._in_log = 0
            time.sleep(max(BETWEEN_PIECES, took))
            pages = min(max(1, round(pages * A_PIECE_SECONDS / took)), 2 * pages, largest)


def _merging(connection: sqlite3.Connection) -> Callable[[int], bool]:
    """Return a function that rewrites pages of the index without deleted words, which are in those pages until then."""
    is_first = True

    def piece(pages: int) -> bool:
        nonlocal is_first
        did, is_first = merge(connection, pages, is_first=is_first), False
        return did

    return piece


def _releasing(connection: sqlite3.Connection) -> Callable[[int], bool]:
    """Return a function that releases empty pages from the file."""

    def empty() -> int:
        return int(connection.execute("PRAGMA freelist_count").fetchone()[0])

    before = empty()

    def piece(pages: int) -> bool:
        nonlocal before
        if not before:
            return False
        # A script runs to its end. Python steps a statement without columns only once, which would release one page.
        connection.executescript(f"PRAGMA incremental_vacuum({pages})")
        # A file of an early version keeps its pages and reuses them.
        less = (now := empty()) < before
        before = now
        return less

    return piece
