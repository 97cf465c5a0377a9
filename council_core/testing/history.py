"""Histories, earlier questions and followers of runs in memory."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from datetime import datetime

from council_core.domain.answer import Usage
from council_core.domain.budget import PeriodFigures
from council_core.domain.place import Place
from council_core.domain.question import RunId
from council_core.domain.run import FINISHED, Run, RunStatus
from council_core.domain.search import EVERYTHING, Phrase, Wanted, words_of
from council_core.domain.similarity import EarlierQuestion, around
from council_core.errors import UnknownRun
from council_core.insights.member_results import member_results
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

    async def askers(self, channels: Sequence[Place]) -> Mapping[str, str]:
        askers = [run.question.asker for run in _of(channels, await self._store.latest(limit=1_000_000))]
        # The newest name of each, in the order of their newest questions.
        names = {str(each.id): each.name for each in reversed(askers)}
        return {str(each.id): names[each.id] for each in askers}

    async def seats(self, channels: Sequence[Place]) -> Sequence[tuple[str, str]]:
        runs = _of(channels, await self._store.latest(limit=1_000_000))
        found = {(str(each.member), each.name) for run in runs for each in member_results(run)}
        return tuple(sorted(found))

    async def figures(self, place: Place, *, since: datetime, until: datetime) -> PeriodFigures:
        runs = _of([place], await self._store.latest(limit=1_000_000))
        asked = [run for run in runs if since <= run.asked_at < until]
        usage = Usage.total(run.usage for run in asked)
        return PeriodFigures(runs=len(asked), cost=usage.cost, cost_is_estimate=usage.cost_is_estimate)

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


class MemoryEarlierQuestions:
    """`EarlierQuestions` over the runs of a store in memory."""

    def __init__(self, store: MemoryRunStore) -> None:
        self._store = store

    async def sharing(
        self, words: Sequence[str], place: Place, *, before: datetime, limit: int
    ) -> tuple[EarlierQuestion, ...]:
        needed = min(2, len(words))
        found = [
            run
            for run in await self._store.latest(limit=1_000, place=place)
            if run.status == "revealed"
            and run.asked_at < before
            and needed
            and len(
                set(words) & set(words_of(f"{run.question.text} {run.verdict.text if run.verdict else ''}"))
            )
            >= needed
        ]
        return tuple(
            EarlierQuestion(
                run_id=run.id,
                text=run.question.text,
                asked_at=run.asked_at,
                around=around(run.question.template, run.question.files),
            )
            for run in found[:limit]
        )


class MemoryChanges:
    """Implements `council_core.ports.Changes` over a `MemoryRunStore`."""

    def __init__(self, store: MemoryRunStore) -> None:
        self._store = store

    async def follow(self, run_id: RunId) -> AsyncGenerator[RunStatus]:
        news = asyncio.Event()
        self._store.followers.append((run_id, news))
        try:
            status: RunStatus | None = (await self._store.get(run_id)).status
            while status is not None:
                yield status
                if status in FINISHED:
                    return
                await news.wait()
                news.clear()
                try:
                    status = (await self._store.get(run_id)).status
                except UnknownRun:
                    status = None
        finally:
            self._store.followers.remove((run_id, news))
