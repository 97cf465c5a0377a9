"""The runs that this process carries, each with the token by which the engine knows whose it is."""

import asyncio
from collections.abc import Collection, Generator
from contextlib import contextmanager
from dataclasses import dataclass

from council_core.domain.question import RunId
from council_core.engine.dbos_door import TOKENS
from council_core.engine.workers.lease import Connection

STOP_SECONDS = 10.0
"""How long is waited for what was stopped."""

MARK_SECONDS = 2.0
"""How long is waited for what was told and is not marked as ended. DBOS also parks there what it finds to be another
process's by now, until that one has ended it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Execution:
    """One try at a run's story. A run that was taken away and came back has two for a moment."""

    run_id: RunId
    token: str
    task: "asyncio.Task[object]"


class Executions:
    """Executions under way in this process."""

    def __init__(self) -> None:
        self._executions: set[_Execution] = set()
        self._told: set[asyncio.Task[object]] = set()
        self._is_over = False

    def __contains__(self, run_id: object) -> bool:
        return any(each.run_id == run_id for each in self._executions)

    @property
    def run_ids(self) -> tuple[RunId, ...]:
        return tuple(each.run_id for each in self._executions)

    def __len__(self) -> int:
        return len(self._executions)

    @contextmanager
    def executing(self, run_id: RunId, token: str) -> Generator[None]:
        """Note that the task of the caller tells the run's story, until the block ends.

        Args:
            run_id: The run.
            token: The engine's for this execution of it.

        Raises:
            CancelledError: Everything was stopped already, and this would be told into the void: DBOS goes on for a
                moment with what it was just taking over.
        """
        if self._is_over:
            raise asyncio.CancelledError
        task = asyncio.current_task()
        assert task is not None
        execution = _Execution(run_id=run_id, token=token, task=task)
        self._executions.add(execution)
        try:
            yield
        finally:
            self._executions.discard(execution)
            self._told.add(task)
            task.add_done_callback(self._told.discard)

    def stop(self, run_id: RunId) -> None:
        """Stops a run where it stands."""
        for each in tuple(self._executions):
            if each.run_id == run_id:
                each.task.cancel()

    async def stopped(self, run_ids: Collection[RunId]) -> None:
        """Returns when these runs have let go of what they were doing, or after `STOP_SECONDS`."""
        if tasks := {each.task for each in self._executions if each.run_id in run_ids}:
            await asyncio.wait(tasks, timeout=STOP_SECONDS)

    async def stop_all(self) -> None:
        """Stops everything where it stands, and whatever begins from now on; returns when it has stopped, and what was
        just told is marked as ended."""
        self._is_over = True
        tasks = [each.task for each in self._executions]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._told:
            _, parked = await asyncio.wait(self._told, timeout=MARK_SECONDS)
            for task in parked:
                task.cancel()
            await asyncio.gather(*parked, return_exceptions=True)

    async def stop_lost(self, connection: Connection) -> tuple[RunId, ...]:
        """Stops what another process owns by now; says which runs those are."""
        if not self._executions:
            return ()
        before = tuple(self._executions)
        rows = await (await connection.execute(TOKENS, [[each.run_id for each in before]])).fetchall()
        owners = {str(row[0]): row[1] for row in rows}
        lost = [each for each in before if owners.get(each.run_id) != each.token]
        for each in lost:
            each.task.cancel()
        if lost:
            await asyncio.wait({each.task for each in lost}, timeout=STOP_SECONDS)
        return tuple(each.run_id for each in lost)
