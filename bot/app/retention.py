"""Opens the deletion of runs without an engine: beside a running server, or where there is none."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

from bot.announcing.erasing import TakesBack
from bot.app.clock import SystemClock
from bot.settings import Settings
from council_core.engine.records import StoredRecords
from council_core.retention import Retention
from council_core.storage.checkpoints import SqlCheckpoints
from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from council_core.storage.retention import SqlRetention
from council_core.storage.url import engine_url


@asynccontextmanager
async def open_retention(settings: Settings) -> AsyncGenerator[Retention]:
    """Open only the deletion of runs. A server that runs beside it deletes their posts.

    Raises:
        StoreUnavailable, StoreIncompatible: The database cannot be used.
    """
    database = Database(settings.database_url)
    try:
        await migrate(database)
        yield Retention(
            store=SqlRetention(database),
            engine=StoredRecords(engine_url(settings.database_url), SqlCheckpoints(database)),
            eraser=TakesBack(platforms={}),
            clock=SystemClock(),
        )
    finally:
        await database.aclose()
