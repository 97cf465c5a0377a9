"""Any database -> one with the newest tables, or a sentence that says why not."""

import asyncio
import sqlite3
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from council_core.domain.question import RunId
from council_core.errors import StoreError, StoreIncompatible
from council_core.storage.database import Database
from council_core.storage.migrate import MIGRATIONS, NEWEST, migrate
from council_core.storage.runs import SqlRunStore
from council_core.storage.tables import metadata
from tests.samples import a_run


async def test_an_empty_database_gets_all_tables(untouched: Database) -> None:
    await migrate(untouched)

    async with untouched.reading() as connection:
        names = await connection.run_sync(lambda sync: set(inspect(sync).get_table_names()))
        revision = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    assert set(metadata.tables) <= names
    assert revision == NEWEST


def is_ours(name: str | None, kind: str, parents: object) -> bool:
    """Whether the metadata knows it."""
    return not str(name).startswith("search_words")


async def test_the_migrations_make_exactly_the_tables_that_the_code_works_with(untouched: Database) -> None:
    def difference(connection: Connection) -> list[object]:
        # The index of words is another kind of table in either database, and no part of the metadata.
        ours: dict[str, object] = {"include_name": is_ours}
        return compare_metadata(MigrationContext.configure(connection, opts=ours), metadata)

    await migrate(untouched)

    async with untouched.reading() as connection:
        assert await connection.run_sync(difference) == []


async def test_migrating_again_keeps_what_is_there(untouched: Database) -> None:
    await migrate(untouched)
    await SqlRunStore(untouched).add(a_run())

    await migrate(untouched)

    assert (await SqlRunStore(untouched).get(RunId("r000000000001"))) == a_run()


def test_the_newest_revision_is_that_of_the_newest_file() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))

    assert ScriptDirectory.from_config(config).get_heads() == [NEWEST]


async def test_processes_that_start_in_the_same_moment_migrate_once(tmp_path: Path) -> None:
    program = (
        "import asyncio, sys\n"
        "from council_core.storage.database import Database\n"
        "from council_core.storage.migrate import migrate\n"
        "asyncio.run(migrate(Database(sys.argv[1])))\n"
    )
    url = f"sqlite:///{tmp_path / 'council.db'}"

    processes = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", program, url, stderr=asyncio.subprocess.PIPE
        )
        for _ in range(2)
    ]
    said = [(await process.communicate())[1] for process in processes]

    assert [process.returncode for process in processes] == [0, 0], said


def a_text(file: Path) -> None:
    file.write_text("These are the minutes of our last meeting. " * 200)


def a_foreign_database(file: Path) -> None:
    with sqlite3.connect(file) as connection:
        connection.execute("CREATE TABLE runs (distance REAL)")


def a_newer_one(file: Path) -> None:
    asyncio.run(migrated(file))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")


def a_damaged_one(file: Path) -> None:
    asyncio.run(migrated(file))
    pages = bytearray(file.read_bytes())
    pages[4096:16384] = b"\xff" * (16384 - 4096)
    file.write_bytes(pages)


async def migrated(file: Path) -> None:
    database = Database(f"sqlite:///{file}")
    try:
        await migrate(database)
    finally:
        await database.aclose()


@pytest.mark.parametrize(
    ("prepare", "sentence"),
    [
        (a_text, "is not one of Council's, or is damaged (file is not a database). Point DATABASE_URL at"),
        (a_foreign_database, "is not one of Council's, or is damaged (table runs already exists). Point"),
        (
            a_newer_one,
            f"was written by a newer version of Council (revision 9999, this one knows {NEWEST}). Install",
        ),
        (a_damaged_one, "is not one of Council's, or is damaged (database disk image is malformed). Point"),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_a_file_that_is_not_ours_is_left_alone_with_a_sentence_that_says_what_to_do(
    prepare: Callable[[Path], None], sentence: str, tmp_path: Path
) -> None:
    file = tmp_path / "council.db"
    prepare(file)

    with pytest.raises(StoreError) as caught:
        asyncio.run(migrated(file))

    assert isinstance(caught.value, StoreIncompatible)
    assert f"The database sqlite:///{file} {sentence}" in str(caught.value)
