"""Port for reading the runs of several channels at once."""

from collections.abc import Sequence
from typing import Protocol

from council_core.domain.place import Place
from council_core.domain.run import Run
from council_core.domain.search import EVERYTHING, Phrase, Wanted


class History(Protocol):
    """Reads runs across channels of one workspace, for a reader who may read those channels.

    Raises (every method): StoreUnavailable, StoreIncompatible.
    """

    async def channels(self, workspace: Place, *, limit: int) -> tuple[Place, ...]:
        """Return the channels of a place's workspace in which anything was asked, the latest asked in first."""
        ...

    async def known(self, platform: str, workspaces: Sequence[str]) -> tuple[str, ...]:
        """Return those of these workspaces in which anything was asked."""
        ...

    async def newest(
        self, channels: Sequence[Place], *, limit: int, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        """Return the newest wanted runs of these channels of one workspace, newest first."""
        ...

    async def search(
        self,
        phrases: Sequence[Phrase],
        channels: Sequence[Place],
        *,
        limit: int,
        wanted: Wanted = EVERYTHING,
    ) -> tuple[Run, ...]:
        """Return the newest wanted runs of these channels that hold all these phrases, newest first.

        Args:
            phrases: One or more phrases.
            channels: Channels of one workspace.
            limit: Maximum number.
            wanted: Further limits.
        """
        ...
