"""Log once when the database cannot be used, and once when it is back, however many tasks find out."""

import logging
import time
from threading import Lock

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
        self._was_used = False

    @property
    def is_on(self) -> bool:
        """Whether the database could not be used when it was last tried."""
        return self._since is not None

    def begins(self, error: Exception, *, only_writes: bool = False) -> None:
        """Note that the database cannot be used. A database that was never used is no outage: the start fails.

        Args:
            error: What it said.
            only_writes: Whether it can still be read: its disk is full, or another program holds it locked.
        """
        with self._lock:
            if self._since is not None or not self._was_used:
                return
            self._since, self._only_writes = time.monotonic(), only_writes
        why = " ".join(str(error).split()) or type(error).__name__
        logger.warning("the database cannot be used, and everything waits until it is back: %s", why)

    def ends(self, *, writes: bool) -> None:
        """Note that the database was used.

        Args:
            writes: Whether something was written. Reading alone does not show that there is room on the disk again.
        """
        with self._lock:
            since, self._was_used = self._since, True
            if since is None or (self._only_writes and not writes):
                return
            self._since = None
        logger.warning("the database is back after %.1f s; runs go on", time.monotonic() - since)
