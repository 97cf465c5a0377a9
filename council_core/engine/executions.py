"""Track the executions of runs in this process, each with the engine's token of ownership."""

import asyncio
from collections.abc import Collection, Generator
from contextlib import contextmanager
from dataclasses import dataclass

from council_core.domain.question import RunId
from council_core.engine.dbos_door import TOKENS
from council_core.engine.lease import Connection

STOP_SECONDS = 10.0
"""Seconds to wait for stopped executions to end."""

MARK_SECONDS = 2.0
"""Seconds to wait until a finished execution is marked as ended. DBOS also waits there for a run that another process
owns by now, until that process has ended it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Execution:
    """One execution of a run. A run that was lost and resumed here again has two for a moment."""

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
        """Register the calling task as the executor of the run until the block ends.

        Args:
            run_id: The run.
            token: The engine's token for this execution.

        Raises:
            CancelledError: Everything was stopped already, so the run must not begin here. DBOS continues for a moment
                to hand over runs.
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
        """Stop the executions of a run."""
        for each in tuple(self._executions):
            if each.run_id == run_id:
                each.task.cancel()

    async def stopped(self, run_ids: Collection[RunId]) -> None:
        """Wait until these runs have stopped their work, at most `STOP_SECONDS`."""
        if tasks := {each.task for each in self._executions if each.run_id in run_ids}:
            await asyncio.wait(tasks, timeout=STOP_SECONDS)

    async def stop_all(self) -> None:
        """Stop all executions, and each that begins from now on. Return when they have stopped and finished ones are
        marked as ended."""
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
        """Stop the runs that another process owns by now, and return them."""
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
