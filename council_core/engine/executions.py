"""Track the executions of runs in this process, each with the engine's token of ownership, and steps under way."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Generator
from contextlib import asynccontextmanager, contextmanager
from contextvars import ContextVar
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


_is_within: ContextVar[bool] = ContextVar("is_within", default=False)
"""Whether the present task is inside a step. A step within another one belongs to it, and may begin while it lasts."""


class InFlight:
    """Steps that runs of this process are executing now."""

    def __init__(self, ours: Callable[[], Awaitable[None]] | None = None) -> None:
        """
        Args:
            ours: Returns once this process certainly owns its runs.
        """
        self._ours = ours
        self._count = 0
        self._none = asyncio.Event()
        self._none.set()
        self._is_over = False

    @asynccontextmanager
    async def one(self) -> AsyncGenerator[None]:
        """Surround a step, from before its action until it is stored. A run waits here while the process is ending,
        until it is stopped and another process resumes it. It also waits while another process may own it, because the
        step would be paid for twice."""
        if self._is_over and not _is_within.get():
            await asyncio.Event().wait()
        if self._ours is not None:
            await self._ours()
        before = _is_within.get()
        _is_within.set(True)
        self._count += 1
        self._none.clear()
        try:
            yield
        finally:
            _is_within.set(before)
            self._count -= 1
            if self._count == 0:
                self._none.set()

    async def finish(self, seconds: float) -> int:
        """Let no further step begin, and wait for those under way.

        Args:
            seconds: Longest wait.

        Returns:
            Number of steps that had not finished by then.
        """
        self._is_over = True
        try:
            async with asyncio.timeout(seconds):
                await self._none.wait()
        except TimeoutError:
            pass
        return self._count
