"""Open the tables that a command reads, without the engine, models or services, so that it starts at once."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial

from bot.app.process import is_served
from bot.settings.environment import Settings
from council_core.storage.blobs import SqlBlobs
from council_core.storage.calibrations import SqlCalibrations
from council_core.storage.database import Database
from council_core.storage.history import SqlHistory
from council_core.storage.member_results import SqlMemberResults
from council_core.storage.migrate import migrate
from council_core.storage.notices import CHANGES
from council_core.storage.queue import SqlQueue
from council_core.storage.run_records import SqlDecisions
from council_core.storage.run_states import SqlRunStates
from council_core.storage.runs import SqlRunStore
from council_core.storage.schedules import SqlSchedules
from council_core.storage.url import engine_url


@asynccontextmanager
async def open_database(settings: Settings) -> AsyncGenerator[Database]:
    """Open the database, with its tables up to date.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    database = Database(settings.database_url)
    try:
        await migrate(database)
        yield database
    finally:
        await database.aclose()


@asynccontextmanager
async def open_store(settings: Settings) -> AsyncGenerator[SqlRunStore]:
    """Open only the store, for reading runs.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with open_database(settings) as database:
        yield SqlRunStore(database)


@asynccontextmanager
async def open_history(settings: Settings) -> AsyncGenerator[tuple[SqlRunStore, SqlHistory]]:
    """Open the store with the channels in which anything was asked.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with open_database(settings) as database:
        yield SqlRunStore(database), SqlHistory(database)


@asynccontextmanager
async def open_runs(settings: Settings) -> AsyncGenerator[tuple[SqlRunStore, SqlBlobs]]:
    """Open the store with the texts and pictures of its runs.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with open_database(settings) as database:
        yield SqlRunStore(database), SqlBlobs(database)


@asynccontextmanager
async def open_results(settings: Settings) -> AsyncGenerator[SqlMemberResults]:
    """Open only members' results, from which the boards are computed.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with open_database(settings) as database:
        yield SqlMemberResults(database)


@asynccontextmanager
async def open_schedules(settings: Settings) -> AsyncGenerator[SqlSchedules]:
    """Open only the schedules.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with open_database(settings) as database:
        yield SqlSchedules(database)


@asynccontextmanager
async def open_decisions(settings: Settings) -> AsyncGenerator[tuple[SqlDecisions, SqlRunStore]]:
    """Open only the decisions, and the store with their runs.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with open_database(settings) as database:
        yield SqlDecisions(database), SqlRunStore(database)


@asynccontextmanager
async def open_states(settings: Settings) -> AsyncGenerator[SqlRunStates]:
    """Open only the states of runs, as an operator sees them: from the engine's tables and the store.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    from council_core.engine.dbos_door import STATES_TABLE, states_sql
    from council_core.engine.workers.lease import lock_of

    async with open_database(settings) as database:
        sql = states_sql(engine_url(settings.database_url))
        queue = SqlQueue(database, settings.limits, channel=CHANGES)
        yield SqlRunStates(database, sql, STATES_TABLE, lock_of, queue, partial(is_served, database))


@asynccontextmanager
async def open_calibrations(settings: Settings) -> AsyncGenerator[SqlCalibrations]:
    """Open only the calibrations of judges.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    async with open_database(settings) as database:
        yield SqlCalibrations(database)
