"""Names under which the engine records runs; find and delete records, in the process that executes a run or another."""

import asyncio
from collections.abc import Collection, Sequence
from datetime import datetime
from functools import partial
from threading import Lock
from typing import Any

from dbos import DBOS, DBOSClient, DBOSPortableJSONSerializer
from sqlalchemy import create_engine

from council_core.domain.question import RunId
from council_core.engine.dbos_door import sql_of
from council_core.engine.executions import Executions
from council_core.engine.sqlite_turns import TurnTakingConnection
from council_core.engine.without_step_context import EngineCalls
from council_core.errors import StoreUnavailable
from council_core.ports import Checkpoints, Journal

RUN = "council_run"

UNDER_WAY = frozenset({"PENDING", "ENQUEUED", "DELAYED"})
"""States of a run that has not ended."""

ENDED = frozenset({"SUCCESS", "ERROR", "CANCELLED", "MAX_RECOVERY_ATTEMPTS_EXCEEDED"})
"""States of a run that the engine never resumes by itself."""

STORY_VERSION = "1"
"""Part of the application version in DBOS. By default DBOS would hash the sources, and every edit would strand the
runs under way. It stays when the story changes, because steps are found by name."""


def version_of(family: str) -> str:
    """Return the application version of a family's runs; a process resumes only runs of its own version."""
    return f"{STORY_VERSION}-{family}"


NOTHING_THERE = ("no such table", "UndefinedTable", "InvalidSchemaName")
"""Texts in either database's error when its tables are missing because no engine was ever launched."""


def connecting(database_url: str, write_lock: "Lock | None") -> dict[str, Any]:
    """Return connection options that make the engine overwrite deleted content and write in turn with the store, as
    far as we control it, and that keep stored values out of errors."""
    # An error of the database would otherwise quote the values to be written, such as answers.
    quiet: dict[str, Any] = {"hide_parameters": True}
    if not database_url.startswith("sqlite"):
        return quiet
    ours = partial(TurnTakingConnection, write_lock=write_lock)
    # The rest is what DBOS sets on connections that it opens itself.
    return quiet | {"connect_args": {"factory": ours, "isolation_level": "IMMEDIATE", "timeout": 30}}


class RunningRecords:
    """Implements `council_core.retention.EngineRecords` and `EndedRuns` in the process that executes the runs."""

    def __init__(self, calls: EngineCalls, executions: Executions, journal: Journal) -> None:
        """
        Args:
            calls: Makes the calls to the engine.
            executions: Runs that are executed here.
            journal: Stores steps and signals.
        """
        self._calls, self._executions, self._journal = calls, executions, journal

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """Stop these runs and delete their steps and signals. Raises StoreUnavailable."""
        for run_id in run_ids:
            await self._calls.make(DBOS.cancel_workflow_async(run_id))
            # DBOS would stop the run only at its next step, and a run that waits for votes has none for minutes.
            self._executions.stop(run_id)
        # Later writes would outlive the deletion.
        await self._executions.stopped(run_ids)
        await self._calls.make(DBOS.delete_workflows_async(list(run_ids), delete_children=True))
        await self._journal.delete(run_ids)

    async def ended(self, before: datetime, *, skip: int, limit: int) -> Sequence[RunId]:
        """Return runs that ended before a moment. Raises StoreUnavailable."""
        found = await self._calls.make(
            DBOS.list_workflows_async(
                status=list(ENDED),
                end_time=before.isoformat(),
                offset=skip,
                limit=limit,
                load_input=False,
                load_output=False,
            )
        )
        return [RunId(each.workflow_id) for each in found]

    async def delete_ended(self, run_ids: Collection[RunId]) -> None:
        """Delete steps and signals of ended runs. Raises StoreUnavailable."""
        # Our tables come first: while DBOS still knows the run, the next call finds it again.
        await self._journal.delete(run_ids)
        await self._calls.make(DBOS.delete_workflows_async(list(run_ids)))


class StoredRecords:
    """Implements `council_core.retention.EngineRecords` in any process: the process that executes the runs finds them
    stopped at their next step."""

    def __init__(self, database_url: str, checkpoints: Checkpoints) -> None:
        """
        Args:
            database_url: The engine's view of the database (`storage.database.engine_url`).
            checkpoints: Stores steps and signals.
        """
        self._url = database_url
        self._journal = checkpoints.beside(sql_of(database_url))

    async def delete(self, run_ids: Collection[RunId]) -> None:
        """See `council_core.retention.EngineRecords`. Raises StoreUnavailable."""
        await asyncio.to_thread(self._delete, list(run_ids))
        await self._journal.delete(run_ids)

    def _delete(self, run_ids: list[str]) -> None:
        # A separate engine, because DBOS's client would not overwrite what it deletes.
        engine = create_engine(self._url, **connecting(self._url, None))
        try:
            client = DBOSClient(
                system_database_engine=engine,
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
            raise StoreUnavailable("records_stay", cause=str(error)) from error
        finally:
            engine.dispose()
