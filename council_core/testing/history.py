"""Runs of several channels in memory."""

from collections.abc import Sequence

from council_core.domain.place import Place
from council_core.domain.run import Run
from council_core.domain.search import EVERYTHING, Phrase, Wanted
from council_core.testing.pages import page_of
from council_core.testing.store import MemoryRunStore


class MemoryHistory:
    """Implements `council_core.ports.History` over a `MemoryRunStore`."""

    def __init__(self, store: MemoryRunStore) -> None:
        self._store = store

    async def channels(self, workspace: Place, *, limit: int) -> tuple[Place, ...]:
        here = (workspace.platform, workspace.workspace)
        places = [run.question.place for run in await self._store.latest(limit=1_000_000)]
        names = dict.fromkeys(p.channel for p in places if (p.platform, p.workspace) == here)
        return tuple(
            Place(platform=workspace.platform, workspace=workspace.workspace, channel=name) for name in names
        )[:limit]

    async def known(self, platform: str, workspaces: Sequence[str]) -> tuple[str, ...]:
        places = [run.question.place for run in await self._store.latest(limit=1_000_000)]
        asked_in = {place.workspace for place in places if place.platform == platform}
        return tuple(workspace for workspace in dict.fromkeys(workspaces) if workspace in asked_in)

    async def newest(
        self, channels: Sequence[Place], *, limit: int, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        every = await self._store.latest(limit=1_000_000)
        return page_of(every, _of(channels, every), wanted, limit)

    async def search(
        self,
        phrases: Sequence[Phrase],
        channels: Sequence[Place],
        *,
        limit: int,
        wanted: Wanted = EVERYTHING,
    ) -> tuple[Run, ...]:
        every = await self._store.latest(limit=1_000_000)
        found = await self._store.search(phrases, limit=1_000_000)
        return page_of(every, _of(channels, found), wanted, limit)


def _of(channels: Sequence[Place], runs: Sequence[Run]) -> list[Run]:
    where = {place.where for place in channels}
    return [run for run in runs if run.question.place.where in where]
