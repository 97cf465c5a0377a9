"""Port to the store of questions that wait for their person."""

from datetime import datetime
from typing import Protocol

from council_core.domain.draft import Draft, DraftId
from council_core.domain.place import PersonId
from council_core.domain.run import Run


class Drafts(Protocol):
    """Stores drafts. Every call is one transaction, durable when it returns.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def keep(self, draft: Draft) -> bool:
        """Store a draft; False, changing nothing, where its id is there already."""
        ...

    async def find(self, draft_id: DraftId) -> Draft | None:
        """Return a draft; None where there is none."""
        ...

    async def improve(self, draft_id: DraftId, better: str) -> None:
        """Add the better text to a draft; do nothing where it is gone."""
        ...

    async def change(self, draft: Draft) -> None:
        """Put a draft in place of the one with its id; do nothing where that is gone."""
        ...

    async def delete(self, draft_id: DraftId) -> None:
        """Delete a draft, if it is there."""
        ...

    async def sweep(self, before: datetime) -> None:
        """Delete the drafts that are older."""
        ...

    async def hint(self, run: Run, person: PersonId) -> bool:
        """Note that a person got advice about this run's question; False where they had got some before in this
        workspace, or the run is gone. Deleting the run deletes the note."""
        ...
