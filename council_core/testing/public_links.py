"""Public addresses of runs in memory."""

from council_core.domain.place import PersonId
from council_core.domain.question import RunId


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
