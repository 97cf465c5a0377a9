"""Runs under way -> how this process last kept each of them, so that only what is new is written once more."""

from council_core.domain.question import RunId
from council_core.domain.run import Run

RUNS = 1_000
"""More than go on at a time. Of one that was pushed out, everything is written again."""


class LastKept:
    """Values are frozen: what is the very same object as the one that was kept stands in the store as it is."""

    def __init__(self) -> None:
        self._runs: dict[RunId, Run] = {}

    def of(self, run_id: RunId) -> Run | None:
        """The run as it was last kept here; None when it was not, or has ended since."""
        return self._runs.get(run_id)

    def note(self, run: Run, *, is_news: bool) -> None:
        """Told once what was to be kept is durable, and whether it was kept at all."""
        self._runs.pop(run.id, None)
        if is_news and not run.is_finished:
            self._runs[run.id] = run
            if len(self._runs) > RUNS:
                del self._runs[next(iter(self._runs))]
