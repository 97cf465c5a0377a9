"""Steps of a run: found by scope, name and number, stored in a journal."""

import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

from dbos import error as dbos_error

from council_core.codec import from_text, to_text
from council_core.domain.checkpoint import RESTED, STOPPED, TRIED, Checkpoint, StepKey, scope_within
from council_core.domain.question import RunId
from council_core.engine.dbos_door import owner_token, steps_of_earlier
from council_core.engine.in_flight import InFlight
from council_core.errors import RunOutgrown, StoreIncompatible, TwoBranches
from council_core.outage import when_the_store_is_there
from council_core.ports import Journal

T = TypeVar("T")


def _milliseconds() -> int:
    return int(1000 * time.time())


def _mark(name: str, n: int, output: str) -> Checkpoint:
    now = _milliseconds()
    return Checkpoint(key=StepKey("", name, n), output=output, started=now, ended=now)


@dataclass(slots=True)
class Execution:
    """One try at a run in this process, shared by all its branches."""

    run_id: RunId
    journal: Journal
    owner: str
    """The engine's token for this try; nothing is stored under another one."""

    behind: dict[StepKey, str]
    """Output of each finished step."""

    in_flight: InFlight
    is_new: bool
    tries: int = 0
    """Number of times that the run was resumed before."""

    tries_in_vain: int = 0
    """Number of the latest of these tries that stored no step, came to no wait, and died with their process."""

    went_on: Callable[[], None] = lambda: None
    """Called when this try has stored a step or come to a wait."""

    scopes: set[str] = field(default_factory=set[str])


class DurableSteps:
    """Implements `council_core.ports.Steps` for the running workflow."""

    def __init__(self, execution: Execution, scope: str = "") -> None:
        self.execution = execution
        self._scope = scope
        self._counts: Counter[str] = Counter()
        self._open: set[str] = set()

    @classmethod
    async def open(cls, run_id: RunId, journal: Journal, in_flight: InFlight) -> Self:
        """Return the steps of the run whose workflow is running, with its finished ones."""
        owner = owner_token()
        ours, earlier = await when_the_store_is_there(lambda: journal.steps(run_id))
        behind = steps_of_earlier(earlier) | dict(ours)
        tries, stopped = (
            [behind.pop(key) for key in sorted(behind) if key.name == mark] for mark in (TRIED, STOPPED)
        )
        return cls(
            Execution(
                run_id=run_id,
                journal=journal,
                owner=owner,
                behind=behind,
                in_flight=in_flight,
                is_new=not behind,
                tries=len(tries),
                tries_in_vain=tries.count(str(len(behind))) - stopped.count(str(len(behind))),
            )
        )

    async def note_try(self) -> None:
        """Store that the run was resumed once more, and how many steps it had finished then."""
        execution = self.execution
        execution.tries += 1
        await self._write(_mark(TRIED, execution.tries, str(len(execution.behind))))

    async def note_stop(self) -> None:
        """Store that the process is stopped cleanly, so that this try counts against nobody."""
        execution = self.execution
        await self._write(_mark(STOPPED, execution.tries, str(len(execution.behind))))

    async def rest(self) -> None:
        """Note that the run has come to a wait, which counts as progress for a resumed run."""
        execution = self.execution
        if execution.tries_in_vain:
            execution.tries_in_vain = 0
            await self._keep(_mark(RESTED, execution.tries, "null"))
        execution.went_on()

    @property
    def is_new(self) -> bool:
        return self.execution.is_new

    def within(self, scope: str) -> "DurableSteps":
        full = scope_within(self._scope, scope)
        if full in self.execution.scopes:
            raise TwoBranches(full)
        self.execution.scopes.add(full)
        return DurableSteps(self.execution, full)

    async def once(
        self,
        name: str,
        action: Callable[[], Awaitable[T]],
        returns: object,
        *,
        made_of_steps: bool = False,
    ) -> T:
        """See `council_core.ports.Steps`.

        Raises:
            RunOutgrown: The step was stored in a form that this version cannot read.
            DBOSWorkflowConflictIDError: The run was cancelled, or another process executes it by now.
        """
        in_flight = nullcontext() if made_of_steps else self.execution.in_flight.one()
        return await self._do(name, action, returns, in_flight)

    async def wait(self, name: str, action: Callable[[], Awaitable[T]], returns: object) -> T:
        """Do a step that only waits. An ending process lets such a step begin and does not wait for its end."""
        return await self._do(name, action, returns, nullcontext())

    async def _do(
        self,
        name: str,
        action: Callable[[], Awaitable[T]],
        returns: object,
        while_done: AbstractAsyncContextManager[None],
    ) -> T:
        if name in self._open:
            raise TwoBranches(name)
        self._counts[name] += 1
        key = StepKey(self._scope, name, self._counts[name])
        if (earlier := self.execution.behind.get(key)) is not None:
            return self._again(name, earlier, returns)
        self._open.add(name)
        try:
            async with while_done:
                started = _milliseconds()
                output = to_text(await when_the_store_is_there(action), returns)
                await self._keep(Checkpoint(key=key, output=output, started=started, ended=_milliseconds()))
        finally:
            self._open.discard(name)
        # Read the stored value back, so that a run continues with the same value as a resumed one.
        return from_text(output, returns)

    async def _keep(self, step: Checkpoint) -> None:
        await self._write(step)
        self.execution.behind[step.key] = step.output
        self.execution.went_on()

    async def _write(self, step: Checkpoint) -> None:
        execution = self.execution
        keep = execution.journal.keep
        if not await when_the_store_is_there(lambda: keep(execution.run_id, step, owner=execution.owner)):
            raise dbos_error.DBOSWorkflowConflictIDError(execution.run_id)

    def outputs(self, name: str) -> list[str]:
        """Return the outputs of the finished steps of this name, in order."""
        behind = self.execution.behind
        return [behind[key] for key in sorted(behind) if (key.scope, key.name) == (self._scope, name)]

    def completed(self, name: str, returns: object, *, scope: str = "") -> object | None:
        earlier = self.execution.behind.get(StepKey(scope_within(self._scope, scope), name, 1))
        return None if earlier is None else from_text(earlier, returns)

    def _again(self, name: str, earlier: str, returns: object) -> Any:
        try:
            return from_text(earlier, returns)
        except StoreIncompatible as error:
            raise RunOutgrown(self.execution.run_id, name) from error
