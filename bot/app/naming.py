"""Store the names of askers whose platform tells the name later than the question.

The process that received a question looks the name up in the background. If that process ends first, the card would
show an id for good, so the process that executes the run looks again.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Generator, Mapping
from contextlib import contextmanager

from bot.ports import ChatPlatform
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import Run
from council_core.errors import PlatformError, StoreError

logger = logging.getLogger(__name__)

PAUSES = (0.0, 1.0, 5.0, 30.0, 120.0)
"""Seconds before each try, because a platform may not answer for a while."""


class Naming:
    """Looks up the names of runs' askers.

    Args:
        platforms: Platforms by their names.
        name_asker: Stores the name of a run's asker.
        refresh: Brings a run's card up to date soon.
        pauses: Seconds before each try.
    """

    def __init__(
        self,
        platforms: Mapping[str, ChatPlatform],
        name_asker: Callable[[RunId, str], Awaitable[None]],
        refresh: Callable[[RunId], None],
        pauses: tuple[float, ...] = PAUSES,
    ) -> None:
        self._platforms, self._name_asker, self._refresh = platforms, name_asker, refresh
        self._pauses = pauses

    @contextmanager
    def beside(self, run: Run) -> Generator[None]:
        """Look up the name of a run's asker while the block lasts, if the platform tells names later."""
        platform = self._platforms.get(run.question.place.platform)
        name_of = None if platform is None else platform.abilities.name_of
        if name_of is None:
            yield
            return
        looking = asyncio.create_task(self._look(run, name_of), name=f"name the asker of {run.id}")
        try:
            yield
        finally:
            looking.cancel()

    async def _look(self, run: Run, name_of: Callable[[Place, PersonId], Awaitable[str]]) -> None:
        asker = run.question.asker
        for pause in self._pauses:
            await asyncio.sleep(pause)
            try:
                name = await name_of(run.question.place, asker.id)
                if name == asker.id:
                    continue
                if name != asker.name:
                    await self._name_asker(run.id, name)
                    self._refresh(run.id)
                return
            except (PlatformError, StoreError) as error:
                logger.warning("the asker of run %s has no name yet: %s", run.id, error)
