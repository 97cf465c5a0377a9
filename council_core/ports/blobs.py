"""Port to the store of bytes: files, pictures and texts too long for a row."""

from typing import Protocol

from council_core.domain.blob import Digest
from council_core.domain.question import RunId


class Blobs(Protocol):
    """Stores bytes by their content, once for all runs that refer to them. Every call is one durable transaction.

    A step returns the digest, never the bytes. Deleting a run drops its references; bytes without a reference are
    deleted.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def put(self, run_id: RunId, content: bytes) -> Digest:
        """Store these bytes for a run; repeating it changes nothing.

        Raises:
            UnknownRun: No run has this id.
            RunDeleted: The run was deleted.
        """
        ...

    async def get(self, digest: Digest) -> bytes:
        """Return the bytes.

        Raises:
            UnknownBlob: No run refers to such bytes.
        """
        ...

    async def drop(self, run_id: RunId, digest: Digest) -> None:
        """Remove a run's reference to these bytes; without a reference nothing changes."""
        ...

    async def sweep(self) -> int:
        """Delete bytes to which no run refers, and return the number of deleted blobs."""
        ...
