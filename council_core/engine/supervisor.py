"""Supervise background tasks: restart each that fails, and report to health checks those that keep failing."""

import asyncio
import logging
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from council_core.domain.observations import TaskFailed
from council_core.errors import CouncilError, StoreUnavailable
from council_core.outage import EXCUSED_SECONDS, Outage
from council_core.ports import Observer, nobody

logger = logging.getLogger(__name__)

FIRST_PAUSE_SECONDS = 0.5
"""Seconds before the first restart; they double with each failure in a row."""

LONGEST_PAUSE_SECONDS = 15.0

STEADY_SECONDS = 30.0
"""Seconds without a failure after which a task is well again."""

GRACE_SECONDS = 60.0
"""Seconds without being well after which a task makes its process unhealthy."""


@dataclass(slots=True)
class _Troubled:
    """A task that has failed and has not been steady since."""

    since: float
    """Loop time of its first failure."""

    is_excused: bool
    """Whether it last failed because the database is away."""

    failures: int = 1
    running_since: float | None = None
    """Loop time of its last restart; None during a pause."""


class Supervisor:
    """Runs background tasks for as long as their owners want them."""

    def __init__(
        self,
        observe: Observer = nobody,
        *,
        outage: Outage | None = None,
        steady: float = STEADY_SECONDS,
        grace: float = GRACE_SECONDS,
        excused: float = EXCUSED_SECONDS,
    ) -> None:
        """
        Args:
            observe: Told about each failure.
            outage: Knows when the database cannot be used, and has logged it: then tasks that need it fail without a
                log line of their own.
            steady: Seconds without a failure after which a task is well again.
            grace: Seconds without being well after which `trouble` names a task.
            excused: The same while the task fails because the database is away.
        """
        self._observe, self._outage = observe, outage
        self._steady, self._grace, self._excused = steady, grace, excused
        self._troubled: dict[str, _Troubled] = {}

    async def keep(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Run the work until it returns or is cancelled, and restart it with growing pauses whenever it raises.

        Args:
            name: Name of the task in logs, figures and health; unique in this process.
            work: The task; it is called again for each restart.
        """
        loop = asyncio.get_running_loop()
        try:
            while True:
                try:
                    return await work()
                except Exception as error:  # noqa: BLE001  # the last resort: a task that dies in silence is worse
                    failed = self._note(name, loop.time(), is_excused=self._is_excused(error))
                    pause = min(
                        FIRST_PAUSE_SECONDS * 2.0 ** min(failed.failures - 1, 10), LONGEST_PAUSE_SECONDS
                    )
                    # Many processes lose one database at the same moment, and must not all return at once.
                    pause *= random.uniform(0.5, 1.0)
                    self._log(name, error, pause)
                    self._observe(TaskFailed(task=name))
                    await asyncio.sleep(pause)
                    failed.running_since = loop.time()
        finally:
            self._troubled.pop(name, None)

    @property
    def trouble(self) -> str:
        """Name the tasks that keep failing, in one sentence; empty when all are well."""
        now = asyncio.get_running_loop().time()
        failing = [
            f"{name} ({each.failures} times)"
            for name, each in self._troubled.items()
            if not self._is_steady(each, now)
            and now - each.since >= (self._excused if each.is_excused else self._grace)
        ]
        return f"These tasks keep failing: {', '.join(failing)}. The log says why." if failing else ""

    def _log(self, name: str, error: Exception, pause: float) -> None:
        if self._is_excused(error):
            return
        logger.warning(
            "the task %s failed and is restarted in %.1f s: %s",
            name,
            pause,
            error if isinstance(error, CouncilError) else type(error).__name__,
            exc_info=None if isinstance(error, CouncilError | OSError) else error,
        )

    def _is_excused(self, error: Exception) -> bool:
        return isinstance(error, StoreUnavailable) and self._outage is not None and self._outage.is_on

    def _note(self, name: str, now: float, *, is_excused: bool) -> _Troubled:
        earlier = self._troubled.get(name)
        if earlier is None or self._is_steady(earlier, now) or (earlier.is_excused and not is_excused):
            # A task that fails for a reason of its own is in trouble from now on, not since the outage began.
            self._troubled[name] = _Troubled(since=now, is_excused=is_excused)
        else:
            earlier.is_excused = is_excused
            earlier.failures += 1
            earlier.running_since = None
        return self._troubled[name]

    def _is_steady(self, task: _Troubled, now: float) -> bool:
        return task.running_since is not None and now - task.running_since >= self._steady


class BackgroundTasks:
    """Background tasks of one owner, each kept up by a supervisor until the owner closes them."""

    def __init__(self, supervisor: Supervisor) -> None:
        self.supervisor = supervisor
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Begin a task; see `Supervisor.keep`."""
        self._tasks.add(asyncio.create_task(self.supervisor.keep(name, work), name=name))

    def cancel(self) -> None:
        """Cancel all tasks without waiting for their end."""
        for task in self._tasks:
            if not task.cancelling():  # A task that is being cancelled already may be cleaning up.
                task.cancel()

    async def aclose(self, seconds: float) -> None:
        """Cancel all tasks, and wait for their end; give up after `seconds`."""
        self.cancel()
        if self._tasks:
            await asyncio.wait(self._tasks, timeout=seconds)
