"""Port to the store of connectors' tokens."""

from datetime import datetime
from typing import Protocol

from council_core.domain.connector import Tokens


class ConnectorTokens(Protocol):
    """Stores the tokens of connectors, sealed, for all processes of a database.

    Raises (every method): StoreUnavailable, StoreIncompatible, which is also a token that nobody here can open.
    """

    async def find(self, key: str) -> Tokens | None:
        """Return the tokens under a key; None where there are none."""
        ...

    async def claim(self, key: str, connector: str, now: datetime, until: datetime) -> bool:
        """Take the right to ask for tokens, which one caller has at a time; False where another one has it."""
        ...

    async def keep(self, key: str, tokens: Tokens) -> None:
        """Store tokens under a key that was claimed, and drop those of the connector's earlier accounts."""
        ...

    async def release(self, key: str) -> None:
        """Give the right back."""
        ...
