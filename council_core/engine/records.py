"""What the engine keeps of runs -> gone, also from a process that carries no runs itself."""

import asyncio
import sqlite3
from collections.abc import Collection
from typing import Any

from dbos import DBOSClient, DBOSPortableJSONSerializer

from council_core.domain.question import RunId
from council_core.errors import StoreUnavailable

NOTHING_THERE = ("no such table", "UndefinedTable", "InvalidSchemaName")
"""What either database says where no engine has ever been."""


class _Overwriting(sqlite3.Connection):
    """What is deleted is overwritten, so that no text outlives its run in the file."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.execute("PRAGMA secure_delete=ON")


def overwriting(database_url: str) -> dict[str, Any]:
    """What makes the engine's own connections overwrite what they delete, where that is in our hands, and tell nobody
    what they write."""
    # An error of the database would otherwise tell what was to be written: answers.
    quiet: dict[str, Any] = {"hide_parameters": True}
    return quiet | ({"connect_args": {"factory": _Overwriting}} if database_url.startswith("sqlite") else {})


class StoredRecords:
    """Implements `council_core.retention.EngineRecords` beside whatever process carries the runs: that one finds them
    stopped at its next step."""

    def __init__(self, database_url: str) -> None:
        """Args:
        database_url: The engine's view of the database (`storage.database.engine_url`).
        """
        self._url = database_url

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """Raises StoreUnavailable."""
        await asyncio.to_thread(self._delete, list(run_ids))

    def _delete(self, run_ids: list[str]) -> None:
        try:
            client = DBOSClient(
                system_database_url=self._url,
                serializer=DBOSPortableJSONSerializer(),
                retry_connection_errors=False,
            )
            try:
                client.cancel_workflows(run_ids)
                client.delete_workflows(run_ids, delete_children=True)
            finally:
                client.destroy()
        except Exception as error:
            if any(sign in str(error) for sign in NOTHING_THERE):
                return
            raise StoreUnavailable(f"The engine's records cannot be deleted: {error}") from error
