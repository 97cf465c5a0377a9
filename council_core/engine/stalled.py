"""Keep runs that an error of the store stopped, with that error, until this process ends.

If such a run ended with an error, the engine would mark it as ended and never resume it; the next start may find the
database repaired.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from dbos import error as dbos_error

from council_core.domain.question import RunId
from council_core.engine.dbos_errors import leaves
from council_core.errors import StoreError

logger = logging.getLogger(__name__)


class StalledRuns:
    """Runs with which this process cannot go on."""

    def __init__(self) -> None:
        self._errors: dict[RunId, StoreError] = {}

    def check(self, run_id: RunId) -> None:
        """Raise the error that stopped the run, if it was stopped."""
        if (error := self._errors.get(run_id)) is not None:
            raise error

    @asynccontextmanager
    async def guard(self, run_id: RunId, ended: asyncio.Event) -> AsyncGenerator[None]:
        """Guard the execution of a run: an error of the store does not leave the block, which then waits until it is
        cancelled.

        Args:
            run_id: The run.
            ended: Set when the run stalls, for those who wait for its end.
        """
        try:
            yield
        except (StoreError, BaseExceptionGroup) as error:
            lost = next(leaves(error, dbos_error.DBOSBaseException), None)
            trouble = next(leaves(error, StoreError), None)
            if lost is not None or trouble is None:
                raise
            logger.error("run %s stands still until the next start: %s", run_id, trouble)
            self._errors[run_id] = trouble
            ended.set()
            try:
                await asyncio.Event().wait()
            finally:
                del self._errors[run_id]
