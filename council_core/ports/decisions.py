"""Port to the store of decisions."""

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from council_core.domain.decision import Decision, RecordedDecision
from council_core.domain.place import Place
from council_core.domain.question import RunId


class Decisions(Protocol):
    """Stores what teams decided. A decision goes with its run. Every call is one transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def record(self, decision: Decision) -> None:
        """Store the decision on a run in place of an earlier one; do nothing where the run is deleted."""
        ...

    async def find(self, run_id: RunId) -> Decision | None:
        """Return the decision on a run; None where there is none."""
        ...

    async def latest(self, place: Place | None, *, limit: int) -> tuple[RecordedDecision, ...]:
        """Return the newest decisions of this channel, or all, newest first."""
        ...

    async def due(self, now: datetime, *, platforms: Collection[str]) -> tuple[RecordedDecision, ...]:
        """Return decisions on these platforms to look at again, of which nobody was reminded."""
        ...

    async def remind(self, decision: Decision) -> bool:
        """Note that somebody is reminded; False where another process has done so, or the decision was replaced."""
        ...
