"""Any database, empty or of an earlier version -> one with the newest tables; once, under a lock."""

import logging
from pathlib import Path

from sqlalchemy import Connection, inspect, text

from council_core.errors import StoreIncompatible
from council_core.storage.database import Database

logger = logging.getLogger(__name__)

NEWEST = "0009"
"""The revision this version works with; a test compares it with the newest file in `migrations`."""

MIGRATIONS = Path(__file__).parent / "migrations"

# Any number will do, as long as all of Council's processes use the same one.
LOCK = 4_021_967


async def migrate(database: Database) -> None:
    """Brings the tables up to date.

    Raises:
        StoreIncompatible: A newer version wrote this database, or it is not one of Council's.
        StoreUnavailable: It cannot be opened.
    """
    async with database.reading() as connection:
        if await connection.run_sync(_revision) == NEWEST:
            return
    async with database.writing() as connection:
        await connection.run_sync(_upgrade, database.name)


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one_or_none()


def _upgrade(connection: Connection, name: str) -> None:
    # Alembic takes a fifth of a second to import, and is needed once in a database's life.
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    revision = _revision(connection)
    if revision is not None and revision not in known:
        raise StoreIncompatible(
            f"The database {name} was written by a newer version of Council (revision {revision}, this one "
            f"knows {NEWEST}). Install the newer version, or point DATABASE_URL elsewhere."
        )
    if revision == NEWEST:
        return  # By whoever held the lock before.
    command.upgrade(config, "head")
    done = "made" if revision is None else f"brought from revision {revision} to {NEWEST}"
    logger.info("the tables of the database are %s", done)
