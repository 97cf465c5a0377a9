"""Create or update the tables of a database, once and under a lock, and check that they still serve this version."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, MetaData, Text, inspect, select, text

from council_core.errors import StoreIncompatible
from council_core.storage.database import Database, translated
from council_core.storage.session_lock import MIGRATION, PLATFORM_TABLES, session_lock
from council_core.storage.strange_file import strange_revision
from council_core.storage.tables import compatibility
from council_core.storage.url import is_sqlite

logger = logging.getLogger(__name__)

NEWEST = "0043"
"""Revision with which this version works; a test compares it with the newest file in `migrations`."""

MIGRATIONS = Path(__file__).parent / "migrations"

LOOK_SECONDS = 0.2
"""Seconds between checks for another process having updated the tables."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Schema:
    """The tables of a database."""

    revision: str | None
    """Last migration that was applied; None where there was none."""

    serves_from: str | None
    """Oldest revision whose code still works with the tables; None if none is stored."""

    @property
    def is_newer(self) -> bool:
        """Tell whether a later version has updated the tables. Revisions are four digits."""
        return self.revision is not None and self.revision > NEWEST

    @property
    def serves_this_version(self) -> bool:
        """Tell whether this version works with the tables: they are its own, or later ones that removed nothing."""
        if self.is_newer:
            return self.serves_from is not None and self.serves_from <= NEWEST
        return self.revision == NEWEST


def schema_of(connection: Connection) -> Schema:
    """Read which tables the database has now."""
    tables = inspect(connection)
    revision = serves_from = None
    if tables.has_table("alembic_version"):
        revisions = connection.scalars(text("SELECT version_num FROM alembic_version ORDER BY version_num"))
        # Another program's tables may have several; Council's have one.
        revision = " and ".join(revisions) or None
    if revision != NEWEST and tables.has_table(compatibility.name):
        serves_from = connection.execute(select(compatibility.c.serves_from)).scalar_one_or_none()
    return Schema(revision=revision, serves_from=serves_from)


def newer_version_wrote(name: str, schema: Schema) -> StoreIncompatible:
    """Return the error for tables that a later version updated and that this one cannot use."""
    revision = str(schema.revision)
    return StoreIncompatible("newer_version", database=name, revision=revision, known=NEWEST)


async def migrate(database: Database) -> None:
    """Bring the tables up to date. Tables of a later version stay as they are where this version can use them.

    Raises:
        StoreIncompatible: A newer version wrote this database, or it does not belong to Council.
        StoreUnavailable: The database cannot be opened.
    """
    database.check_file()
    async with database.reading() as connection:
        schema = await connection.run_sync(schema_of)
    if stranger := strange_revision(schema.revision or NEWEST):
        raise StoreIncompatible("not_ours", database=database.name, cause=stranger)
    if schema.serves_this_version:
        if schema.is_newer:
            logger.info(
                "a newer version has updated the tables (revision %s) and serves this one", schema.revision
            )
        return
    if schema.is_newer:
        raise newer_version_wrote(database.name, schema)
    if is_sqlite(database.url):
        async with database.writing() as connection:
            await connection.run_sync(_upgrade, database.name)
    else:
        await _migrate_postgres(database)


async def _migrate_postgres(database: Database) -> None:
    """Update Postgres. Building an index concurrently waits for every open transaction, so processes neither wait for
    the lock nor hold it inside a transaction."""
    while True:
        async with session_lock(database, MIGRATION) as is_ours:
            if is_ours:
                with translated(database.name):
                    async with database.engine.connect() as connection:
                        await connection.run_sync(_upgrade, database.name)
                return
        await asyncio.sleep(LOOK_SECONDS)


def _upgrade(connection: Connection, name: str) -> None:
    # Alembic takes a fifth of a second to import, and is needed once per update.
    from alembic import command
    from alembic.config import Config

    schema = schema_of(connection)
    if schema.serves_this_version:
        return  # The process that held the lock before updated the tables.
    if schema.is_newer:
        raise newer_version_wrote(name, schema)
    if connection.dialect.name == "postgresql":
        # Each migration begins a transaction of its own.
        connection.rollback()
    if schema.revision is not None:
        logger.info(
            "the tables are brought from revision %s to %s, which may take minutes", schema.revision, NEWEST
        )
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
    done = "made" if schema.revision is None else f"brought from revision {schema.revision} to {NEWEST}"
    logger.info("the tables of the database are %s", done)


async def create_tables(
    database: Database, define: Callable[[MetaData], object], sealed: Mapping[str, Sequence[str]]
) -> None:
    """Create the tables of a platform's library where they are missing.

    Args:
        database: Open, with the newest tables.
        define: Adds the tables to a `MetaData`.
        sealed: Columns that hold sealed texts, by table. They take texts of any length, because a sealed text is
            longer than the library expects.

    Raises:
        StoreUnavailable: The database cannot be reached.
    """
    theirs = MetaData()
    define(theirs)
    for name, columns in sealed.items():
        for column in columns:
            theirs.tables[name].c[column].type = Text()
    there = await database.read(lambda connection: set(inspect(connection).get_table_names()))
    if there >= theirs.tables.keys():
        return

    def work(connection: Connection) -> None:
        if not is_sqlite(database.url):
            connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": PLATFORM_TABLES})
        theirs.create_all(connection)

    await database.write(work)


async def check_tables(database: Database) -> None:
    """Check that the database answers, is still the file that was opened, and has tables that this version can use.

    Raises:
        StoreUnavailable: The database cannot be reached, or its file is gone.
        StoreIncompatible: This version cannot work with its tables.
    """
    schema = await database.read(schema_of)
    if schema.serves_this_version:
        return
    if schema.is_newer:
        raise newer_version_wrote(database.name, schema)
    revision = str(schema.revision)
    raise StoreIncompatible("other_version", database=database.name, revision=revision, known=NEWEST)
