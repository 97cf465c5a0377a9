"""Store a run stage by stage, beside the deliberation."""

import asyncio
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from council_core.domain.run import Run
from council_core.ports import Announcer, Clock, Runs, Steps


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """Time at which a stage was stored, and the times of the vote at that moment; on a replay those of the
    first try."""

    at: datetime
    opened: datetime | None
    closes: datetime | None


class Keeper:
    """Stores stages one after another without delaying the next one.

    Each call of a stage is durable already as a step; the stored stage serves views and searches. A stage is announced
    after it is stored.
    """

    def __init__(
        self,
        run: Run,
        store: Runs,
        announcer: Announcer,
        clock: Clock,
        steps: Steps,
        group: asyncio.TaskGroup,
    ) -> None:
        self.newest = run
        """The run as the story last passed it in, stored already or not."""

        self._store = store
        self._announcer = announcer
        self._clock = clock
        self._steps = steps
        self._group = group
        self._last: asyncio.Task[Times] | None = None
        self._saved: Run | None = None

    def keep(self, run: Run, *, opens_voting: bool = False, sets_window: bool = False) -> asyncio.Task[Times]:
        """Store the present run, after everything queued before.

        Args:
            run: The run with all its results; the times of the vote are added here.
            opens_voting: Whether votes count from now on.
            sets_window: Whether the vote window runs from now on.
        """
        before = self._last
        self.newest = run

        async def keep() -> Times:
            earlier = await before if before is not None else None
            return await self._steps.once(
                f"keep:{run.status}",
                lambda: self._save(run, earlier, opens=opens_voting, sets_window=sets_window),
                Times,
            )

        self._last = self._group.create_task(keep())
        return self._last

    async def _save(self, run: Run, earlier: Times | None, *, opens: bool, sets_window: bool) -> Times:
        now = self._clock.now()
        opened = now if opens else earlier.opened if earlier else None
        closes = earlier.closes if earlier else None
        if sets_window and opened is not None:
            closes = now + timedelta(seconds=run.settings.vote_seconds)
        kept = replace(run, voting_opened_at=opened, voting_closes_at=closes)
        if await self._store.save(kept, since=self._saved):
            self._saved = kept
            self._announcer.kept(kept)
        return Times(at=now, opened=opened, closes=closes)
