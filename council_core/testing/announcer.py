"""An announcer for tests that records events."""

from council_core.domain.deleted_run import DeletedRun
from council_core.domain.events import Event, StageProgressed
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import Progress, RunWaits


class RecordingAnnouncer:
    """An `Announcer` that records each event once, and an `Eraser` that records the deleted runs."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.progressed: list[StageProgressed] = []
        self.waited: list[RunWaits] = []
        self.runs: list[Run] = []
        self.erased: list[RunId] = []
        self.lost = ""
        """Reason why nothing can be shown any more; set by a test."""

    async def announce(self, run_id: RunId, event: Event) -> None:
        if event not in self.events:
            self.events.append(event)

    def progress(self, run_id: RunId, event: Progress) -> None:
        if isinstance(event, RunWaits):
            self.waited.append(event)
        else:
            self.progressed.append(event)

    def kept(self, run: Run) -> None:
        self.runs.append(run)

    async def unreadable(self, run_id: RunId) -> str:
        return self.lost

    async def erase(self, deleted: DeletedRun) -> bool:
        self.erased.append(deleted.run_id)
        return True
