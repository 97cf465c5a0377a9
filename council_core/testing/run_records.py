"""Decisions, public addresses and bytes of runs in memory."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime

from council_core.domain.decision import Decision, RecordedDecision
from council_core.domain.material import Digest, digest_of
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.errors import UnknownBlob, UnknownRun
from council_core.testing.store import MemoryRunStore


class MemoryDecisions:
    """`Decisions` beside a `MemoryRunStore`."""

    def __init__(self, store: MemoryRunStore) -> None:
        self._store = store
        self._kept: dict[RunId, Decision] = {}

    async def record(self, decision: Decision) -> Decision | None:
        earlier = await self.find(decision.run_id)
        where = Place(
            platform=decision.place.platform,
            workspace=decision.place.workspace,
            channel=decision.place.channel,
        )
        self._kept[decision.run_id] = replace(decision, place=where)
        return earlier

    async def find(self, run_id: RunId) -> Decision | None:
        return next((each.decision for each in await self._all() if each.decision.run_id == run_id), None)

    async def latest(
        self, place: Place | None, *, limit: int, after: Decision | None = None
    ) -> tuple[RecordedDecision, ...]:
        found = [
            each for each in await self._all() if place is None or each.decision.place.where == place.where
        ]
        found.sort(key=lambda each: _order(each.decision))
        if after is not None:
            found = [each for each in found if _order(each.decision) > _order(after)]
        return tuple(found[:limit])

    async def due(self, now: datetime, *, platforms: Collection[str]) -> tuple[RecordedDecision, ...]:
        return tuple(
            each
            for each in await self._all()
            if not each.decision.reminded
            and each.decision.look_again is not None
            and each.decision.look_again <= now
            and each.decision.place.platform in platforms
        )

    async def remind(self, decision: Decision) -> bool:
        kept = self._kept.get(decision.run_id)
        if kept is None or kept.reminded or kept.look_again != decision.look_again:
            return False
        self._kept[decision.run_id] = replace(kept, reminded=True)
        return True

    async def _all(self) -> list[RecordedDecision]:
        runs = {run.id: run for run in await self._store.latest(limit=10_000)}
        return [
            RecordedDecision(decision=kept, question=runs[run_id].question.text)
            for run_id, kept in self._kept.items()
            if run_id in runs
        ]


def _order(decision: Decision) -> tuple[float, RunId]:
    return -decision.at.timestamp(), decision.run_id


class MemoryPublicLinks:
    """Implements `council_core.ports.PublicLinks`."""

    def __init__(self) -> None:
        self._tokens: dict[RunId, str] = {}

    async def publish(self, run_id: RunId, token: str, by: PersonId) -> str:
        return self._tokens.setdefault(run_id, token)

    async def withdraw(self, run_id: RunId) -> None:
        self._tokens.pop(run_id, None)

    async def token_of(self, run_id: RunId) -> str | None:
        return self._tokens.get(run_id)

    async def opened(self, token: str) -> RunId | None:
        return next((run_id for run_id, known in self._tokens.items() if known == token), None)


class MemoryBlobs:
    """A `Blobs` for the runs of a store in memory."""

    def __init__(self, store: MemoryRunStore) -> None:
        self._store = store
        self._contents: dict[Digest, bytes] = {}
        self._held: set[tuple[RunId, Digest]] = set()

    async def put(self, run_id: RunId, content: bytes) -> Digest:
        await self._store.get(run_id)
        digest = digest_of(content)
        self._contents[digest] = content
        self._held.add((run_id, digest))
        return digest

    async def get(self, digest: Digest) -> bytes:
        await self.sweep()
        if digest not in self._contents:
            raise UnknownBlob(digest)
        return self._contents[digest]

    async def drop(self, run_id: RunId, digest: Digest) -> None:
        self._held.discard((run_id, digest))
        await self.sweep()

    async def sweep(self) -> int:
        self._held = {(run_id, digest) for run_id, digest in self._held if await self._is_there(run_id)}
        loose = self._contents.keys() - {digest for _, digest in self._held}
        for digest in loose:
            del self._contents[digest]
        return len(loose)

    async def _is_there(self, run_id: RunId) -> bool:
        try:
            await self._store.get(run_id)
        except UnknownRun:
            return False
        return True
