"""Tests that a URL becomes a database that loses nothing, and that errors name the remedy."""

import asyncio
import os
import sqlite3
import stat
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Connection, make_url, text

from council_core.errors import SettingsError, StoreError, StoreUnavailable
from council_core.storage.database import Database, translated
from council_core.storage.migrate import migrate
from council_core.storage.url import engine_url, read_url
from tests.samples import in_english


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """Yield a file with one counter, whose writers do not wait for locks."""
    opened = Database(f"sqlite:///{tmp_path / 'council.db'}", patience=0.05)
    async with opened.writing() as connection:
        await connection.execute(text("CREATE TABLE counter (value INTEGER)"))
        await connection.execute(text("INSERT INTO counter VALUES (0)"))
    yield opened
    await opened.aclose()


async def write(database: Database, *statements: str) -> None:
    """Execute all statements in one transaction."""

    def work(connection: Connection) -> None:
        for statement in statements:
            connection.execute(text(statement))

    await database.write(work)


ALIVE = "?keepalives_count=3&keepalives_idle=15&keepalives_interval=5"


@pytest.mark.parametrize(
    ("written", "ours", "engines"),
    [
        ("sqlite:///council.db", "sqlite+aiosqlite:///council.db", "sqlite:///council.db"),
        ("sqlite+pysqlite:///council.db", "sqlite+aiosqlite:///council.db", "sqlite:///council.db"),
        (
            "postgresql://u:p@h/n",
            f"postgresql+psycopg://u:***@h/n{ALIVE}",
            f"postgresql+psycopg://u:p@h/n{ALIVE}",
        ),
        (
            "postgres://u:p@h/n",
            f"postgresql+psycopg://u:***@h/n{ALIVE}",
            f"postgresql+psycopg://u:p@h/n{ALIVE}",
        ),
        ("postgresql+asyncpg://h/n", f"postgresql+psycopg://h/n{ALIVE}", f"postgresql+psycopg://h/n{ALIVE}"),
        (
            "postgresql://h/n?keepalives_idle=60",
            "postgresql+psycopg://h/n?keepalives_count=3&keepalives_idle=60&keepalives_interval=5",
            "postgresql+psycopg://h/n?keepalives_count=3&keepalives_idle=60&keepalives_interval=5",
        ),
    ],
)
def test_a_url_as_people_write_it_is_read_for_both_drivers(written: str, ours: str, engines: str) -> None:
    assert _sorted(read_url(written).render_as_string()) == ours
    assert _sorted(engine_url(written)) == engines


def _sorted(url: str) -> str:
    address, mark, query = url.partition("?")
    return address + mark + "&".join(sorted(query.split("&")))


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        (
            "council.db",
            "DATABASE_URL 'council.db' is not a URL. Examples: sqlite:///council.db, postgresql://user@host/council.",
        ),
        (
            "postgresql//council:hunter2@h/n",
            "DATABASE_URL is not a URL. Examples: sqlite:///council.db, postgresql://user@host/council.",
        ),
        (
            "postgresql://council:hunter2@h:port/n",
            "DATABASE_URL is not a URL. Examples: sqlite:///council.db, postgresql://user@host/council.",
        ),
        ("mysql://h/n", "DATABASE_URL begins with 'mysql'; expected sqlite:/// or postgresql://."),
        ("sqlite://", "DATABASE_URL must name a file: a council in memory would forget everything."),
        ("sqlite:///:memory:", "DATABASE_URL must name a file: a council in memory would forget everything."),
        (
            "sqlite:////nowhere/at/all/council.db",
            "DATABASE_URL names a file in /nowhere/at/all, and there is no such folder. Create it first.",
        ),
    ],
)
def test_a_url_that_cannot_be_right_is_a_setting_to_mend(url: str, sentence: str) -> None:
    with pytest.raises(SettingsError) as caught:
        Database(url)

    assert in_english(caught.value.problems) == (sentence,)


async def test_a_commit_survives_a_power_cut_and_readers_wait_for_nobody(database: Database) -> None:
    async with database.reading() as connection:
        found = {
            name: await connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }

    assert found == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


async def test_writers_wait_for_each_other_and_none_reads_what_another_is_about_to_change(
    tmp_path: Path, database: Database
) -> None:
    patient = Database(f"sqlite:///{tmp_path / 'council.db'}")

    async def count() -> None:
        async with patient.writing() as connection:
            value = await connection.scalar(text("SELECT value FROM counter"))
            await asyncio.sleep(0)
            await connection.execute(text("UPDATE counter SET value = :value"), {"value": value + 1})

    async with asyncio.TaskGroup() as group:
        for _ in range(30):
            group.create_task(count())

    async with patient.reading() as connection:
        assert await connection.scalar(text("SELECT value FROM counter")) == 30
    await patient.aclose()


async def test_what_fails_half_way_was_never_there(database: Database) -> None:
    with pytest.raises(StoreError):
        await write(database, "UPDATE counter SET value = 7", "UPDATE nothing SET value = 7")

    async with database.reading() as connection:
        assert await connection.scalar(text("SELECT value FROM counter")) == 0


async def test_a_lock_that_another_program_holds_is_named_as_that(tmp_path: Path, database: Database) -> None:
    other = sqlite3.connect(tmp_path / "council.db", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")

    with pytest.raises(StoreUnavailable, match=r"locked database=sqlite:///"):
        await write(database, "UPDATE counter SET value = 1")

    other.execute("ROLLBACK")
    await write(database, "UPDATE counter SET value = 1")
    other.close()


async def test_a_full_disk_is_named_as_that_and_nothing_kept_is_lost(database: Database) -> None:
    with pytest.raises(StoreUnavailable, match=r"disk_full database=sqlite:///"):
        await write(
            database, "PRAGMA max_page_count=1", "CREATE TABLE big AS SELECT zeroblob(1000000) AS bytes"
        )

    async with database.reading() as connection:
        assert await connection.scalar(text("SELECT value FROM counter")) == 0


async def test_more_work_than_there_are_connections_is_told_as_a_store_that_may_be_tried_again(
    database: Database,
) -> None:
    done = asyncio.Event()
    everybody = asyncio.Barrier(16)

    async def hold() -> None:
        async with database.reading():
            await everybody.wait()
            await done.wait()

    async with asyncio.TaskGroup() as group:
        for _ in range(15):
            group.create_task(hold())
        await everybody.wait()
        try:
            with pytest.raises(StoreUnavailable, match="unusable"):
                async with database.reading():
                    pass
        finally:
            done.set()


async def test_a_folder_that_takes_no_files_is_named(tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    folder.mkdir(mode=0o500)
    if os.access(folder, os.W_OK):
        pytest.skip("this user may write everywhere")

    with pytest.raises(StoreUnavailable, match="unopened database=sqlite:"):
        await migrate(Database(f"sqlite:///{folder / 'council.db'}"))


async def test_a_file_that_may_only_be_read_is_named_as_that(database: Database) -> None:
    with pytest.raises(StoreUnavailable, match=r"read_only database=sqlite:///"):
        await write(database, "PRAGMA query_only=ON", "UPDATE counter SET value = 1")


async def test_a_server_that_is_not_there_is_named_without_its_password() -> None:
    database = Database("postgresql://council:planted@127.0.0.1:9/council")

    with pytest.raises(StoreUnavailable) as caught:
        await migrate(database)

    assert "unusable database=postgresql://council:***@127.0.0.1:9/council" in str(caught.value)
    assert "planted" not in str(caught.value)
    await database.aclose()


@pytest.mark.parametrize(
    ("name", "options", "kind"),
    [
        # A refused connection quotes this name, whose words once decided the advice.
        ("fulltime_locked_readonly", "", "unusable"),
        ("latin", "", "encoding"),
        ("ascii", "", "encoding"),
        ("postgres", "-cdefault_transaction_read_only=on", "replica"),
        ("postgres", "-cstatement_timeout=1", "unusable"),
        ("postgres", "-crole=guest", "not_allowed"),
    ],
)
async def test_errors_of_a_server_are_told_by_their_code(
    postgres: str, name: str, options: str, kind: str
) -> None:
    with psycopg.connect(postgres, autocommit=True) as connection:
        for statement in (
            "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0",
            "CREATE DATABASE ascii ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0",
            "CREATE ROLE guest",
        ):
            with suppress(psycopg.errors.DuplicateDatabase, psycopg.errors.DuplicateObject):
                connection.execute(statement)
    url = make_url(postgres).set(database=name).update_query_dict({"options": options} if options else {})
    database = Database(url.render_as_string(hide_password=False))

    with pytest.raises(StoreError) as caught:
        await write(database, "CREATE TABLE told (value INTEGER)", "SELECT pg_sleep(1)")

    assert caught.value.kind == kind
    await database.aclose()


@pytest.mark.skipif(os.name != "posix", reason="files have modes on POSIX systems only")
async def test_the_file_and_its_log_are_their_owners_alone_also_those_of_an_earlier_version(
    tmp_path: Path,
) -> None:
    def modes() -> dict[str, int]:
        return {file.name: stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}

    usual = os.umask(0o022)
    try:
        earlier = sqlite3.connect(tmp_path / "earlier.db")
        earlier.execute("PRAGMA journal_mode=WAL")
        earlier.execute("CREATE TABLE alembic_version (version_num)")
        before = modes()
        opened = [Database(f"sqlite:///{tmp_path / name}") for name in ("earlier.db", "new.db")]
        for each in opened:
            await write(each, "CREATE TABLE counter (value INTEGER)")
        after = modes()
        for each in opened:
            await each.aclose()
        earlier.close()
    finally:
        os.umask(usual)

    assert set(before.values()) == {0o644}
    names = {f"{name}{end}" for name in ("earlier.db", "new.db") for end in ("", "-wal", "-shm")}
    assert after == dict.fromkeys(names, 0o600)


def test_a_log_without_room_for_its_index_is_a_full_disk() -> None:
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = sqlite3.SQLITE_IOERR_SHMSIZE

    with pytest.raises(StoreUnavailable) as told, translated("sqlite:///it"):
        raise error

    assert told.value.kind == "disk_full"
