"""Act on notices of other processes, and on a lease that this process holds again."""

import logging
from collections.abc import Callable

from council_core.admission import RunQueue
from council_core.domain.question import RunId
from council_core.engine.executions import Executions
from council_core.engine.lease import Connection
from council_core.engine.signals import Waiting
from council_core.ports import Journal

logger = logging.getLogger(__name__)


class Notices:
    """Implements `lease.LeaseHolder` for the engine of this process."""

    def __init__(
        self,
        *,
        executor: str,
        executions: Executions,
        waiting: Waiting,
        journal: Journal,
        queue: RunQueue | None,
        stop: Callable[[RunId], None],
        gone: Callable[[str], None] | None,
        changed: Callable[[RunId], None],
        lost: Callable[[RunId], None],
        followed: Callable[[RunId], None],
    ) -> None:
        """
        Args:
            executor: Name of this process.
            executions: Runs that are executed here.
            waiting: Wakes those that wait for a signal.
            journal: Knows the runs that were cancelled.
            queue: Queue of runs, where there is one.
            stop: Stops a run that was cancelled.
            gone: Told about a process that has ended, where this one takes over its runs.
            changed: Called with a run that must be read again.
            lost: Called with a run that another process owns by now.
            followed: Called with a run of this process that somebody follows from now on, here or elsewhere.
        """
        self._executor, self._executions, self._waiting = executor, executions, waiting
        self._journal, self._queue, self._stop = journal, queue, stop
        self._gone, self._changed, self._lost, self._followed = gone, changed, lost, followed

    async def on_acquired(self, connection: Connection) -> None:
        """Stop lost runs, and read again everything that may have been missed: see `lease.LeaseHolder`."""
        for run_id in await self._executions.stop_lost(connection):
            self.let_go(run_id)
        # Signals, votes and cancellations went unnoticed while the connection was lost.
        self._waiting.wake_all()
        for run_id in self._executions.run_ids:
            self._changed(run_id)
        await self.stop_cancelled()
        if self._queue is not None:
            self._queue.wake()

    async def stop_cancelled(self) -> None:
        """Stop the runs here that were cancelled by another process. Raises StoreUnavailable."""
        for run_id in await self._journal.cancelled(self._executions.run_ids):
            self._stop(run_id)

    def let_go(self, run_id: RunId) -> None:
        """Say that another process has cancelled the run or taken it over."""
        logger.warning("run %s was cancelled, or taken over, by another process", run_id)
        self._lost(run_id)

    def on_notify(self, subject: str, what: str, detail: str) -> None:
        """Act on a notice: see `lease.LeaseHolder`."""
        match what:
            case "asked" | "left" if self._queue is not None:
                self._queue.wake()
            case "admitted" if self._queue is not None and detail == self._executor:
                self._queue.let_in(RunId(subject))
            case "cancelled":
                self._stop(RunId(subject))
            case "signal":
                self._waiting.wake(RunId(subject))
            case "voted" | "reopened" if subject in self._executions:
                self._changed(RunId(subject))
            case "followed" if subject in self._executions:
                self._followed(RunId(subject))
            case "deleted" if subject in self._executions:
                self._lost(RunId(subject))  # Its posts are replaced, and no edit of ours may follow.
            case "gone" if self._gone is not None:
                self._gone(subject)
            case (
                "asked"
                | "left"
                | "admitted"
                | "kept"
                | "voted"
                | "reopened"
                | "followed"
                | "deleted"
                | "gone"
            ):
                pass  # The run is not executed here.
            case "lives" | "carries":
                pass  # Heartbeats, of this version and of earlier ones.
            case _:
                logger.info("a notice of another version is ignored: %s %s", what, detail)
