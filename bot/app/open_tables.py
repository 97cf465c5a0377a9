"""Open the tables that a command reads, without the engine, models or services, so that it starts at once."""

from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from typing import TypeVar

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

T = TypeVar("T")


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


def _opener(tables: Callable[[Database], T]) -> Callable[[Settings], AbstractAsyncContextManager[T]]:
    """Return a function that opens the database and some of its tables.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used (raised when the tables are opened).
    """

    @asynccontextmanager
    async def opened(settings: Settings) -> AsyncGenerator[T]:
        async with open_database(settings) as database:
            yield tables(database)

    return opened


open_store = _opener(SqlRunStore)
"""Open only the store, for reading runs."""

open_history = _opener(lambda database: (SqlRunStore(database), SqlHistory(database)))
"""Open the store with the channels in which anything was asked."""

open_runs = _opener(lambda database: (SqlRunStore(database), SqlBlobs(database)))
"""Open the store with the texts and pictures of its runs."""

open_results = _opener(SqlMemberResults)
"""Open only members' results, from which the boards are computed."""

open_schedules = _opener(SqlSchedules)
"""Open only the schedules."""

open_decisions = _opener(lambda database: (SqlDecisions(database), SqlRunStore(database)))
"""Open only the decisions, and the store with their runs."""

open_calibrations = _opener(SqlCalibrations)
"""Open only the calibrations of judges."""


@asynccontextmanager
async def open_states(settings: Settings) -> AsyncGenerator[SqlRunStates]:
    """Open only the states of runs, as an operator sees them: from the engine's tables and the store.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    from council_core.engine.dbos_door import STATES_TABLE, states_sql
    from council_core.engine.lease import lock_of

    async with open_database(settings) as database:
        sql = states_sql(engine_url(settings.database_url))
        queue = SqlQueue(database, settings.limits, channel=CHANGES)
        yield SqlRunStates(database, sql, STATES_TABLE, lock_of, queue, partial(is_served, database))
