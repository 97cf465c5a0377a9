"""Runs of several channels in memory."""

from collections.abc import Sequence

from council_core.domain.place import Place
from council_core.domain.run import Run
from council_core.domain.search import EVERYTHING, Phrase, Wanted
from council_core.insights.member_results import member_results
from council_core.testing.store import MemoryRunStore, template_of


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
        return _fitting(await self._store.latest(limit=1_000_000), channels, wanted)[:limit]

    async def search(
        self,
        phrases: Sequence[Phrase],
        channels: Sequence[Place],
        *,
        limit: int,
        wanted: Wanted = EVERYTHING,
    ) -> tuple[Run, ...]:
        return _fitting(await self._store.search(phrases, limit=1_000_000), channels, wanted)[:limit]


def _fitting(runs: Sequence[Run], channels: Sequence[Place], wanted: Wanted) -> tuple[Run, ...]:
    where = {place.where for place in channels}
    ids = [run.id for run in runs]
    last = wanted.older_than
    start = ids.index(last) + 1 if last is not None and last in ids else 0
    return tuple(run for run in runs[start:] if run.question.place.where in where and _is_wanted(run, wanted))


def _is_wanted(run: Run, wanted: Wanted) -> bool:
    firsts = [each.member for each in member_results(run) if each.place is not None and each.place < 2]
    return (
        wanted.asker in ("", run.question.asker.id)
        and (not wanted.template or template_of(run) == wanted.template)
        and (not wanted.first or wanted.first in firsts)
        and (wanted.since is None or run.asked_at >= wanted.since)
    )
