"""Port for following a run from any process."""

from collections.abc import AsyncGenerator
from typing import Protocol

from council_core.domain.question import RunId
from council_core.domain.run import RunStatus


class Changes(Protocol):
    """Tells followers that something of a run was stored, by any process."""

    def follow(self, run_id: RunId) -> AsyncGenerator[RunStatus]:
        """Yield the run's status now, and again after each stored change.

        Changes that arrive while the follower is busy are merged: it then gets the newest status, and reads the run
            itself, so it misses nothing. The iteration ends after a final status, or when the run was deleted. Close
            it (`contextlib.aclosing`) if you leave it earlier.

        Raises:
            UnknownRun: No run has this id.
            RunDeleted: It was deleted before.
            StoreUnavailable: The store cannot be read at the beginning. Later the follower waits until it is back.
        """
        ...
