"""Where bytes are kept: files, pictures and texts too long for a row."""

from typing import Protocol

from council_core.domain.blob import Digest
from council_core.domain.question import RunId


class Blobs(Protocol):
    """Keeps bytes by their content, once for all runs that hold them. Every call is one durable transaction.

    A step returns the digest, never the bytes. Deleting a run drops what it holds; bytes that no run holds are deleted.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def put(self, run_id: RunId, content: bytes) -> Digest:
        """Keep these bytes for a run; repeating it changes nothing.

        Raises:
            UnknownRun: There is no such run.
            RunForgotten: There was one, and it was deleted.
        """
        ...

    async def get(self, digest: Digest) -> bytes:
        """Return the bytes.

        Raises:
            UnknownBlob: No run holds such bytes.
        """
        ...

    async def drop(self, run_id: RunId, digest: Digest) -> None:
        """Let a run hold these bytes no more; dropping what it does not hold changes nothing."""
        ...

    async def sweep(self) -> int:
        """Delete bytes that no run holds, and return how many blobs those were."""
        ...
