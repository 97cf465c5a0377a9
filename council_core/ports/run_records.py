"""Ports to what is stored beside a run: the team's decision on it, its public address, and its bytes."""

from collections.abc import Collection
from datetime import datetime
from typing import Protocol

from council_core.domain.blob import Digest
from council_core.domain.decision import Decision, RecordedDecision
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId


class Decisions(Protocol):
    """Stores teams' decisions. Deleting a run deletes its decision. Every call is one transaction.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def record(self, decision: Decision) -> Decision | None:
        """Store the decision on a run and return the earlier one that it replaces, None if there is none; do nothing
        where the run is deleted."""
        ...

    async def find(self, run_id: RunId) -> Decision | None:
        """Return the decision on a run; None where there is none."""
        ...

    async def latest(self, place: Place | None, *, limit: int) -> tuple[RecordedDecision, ...]:
        """Return the newest decisions of this channel, or all, newest first."""
        ...

    async def due(self, now: datetime, *, platforms: Collection[str]) -> tuple[RecordedDecision, ...]:
        """Return decisions on these platforms that are due for another look, without those that had their reminder."""
        ...

    async def remind(self, decision: Decision) -> bool:
        """Store that this process sends the reminder of the decision. Return False if another process does, or the
        decision was replaced."""
        ...


class PublicLinks(Protocol):
    """Stores the addresses under which runs are public. Every call is one transaction; deleting a run deletes its
    address.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def publish(self, run_id: RunId, token: str, by: PersonId) -> str:
        """Make a run public under a token that nobody can guess. Return its token, which is an earlier one if the run
        was public already."""
        ...

    async def withdraw(self, run_id: RunId) -> None:
        """Make a run private again; its token becomes invalid."""
        ...

    async def token_of(self, run_id: RunId) -> str | None:
        """Return the token of a public run; None if the run is not public."""
        ...

    async def opened(self, token: str) -> RunId | None:
        """Return the public run with this token; None if there is none."""
        ...


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
        """Remove a run's reference to these bytes; do nothing if there is none."""
        ...

    async def sweep(self) -> int:
        """Delete bytes to which no run refers, and return the number of deleted blobs."""
        ...
