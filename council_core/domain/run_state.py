"""State of a run for its operator: its worker, its last step, and whether it is stuck."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from council_core.domain.question import RunId
from council_core.domain.run import FINISHED, RunStatus
from council_core.domain.waiting import RunWaits

Stuck = Literal["untaken", "engine_ended", "process_gone", "vote_open", "silent", "terminal_left"]
"""Reason why a run does not go on. In order: no process took it; the engine ended it by itself; its process is gone or
frozen; its vote did not close; no step ended for a long time; its terminal was perhaps closed."""

TERMINAL = "terminal"
"""Platform of runs that only the command that asked them executes, without a lease."""

UNSTARTED_AFTER = timedelta(minutes=2)
"""Age of a question without a process after which it is stuck. Workers look for such questions every 15 seconds."""

VOTE_OVER_SINCE = timedelta(minutes=2)

SILENT_AFTER = timedelta(minutes=15)
"""Time without a step after which a run is stuck: the longest call takes 3 minutes, with its retries."""

LEASE_LOST_SINCE = timedelta(minutes=1)
"""Time after which a run of a dead process is stuck: other processes take it over within seconds."""

UNDER_WAY = frozenset({"PENDING", "ENQUEUED", "DELAYED"})
"""The engine's states of a run that has not ended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunState:
    """One run."""

    run_id: RunId
    platform: str
    stage: RunStatus
    asked_at: datetime
    voting_closes_at: datetime | None
    state: str
    """The engine's own state; empty where the engine does not know the run."""

    owner: str
    """Process that executes it; empty for none."""

    is_lease_held: bool | None
    """Whether that process is alive; None if it has no lease, as a terminal's."""

    is_served: bool | None
    """Whether a server holds the SQLite file, whose runs no other process can take; None on Postgres."""

    attempts: int
    """Number of times that the engine began it."""

    last_step: str
    last_step_at: datetime | None
    unsettled: int
    """Posts that were claimed and may or may not be posted."""

    resumed_at: datetime | None = None
    """Time when a process last resumed it; None if it was never interrupted."""

    waits: RunWaits | None = None
    """Place in the queue; None if the run does not wait."""

    @property
    def process(self) -> str:
        """Name of the process that an operator restarts; empty where there is only one."""
        return self.owner if self.is_served is None else ""

    def stuck(self, now: datetime) -> Stuck | None:
        """Return the reason why this run is stuck; None if it is not."""
        if self.stage in FINISHED:
            return None
        moved_at = max(at for at in (self.asked_at, self.last_step_at, self.resumed_at) if at is not None)
        if self.platform == TERMINAL:
            return self._stuck_at_terminal(now - moved_at)
        if not self.state:
            is_left = self.is_served is False or now - self.asked_at > UNSTARTED_AFTER
            return "untaken" if is_left else None
        if self.state not in UNDER_WAY:
            return "engine_ended"
        if self.is_served is False or (self.is_lease_held is False and now - moved_at > LEASE_LOST_SINCE):
            return "process_gone"
        if self.stage == "voting" and self.voting_closes_at is not None:
            is_late = now - max(self.voting_closes_at, moved_at) > VOTE_OVER_SINCE
            return "vote_open" if is_late else None
        if self.waits is not None:
            return None
        return "silent" if now - moved_at > SILENT_AFTER else None

    def _stuck_at_terminal(self, silence: timedelta) -> Stuck | None:
        if self.state and self.state not in UNDER_WAY:
            return "engine_ended"
        return "terminal_left" if silence > SILENT_AFTER else None
