"""Port for the public addresses of runs."""

from typing import Protocol

from council_core.domain.place import PersonId
from council_core.domain.question import RunId


class PublicLinks(Protocol):
    """Keeps at which address a run is open to everybody. Every call is one transaction; deleting a run deletes its
    address.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def publish(self, run_id: RunId, token: str, by: PersonId) -> str:
        """Open a run under a token that nobody can guess, and return the token under which it is open: that of an
        earlier call, where there was one."""
        ...

    async def withdraw(self, run_id: RunId) -> None:
        """Close a run again. Its token opens nothing any more."""
        ...

    async def token_of(self, run_id: RunId) -> str | None:
        """Return the token under which a run is open; None where it is not."""
        ...

    async def opened(self, token: str) -> RunId | None:
        """Return the run that a token opens; None where it opens none."""
        ...
