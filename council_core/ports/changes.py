"""Follow a run from any process."""

from collections.abc import AsyncGenerator
from typing import Protocol

from council_core.domain.question import RunId
from council_core.domain.run import RunStatus


class Changes(Protocol):
    """Tells followers that something new of a run was kept, whichever process kept it."""

    def follow(self, run_id: RunId) -> AsyncGenerator[RunStatus]:
        """Yield the run's status now, and again after each change that was kept.

        Changes that come while the follower is busy are one: it then gets the newest status. The follower reads the
        run itself, so it misses nothing. The iteration ends after a final status, or when the run was deleted. Close
        it (`contextlib.aclosing`) when it is left earlier.

        Raises:
            UnknownRun: There is no such run.
            RunForgotten: It was deleted before.
            StoreUnavailable: The store cannot be read at the beginning. Later the follower waits until it is back.
        """
        ...
