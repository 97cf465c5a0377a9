"""Runs that the store stops -> kept as they are, with why, until this process ends.

Were such a run to end with an error, the engine would mark it as ended and nobody would ever take it up again; the next
start may find the database mended.
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
    """What this process cannot go on with."""

    def __init__(self) -> None:
        self._errors: dict[RunId, StoreError] = {}

    def check(self, run_id: RunId) -> None:
        """Raises what stopped the run, if it was stopped."""
        if (error := self._errors.get(run_id)) is not None:
            raise error

    @asynccontextmanager
    async def guard(self, run_id: RunId, ended: asyncio.Event) -> AsyncGenerator[None]:
        """While its story is told: an error of the store does not come out of the block, which then waits until it is
        cancelled.

        Args:
            run_id: The run.
            ended: Set when it is held, for those who wait for its end.
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
