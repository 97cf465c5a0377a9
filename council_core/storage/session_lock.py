"""Hold a lock of Postgres by a session, for work that takes longer than a transaction may be idle."""

from collections.abc import AsyncGenerator
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager, nullcontext

from sqlalchemy import text

from council_core.storage.database import Database
from council_core.storage.url import is_sqlite

TAKE = text("SELECT pg_try_advisory_lock(:lock)")

MIGRATION, RETENTION, SWEEP, PLATFORM_TABLES = 4_021_967, 4_021_968, 4_021_970, 4_021_971
LINE = 7_210_557_331_602_001_001
"""Numbers of Council's advisory locks. They never change, because processes of several versions share a database."""

GIVE_BACK = text("SELECT pg_advisory_unlock(:lock)")


@asynccontextmanager
async def session_lock(database: Database, lock: int) -> AsyncGenerator[bool]:
    """Take a lock for as long as the block lasts, and tell whether this process got it.

    No transaction stays open meanwhile. So our own idle timeout does not end the block, and an index that another
    session builds concurrently does not wait for it.

    Args:
        database: A Postgres.
        lock: Number of the lock, which no other lock of Council has.

    Raises:
        StoreUnavailable: The database cannot be reached, or the session was lost while the block lasted.
    """
    async with AsyncExitStack() as stack:
        with database.noting(writes=False):
            connection = await stack.enter_async_context(database.engine.connect())
            await connection.execution_options(isolation_level="AUTOCOMMIT")
            is_ours = bool(await connection.scalar(TAKE, {"lock": lock}))
        try:
            yield is_ours
        finally:
            if is_ours:
                try:
                    with database.noting(writes=False):
                        await connection.execute(GIVE_BACK, {"lock": lock})
                except BaseException:
                    # A connection in the pool would keep the lock. Closing it releases the lock.
                    await connection.invalidate()
                    raise


def alone(database: Database, lock: int) -> AbstractAsyncContextManager[bool]:
    """Hold a right that one process has at a time, and tell whether this process has it. One process serves an SQLite
    file."""
    return nullcontext(True) if is_sqlite(database.url) else session_lock(database, lock)
