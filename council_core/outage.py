"""Wait while the database cannot be used; log its outage once, and its return once, however many tasks find out."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from threading import Lock
from typing import TypeVar

from council_core.errors import StoreError, StoreUnavailable

T = TypeVar("T")

FIRST_PAUSE_SECONDS, LONGEST_PAUSE_SECONDS = 1.0, 30.0
"""Pauses between tries while the database cannot be used; each is twice the one before it."""

logger = logging.getLogger(__name__)

EXCUSED_SECONDS = 900.0
"""Seconds for which an outage of the database makes no process unhealthy. A restart does not end an outage, and would
stop calls under way; but a process that alone cannot reach a database must be restarted in the end."""


class Outage:
    """Whether the database of this process can be used. Its methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._since: float | None = None
        self._only_writes = False
        self._was_used = self._was_written = False

    @property
    def is_on(self) -> bool:
        """Whether the database could not be used when it was last tried."""
        return self._since is not None

    def begins(self, error: Exception, *, only_writes: bool = False) -> None:
        """Note that the database cannot be used. A database that was never used is no outage, nor one that was only
        read and cannot be written: the start fails, or the command.

        Args:
            error: What it said.
            only_writes: Whether it can still be read: its disk is full, or another program holds it locked.
        """
        with self._lock:
            if self._since is not None or not (self._was_written if only_writes else self._was_used):
                return
            self._since, self._only_writes = time.monotonic(), only_writes
        why = error if isinstance(error, StoreError) else cause_of(error)
        logger.warning("the database cannot be used, and everything waits until it is back: %s", why)

    def ends(self, *, writes: bool, asked: float | None = None) -> None:
        """Note that the database was used.

        Args:
            writes: Whether something was written. Reading alone does not show that there is room on the disk again.
            asked: Monotonic time at which the use began; None for now. One that began before the outage, and
                finishes within it, does not end it.
        """
        with self._lock:
            since, self._was_used = self._since, True
            self._was_written = self._was_written or writes
            if since is None or (self._only_writes and not writes) or (asked is not None and asked < since):
                return
            self._since = None
        logger.warning("the database is back after %.1f s; runs go on", time.monotonic() - since)


def cause_of(error: BaseException) -> str:
    """Return a driver's words for an error in one line, without the statement and the address that SQLAlchemy adds."""
    cause = getattr(error, "orig", None) or error
    return " ".join(str(cause).partition("\nLINE ")[0].split()) or type(cause).__name__


async def when_the_store_is_there(action: Callable[[], Awaitable[T]]) -> T:
    """Repeat the action while the store cannot be used, because a full disk or a lock is no reason to lose a run. End
    when the store works again, or when the run or the process is stopped."""
    pause = FIRST_PAUSE_SECONDS
    while True:
        try:
            return await action()
        except StoreUnavailable:  # The store has logged it.
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE_SECONDS)
