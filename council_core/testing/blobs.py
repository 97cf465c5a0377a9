"""Blobs in memory."""

from council_core.domain.blob import Digest, digest_of
from council_core.domain.question import RunId
from council_core.errors import UnknownBlob, UnknownRun
from council_core.testing.store import MemoryRunStore


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
