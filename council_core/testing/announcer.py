"""An announcer for tests that records events."""

from council_core.domain.deleted_run import DeletedRun
from council_core.domain.events import Event, StageProgressed
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import Progress, RunWaits, VerdictGrows


class RecordingAnnouncer:
    """An `Announcer` that records each event once, and an `Eraser` that records the deleted runs."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.progressed: list[StageProgressed] = []
        self.waited: list[RunWaits] = []
        self.written: list[str] = []
        """The verdict as it grew."""

        self.runs: list[Run] = []
        self.erased: list[RunId] = []
        self.lost = ""
        """Reason why nothing can be shown any more; set by a test."""

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
