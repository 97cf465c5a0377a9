"""Tests that any database gets the newest tables, or a sentence gives the reason against it."""

import asyncio
import os
import sqlite3
import stat
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, insert, inspect, text

from council_core.domain.question import RunId
from council_core.errors import StoreError, StoreIncompatible
from council_core.storage.database import Database
from council_core.storage.migrate import MIGRATIONS, NEWEST, check_tables, migrate
from council_core.storage.receipts import SqlReceipts
from council_core.storage.rows import run_values
from council_core.storage.runs import SqlRunStore
from council_core.storage.tables import metadata
from council_core.storage.url import is_sqlite
from council_core.testing import SteppingClock
from tests.samples import NOON, a_run


async def test_an_empty_database_gets_all_tables(untouched: Database) -> None:
    await migrate(untouched)

    async with untouched.reading() as connection:
        names = await connection.run_sync(lambda sync: set(inspect(sync).get_table_names()))
        revision = await connection.scalar(text("SELECT version_num FROM alembic_version"))
    assert set(metadata.tables) <= names
    assert revision == NEWEST


def is_ours(name: str | None, kind: str, parents: object) -> bool:
    """Return whether the metadata knows this object; objects made for only one kind of database are unknown."""
    return not str(name).startswith(("search_words", "ix_receipts_key"))


async def test_the_migrations_make_exactly_the_tables_that_the_code_works_with(untouched: Database) -> None:
    def difference(connection: Connection) -> list[object]:
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


async def updated_by_a_newer_version(database: Database, *, serves_from: str) -> None:
    """Create the newest tables, changed as if by a later version."""
    await migrate(database)
    async with database.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        await connection.execute(text("UPDATE compatibility SET serves_from = :from"), {"from": serves_from})


async def test_a_process_stays_ready_and_others_of_its_version_start_while_newer_tables_still_serve_it(
    untouched: Database,
) -> None:
    await migrate(untouched)
    await updated_by_a_newer_version(untouched, serves_from=NEWEST)

    await check_tables(untouched)
    await migrate(untouched)


async def test_a_process_that_newer_tables_no_longer_serve_says_what_to_do(untouched: Database) -> None:
    await migrate(untouched)
    await updated_by_a_newer_version(untouched, serves_from="9998")

    for look in (check_tables, migrate):
        with pytest.raises(StoreIncompatible, match=r"newer_version .*revision=9999 known="):
            await look(untouched)


async def test_a_process_whose_tables_were_put_back_to_an_earlier_version_says_so(
    untouched: Database,
) -> None:
    await migrate(untouched)
    async with untouched.writing() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '0009'"))

    with pytest.raises(StoreIncompatible, match=rf"other_version .*revision=0009 known={NEWEST}"):
        await check_tables(untouched)


async def test_a_new_index_lets_others_write_while_postgres_builds_it(
    untouched: Database,
) -> None:
    if is_sqlite(untouched.url):
        pytest.skip("SQLite has one writer at a time, and builds an index within its turn.")
    await migrated_to(untouched, "0011")
    receipts = SqlReceipts(untouched, SteppingClock())
    url = untouched.url.render_as_string(hide_password=False)
    async with untouched.writing() as slow:
        # # An index is built once this has ended. One that is not built concurrently would block all other sessions.
        await slow.execute(insert(metadata.tables["receipts"]).values(key="r1/slow", claimed_at=NOON))
        migrating = [asyncio.create_task(migrate(Database(url))) for _ in range(2)]
        await until_an_index_waits(untouched)
        await untouched.write(add_a_run_of_0011)

        assert await receipts.claim(["r000000000001/card"]) == {}

    await asyncio.gather(*migrating)
    assert await receipts.claim(["r000000000001/card"]) != {}


def add_a_run_of_0011(connection: Connection) -> None:
    """Store a run as the version of that revision did."""
    later = {"parent", "material", "describers", "template"}
    row = {name: value for name, value in run_values(a_run()).items() if name not in later}
    connection.execute(insert(metadata.tables["runs"]).values(row))


async def migrated_to(database: Database, revision: str) -> None:
    """Create the tables of this revision."""

    def upgrade(connection: Connection) -> None:
        config = Config()
        config.set_main_option("script_location", str(MIGRATIONS))
        config.attributes["connection"] = connection
        command.upgrade(config, revision)

    async with database.writing() as connection:
        await connection.run_sync(upgrade)


async def test_tables_of_installations_that_earlier_versions_created_get_room_for_sealed_tokens(
    untouched: Database,
) -> None:
    await migrated_to(untouched, "0011")
    async with untouched.writing() as connection:
        for table, columns in (
            ("slack_bots", "bot_token, bot_refresh_token"),
            (
                "slack_installations",
                "bot_token, bot_refresh_token, user_token, user_refresh_token, incoming_webhook_url",
            ),
            ("slack_oauth_states", "state"),
        ):
            made = columns.replace(",", " VARCHAR(200),") + " VARCHAR(200)"
            await connection.execute(text(f"CREATE TABLE {table} (id INTEGER PRIMARY KEY, {made})"))
        await connection.execute(text("INSERT INTO slack_bots (id, bot_token) VALUES (1, 'kept')"))

    await migrate(untouched)
    await untouched.write(
        lambda connection: connection.execute(
            text("UPDATE slack_bots SET bot_refresh_token = :long"), {"long": "x" * 300}
        )
    )

    names = await untouched.read(lambda connection: inspect(connection).get_table_names())
    token = await untouched.read(
        lambda connection: connection.scalar(text("SELECT bot_token FROM slack_bots"))
    )
    assert (token, "slack_oauth_states" in names) == ("kept", False)


async def until_an_index_waits(database: Database) -> None:
    """Wait until a Postgres session that builds an index waits for others."""
    building = (
        "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'CREATE INDEX%' AND wait_event_type = 'Lock'"
    )
    while not await database.read(lambda connection: connection.scalar(text(building))):  # noqa: ASYNC110
        await asyncio.sleep(0.05)


async def test_an_index_that_was_cut_off_is_built_anew(untouched: Database) -> None:
    if is_sqlite(untouched.url):
        pytest.skip("SQLite builds an index whole or not at all.")
    await migrated_to(untouched, "0011")
    async with untouched.writing() as connection:
        await connection.execute(text("CREATE INDEX ix_receipts_key ON receipts (claimed_at)"))

    await migrate(untouched)

    async with untouched.reading() as connection:
        made = await connection.scalar(
            text("SELECT indexdef FROM pg_indexes WHERE indexname = 'ix_receipts_key'")
        )
    assert "(key text_pattern_ops)" in str(made)


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


async def test_a_process_waits_while_another_one_makes_the_file(tmp_path: Path) -> None:
    file = tmp_path / "council.db"
    database = Database(f"sqlite:///{file}")
    with closing(sqlite3.connect(file, isolation_level=None)) as other:
        other.execute("CREATE TABLE half (made INTEGER)")
        other.execute("BEGIN IMMEDIATE")
        reading = asyncio.create_task(database.read(lambda connection: connection.scalar(text("SELECT 1"))))
        # SQLite refuses to turn its log on at once here, whatever its timeout.
        await asyncio.wait({reading}, timeout=0.5)
        other.execute("COMMIT")

        assert await reading == 1

    await database.aclose()


def a_text(file: Path) -> None:
    file.write_text("These are the minutes of our last meeting. " * 200)


def a_foreign_database(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE runs (distance REAL)")


def another_programs_bookmarks(file: Path) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("CREATE TABLE bookmarks (address)")


def one_that_another_program_migrates(file: Path) -> None:
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num)")
        connection.execute("INSERT INTO alembic_version VALUES ('1f2e3d4c5b6a')")


def one_with_two_revisions(file: Path) -> None:
    asyncio.run(migrated(file))
    with sqlite3.connect(file) as connection:
        connection.execute("INSERT INTO alembic_version VALUES ('0001')")


def a_newer_one(file: Path) -> None:
    asyncio.run(migrated(file))
    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.execute("UPDATE compatibility SET serves_from = '9999'")


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
    ("prepare", "kind", "facts"),
    [
        (a_text, "not_ours", {"cause": "file is not a database"}),
        (a_foreign_database, "not_ours", {"cause": "table runs already exists"}),
        (another_programs_bookmarks, "not_ours", {"cause": "table bookmarks already exists"}),
        (one_that_another_program_migrates, "not_ours", {"cause": "revision 1f2e3d4c5b6a"}),
        (one_with_two_revisions, "not_ours", {"cause": f"revision 0001 and {NEWEST}"}),
        (a_newer_one, "newer_version", {"revision": "9999", "known": NEWEST}),
        (a_damaged_one, "not_ours", {"cause": "database disk image is malformed"}),
    ],
    ids=lambda value: value.__name__ if callable(value) else "",
)
def test_a_file_that_is_not_ours_is_left_alone_with_an_error_that_says_why(
    prepare: Callable[[Path], None], kind: str, facts: dict[str, str], tmp_path: Path
) -> None:
    file = tmp_path / "council.db"
    prepare(file)

    with pytest.raises(StoreError) as caught:
        asyncio.run(migrated(file))

    assert isinstance(caught.value, StoreIncompatible)
    assert (caught.value.kind, caught.value.facts) == (kind, {"database": f"sqlite:///{file}", **facts})


@pytest.mark.skipif(os.name != "posix", reason="files have modes on POSIX systems only")
@pytest.mark.parametrize(
    "prepare", [a_text, a_foreign_database, another_programs_bookmarks, one_that_another_program_migrates]
)
def test_a_file_of_another_program_keeps_its_bytes_and_its_mode(
    prepare: Callable[[Path], None], tmp_path: Path
) -> None:
    file = tmp_path / "theirs"
    prepare(file)
    file.chmod(0o644)
    before = file.read_bytes()

    with pytest.raises(StoreIncompatible):
        asyncio.run(migrated(file))

    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (before, 0o644)
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.skipif(os.name != "posix", reason="devices are files on POSIX systems only")
def test_a_device_keeps_its_mode() -> None:
    before = stat.S_IMODE(os.stat("/dev/null").st_mode)

    with pytest.raises(StoreError):
        asyncio.run(migrated(Path("/dev/null")))

    assert stat.S_IMODE(os.stat("/dev/null").st_mode) == before
