"""What every room needs to answer a request."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.conversation.placed_settings import PlacedSettings
from bot.post import Limits
from bot.requests import Person
from council_core.council import Council
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.domain.waiting import RunWaits
from council_core.errors import RunForgotten, UnknownRun
from council_core.ports import Announcer
from council_core.retention import Retention

logger = logging.getLogger(__name__)

PATIENCE_SECONDS = 1.5
"""How long a reply waits for what it starts; platforms give three seconds in all."""


def is_at(place: Place, run: Run) -> bool:
    """Whether a run was asked in this channel, or in one of its threads."""
    there = run.question.place
    return (place.platform, place.workspace, place.channel) == (
        there.platform,
        there.workspace,
        there.channel,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """The council and the means to speak for it."""

    council: Council
    announcer: Announcer
    refresh: Callable[[RunId], None]
    """Brings a run's card and count of votes up to date soon."""

    places: PlacedSettings
    limits_of: Callable[[Place], Limits]
    retention: Retention
    waits: Callable[[RunId], RunWaits | None]
    """What a run waits for before its first stage, as far as this process knows."""

    command: str
    """How one calls the bot, such as `/council`."""

    _under_way: set[asyncio.Task[None]] = field(
        default_factory=set[asyncio.Task[None]], init=False, repr=False
    )

    async def run_here(self, person: Person, place: Place, run_id: RunId) -> Run:
        """The run, if it belongs to the channel in which it is asked for, or to the person who asks: an id that
        somebody copied opens nothing elsewhere, and one's own questions are found again from anywhere.

        Raises:
            UnknownRun: It does not, or there is none.
            RunForgotten: It did, and was deleted.
        """
        here = (place.platform, place.workspace, place.channel)
        try:
            run = await self.council.run(run_id)
        except RunForgotten as error:
            if error.where == here:
                raise
            raise UnknownRun(run_id) from error
        there = run.question.place
        is_near = (place.platform, place.workspace) == (there.platform, there.workspace)
        if not is_near or (not is_at(place, run) and run.question.asker.id != person.id):
            raise UnknownRun(run_id)
        return run

    async def start(self, work: Awaitable[None]) -> None:
        """Does something that may take longer than a reply may wait. What goes wrong at once is raised; what goes
        wrong later is in the log."""

        async def done() -> None:
            await work

        task = asyncio.create_task(done())
        self._under_way.add(task)
        task.add_done_callback(self._ended)
        await asyncio.wait({task}, timeout=PATIENCE_SECONDS)
        if task.done():
            task.result()

    async def finish(self, seconds: float) -> None:
        """Waits for what replies have started; gives up after `seconds`."""
        if not self._under_way:
            return
        _, late = await asyncio.wait(set(self._under_way), timeout=seconds)
        for task in late:
            task.cancel()
            logger.warning("what a reply had started was not done when Council stopped")

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._under_way.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logger.error("what a reply had started failed: %s", error)
