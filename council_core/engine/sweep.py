"""Find runs about which the engine and the store disagree, and resume or end each of them."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable, Collection
from contextlib import AbstractAsyncContextManager

from dbos import DBOS, WorkflowStatus

from council_core.domain.ending import OUR_FAULT
from council_core.domain.question import RunId
from council_core.engine.dbos_door import sql_of
from council_core.engine.durable import DurableEngine
from council_core.engine.records import RUN, version_of
from council_core.engine.without_step_context import translated_errors, without_step_context
from council_core.ports import Checkpoints, Clock, RunStore

logger = logging.getLogger(__name__)

SWEEP_SECONDS = 30.0
"""Seconds between two looks."""

GIVEN_UP = "MAX_RECOVERY_ATTEMPTS_EXCEEDED"
"""DBOS's state of runs that earlier releases gave up after a hundred restarts. Today none gets it."""

OVER = frozenset({"SUCCESS", "ERROR"})


Mend = Callable[[RunId], Awaitable[None]]


class Sweep:
    """Resumes or ends these runs, in one process of a database at a time. A run is changed only if two looks in a row
    find it, because the engine and the store are not written in the same moment. A run that was given up is changed at
    once."""

    def __init__(
        self,
        *,
        engine: DurableEngine,
        database_url: str,
        executor: str,
        family: str,
        store: RunStore,
        checkpoints: Checkpoints,
        clock: Clock,
        platforms: Collection[str],
        alone: Callable[[], AbstractAsyncContextManager[bool]],
    ) -> None:
        """
        Args:
            engine: Executes runs in this process; launched.
            database_url: The engine's view of the database (`storage.database.engine_url`).
            executor: Name of this process.
            family: Family of the runs that it can execute.
            store: Knows which runs have not ended.
            checkpoints: Stores steps and signals.
            clock: Time of day.
            platforms: Platforms of the runs to look for.
            alone: Tells whether this process may look now; while the block lasts, no other may.
        """
        self._engine, self._store, self._clock = engine, store, clock
        self._journal = checkpoints.beside(sql_of(database_url))
        self._executor, self._version = executor, version_of(family)
        self._platforms, self._alone = platforms, alone
        self._suspects: frozenset[RunId] = frozenset()
        self._left: frozenset[RunId] = frozenset()
        """Runs under the name of this process that it did not execute at the last look."""

        self._looks = 0
        self._is_resuming = True
        """Whether the engine may still be resuming the runs that it found at its launch: thousands take minutes."""

        self._begun_anew: set[RunId] = set()

    async def watch(self) -> None:
        """Look again and again until cancelled.

        Raises:
            StoreUnavailable: The database cannot be used; call again.
        """
        while True:
            await self.look()
            await asyncio.sleep(SWEEP_SECONDS * random.uniform(0.8, 1.2))

    async def look(self) -> None:
        """Look once."""
        async with self._alone() as is_ours:
            if is_ours:
                with translated_errors():
                    await self._look()

    async def _look(self) -> None:
        unfinished = await self._store.unfinished(platforms=self._platforms)
        under_way = await _runs(status=["PENDING", GIVEN_UP], app_version=self._version, name=RUN)
        known = {RunId(each.workflow_id): each for each in under_way}
        if others := [run_id for run_id in unfinished if run_id not in known]:
            known |= {RunId(each.workflow_id): each for each in await _runs(workflow_ids=list(others))}
        unknown = [run_id for run_id in unfinished if run_id not in known]
        unstarted = await self._engine.unstarted(unknown) if unknown else ()
        mended: dict[RunId, Mend] = dict.fromkeys(unstarted, self._start)
        for run_id, each in known.items():
            if (mend := self._mend_of(run_id, each)) is not None:
                mended[run_id] = mend
        # No other process acts on a run that was given up.
        given_up = {run_id for run_id, each in known.items() if each.status == GIVEN_UP}
        again = (self._suspects | given_up) & mended.keys()
        left = frozenset(run_id for run_id, each in known.items() if self._is_left(run_id, each))
        if self._are_resumed(left):
            again -= left
        self._suspects = frozenset(mended.keys() - again)
        for run_id in sorted(again):
            await mended[run_id](run_id)

    def _mend_of(self, run_id: RunId, status: WorkflowStatus) -> Mend | None:
        """Return the action for a run that the store or the engine calls unfinished; None where all is well."""
        if self._engine.executes(run_id):
            return None
        if status.status in OVER:
            return self._begin_anew
        is_to_resume = self._is_left(run_id, status) or status.status in {GIVEN_UP, "CANCELLED"}
        return self._resume if is_to_resume else None

    def _is_left(self, run_id: RunId, status: WorkflowStatus) -> bool:
        """Tell whether the engine counts the run among those of this process, which does not execute it."""
        is_ours = status.status == "PENDING" and status.executor_id == self._executor
        return is_ours and not self._engine.executes(run_id)

    def _are_resumed(self, left: frozenset[RunId]) -> bool:
        """Tell whether the engine has resumed some of the left runs since the last look, and so comes to the others
        by itself. Once it has resumed none between two looks, all that it found at its launch are resumed."""
        self._looks += 1
        if self._looks > 1 and not self._left - left:
            self._is_resuming = False
        self._left = left
        return self._is_resuming

    async def _start(self, run_id: RunId) -> None:
        logger.warning("the engine did not know run %s, which has not ended; it is started", run_id)
        await self._engine.start(run_id)

    async def _resume(self, run_id: RunId) -> None:
        logger.warning("run %s was left by everybody and has not ended; it is resumed", run_id)
        await self._engine.resume(run_id)

    async def _begin_anew(self, run_id: RunId) -> None:
        """Execute the story again with all stored steps. Stop the run instead if it broke before, or if its steps are
        in the engine's own row, which is deleted here; then its ending is executed."""
        _, earlier = await self._journal.steps(run_id)
        if run_id in self._begun_anew or earlier:
            logger.error("run %s breaks again and again; it is ended", run_id)
            await self._store.cancel(run_id, self._clock.now(), OUR_FAULT)
        else:
            logger.warning(
                "the engine says that run %s has ended, and the store does not; it goes on", run_id
            )
        self._begun_anew.add(run_id)
        await without_step_context(DBOS.delete_workflow_async(run_id))
        await self._engine.resume(run_id)


async def _runs(
    *,
    workflow_ids: list[RunId] | None = None,
    status: list[str] | None = None,
    app_version: str | None = None,
    name: str | None = None,
) -> list[WorkflowStatus]:
    ids = None if workflow_ids is None else [str(run_id) for run_id in workflow_ids]
    return await without_step_context(
        DBOS.list_workflows_async(
            workflow_ids=ids, status=status, app_version=app_version, name=name,
            load_input=False, load_output=False,
        )
    )  # fmt: skip
