"""An engine in memory, an announcer that records, and a clock that advances each time it is read."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from council_core.domain.events import Event, StageProgressed
from council_core.domain.question import RunId
from council_core.domain.receipt import DeletedRun
from council_core.domain.run import Run
from council_core.domain.waiting import Progress, RunWaits, VerdictGrows
from council_core.errors import UnknownRun
from council_core.ports import Signal, Signals, Steps
from council_core.testing.steps import Mailbox, MailedSignals, ReplayingSteps, StepJournal

Story = Callable[[RunId, Steps, Signals], Awaitable[None]]
Ending = Callable[[RunId, Steps], Awaitable[None]]

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Kept:
    """A run's journal and mailbox, which outlive its task."""

    journal: StepJournal = field(default_factory=StepJournal)
    mailbox: Mailbox = field(default_factory=Mailbox)
    has_ended: bool = False
    task: asyncio.Task[None] | None = None


class MemoryEngine:
    """An `Engine` whose journals live as long as it does: `aclose` is a power cut, and `launch` resumes every run."""

    def __init__(self) -> None:
        self._story: Story | None = None
        self._ending: Ending | None = None
        self._runs: dict[RunId, _Kept] = {}

    async def launch(self, story: Story, *, ending: Ending | None = None) -> None:
        """Resume every unfinished run; `ending` is called for a cancelled one."""
        self._story, self._ending = story, ending
        for run_id, kept in self._runs.items():
            self._carry(run_id, kept)

    async def start(self, run_id: RunId) -> None:
        if run_id not in self._runs:
            self._runs[run_id] = _Kept()
            self._carry(run_id, self._runs[run_id])

    async def unstarted(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        return [run_id for run_id in run_ids if run_id not in self._runs]

    async def resume(self, run_id: RunId) -> None:
        """Resume one unfinished run."""
        await self.start(run_id)

    async def send(self, run_id: RunId, signal: Signal, *, key: str) -> None:
        if run_id in self._runs:
            self._runs[run_id].mailbox.put(signal, key)

    async def cancel(self, run_id: RunId) -> None:
        if (kept := self._runs.get(run_id)) is not None:
            await _stop(kept)
            if not kept.has_ended:
                kept.task = asyncio.create_task(self._end(run_id, kept))

    async def delete(self, run_ids: Collection[RunId]) -> None:
        for run_id in run_ids:
            if (kept := self._runs.pop(run_id, None)) is not None:
                await _stop(kept)

    async def finished(self, run_id: RunId) -> None:
        if run_id not in self._runs:
            raise UnknownRun(run_id)
        if (task := self._runs[run_id].task) is not None:
            await asyncio.wait({task})

    async def aclose(self) -> None:
        """Stop all runs where they are."""
        for kept in self._runs.values():
            await _stop(kept)

    def _carry(self, run_id: RunId, kept: _Kept) -> None:
        if not kept.has_ended:
            kept.task = asyncio.create_task(self._tell(run_id, kept))

    async def _tell(self, run_id: RunId, kept: _Kept) -> None:
        assert self._story is not None, "launch() comes first"
        steps = ReplayingSteps(kept.journal)
        try:
            await self._story(run_id, steps, MailedSignals(kept.mailbox, steps))
        except Exception:
            logger.exception("run %s broke", run_id)
        kept.has_ended = True

    async def _end(self, run_id: RunId, kept: _Kept) -> None:
        if self._ending is not None:
            await self._ending(run_id, ReplayingSteps(kept.journal))
        kept.has_ended = True


async def _stop(kept: _Kept) -> None:
    if kept.task is not None:
        kept.task.cancel()
        await asyncio.wait({kept.task})


class RecordingAnnouncer:
    """An `Announcer` that records each event once, and an `Eraser` that records the deleted runs."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.progressed: list[StageProgressed] = []
        self.waited: list[RunWaits] = []
        self.written: list[str] = []
        """The growing verdict."""

        self.runs: list[Run] = []
        self.erased: list[RunId] = []
        self.lost = ""
        """Reason why the run's place accepts no posts any more; set by a test."""

    async def announce(self, run_id: RunId, event: Event) -> None:
        if event not in self.events:
            self.events.append(event)

    def progress(self, run_id: RunId, event: Progress) -> None:
        match event:
            case RunWaits():
                self.waited.append(event)
            case VerdictGrows():
                self.written.append(event.text)
            case StageProgressed():
                self.progressed.append(event)

    def kept(self, run: Run) -> None:
        self.runs.append(run)

    async def unreadable(self, run_id: RunId) -> str:
        return self.lost

    async def erase(self, deleted: DeletedRun) -> bool:
        self.erased.append(deleted.run_id)
        return True


NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)


class SteppingClock:
    """A `Clock` that moves on each time it is read.

    Args:
        start: Time just before the first reading.
        step: Time by which it moves; zero for a clock that is still.
    """

    def __init__(self, start: datetime = NOON, step: timedelta = timedelta(seconds=1)) -> None:
        self._now = start
        self._step = step

    def now(self) -> datetime:
        self._now += self._step
        return self._now
