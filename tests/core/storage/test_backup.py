"""Tests of copies of a database, and of the reasons for refusing one."""

import os
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from council_core.errors import RequestError, StoreIncompatible
from council_core.storage.backup import backup
from council_core.storage.database import Database
from council_core.storage.migrate import migrate
from council_core.storage.runs import SqlRunStore
from tests.samples import a_run
from tests.testbed.migrated import migrated


async def a_database(folder: Path) -> Database:
    database = await migrated(f"sqlite:///{folder / 'council.db'}")
    await SqlRunStore(database).add(a_run())
    return database


async def test_the_copy_holds_what_was_committed_and_nothing_of_what_was_not(tmp_path: Path) -> None:
    database = await a_database(tmp_path)
    with closing(sqlite3.connect(tmp_path / "council.db", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("DELETE FROM runs")

        size = backup(f"sqlite:///{tmp_path / 'council.db'}", tmp_path / "copy.db")

        writer.execute("ROLLBACK")
    await database.aclose()
    copy = Database(f"sqlite:///{tmp_path / 'copy.db'}")
    assert await SqlRunStore(copy).get(a_run().id) == a_run()
    await copy.aclose()
    assert size > 0


def target_is_there(folder: Path) -> None:
    (folder / "copy.db").touch()


def database_is_not(folder: Path) -> None:
    (folder / "council.db").unlink()


def database_is_empty(folder: Path) -> None:
    (folder / "council.db").write_bytes(b"")


@pytest.mark.parametrize(
    ("prepare", "kind", "fact"),
    [
        (database_is_empty, "no_database_yet", "council.db"),
        (target_is_there, "file_there_already", "copy.db"),
        (database_is_not, "no_database_yet", "council.db"),
    ],
)
async def test_a_copy_that_cannot_be_is_refused_with_what_to_do(
    prepare: Callable[[Path], None], kind: str, fact: str, tmp_path: Path
) -> None:
    await (await a_database(tmp_path)).aclose()
    prepare(tmp_path)

    with pytest.raises(RequestError) as caught:
        backup(f"sqlite:///{tmp_path / 'council.db'}", tmp_path / "copy.db")

    assert (caught.value.kind, caught.value.fact) == (kind, str(tmp_path / fact))


async def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    await (await a_database(tmp_path)).aclose()

    with pytest.raises(RequestError) as caught:
        backup(f"sqlite:///{tmp_path / 'council.db'}", tmp_path / "nowhere" / "copy.db")

    assert (caught.value.kind, caught.value.fact) == ("no_such_folder", str(tmp_path / "nowhere"))


def test_for_postgres_the_command_is_told_without_the_password() -> None:
    with pytest.raises(RequestError) as caught:
        backup("postgresql://council:planted@db/council", Path("copy.dump"))

    assert "pg_dump --format=custom --file=copy.dump 'postgresql://council:***@db/council'" in str(
        caught.value
    )


async def test_a_damaged_database_leaves_no_copy_that_looks_whole(tmp_path: Path) -> None:
    await (await a_database(tmp_path)).aclose()
    file = tmp_path / "council.db"
    pages = bytearray(file.read_bytes())
    pages[4096:16384] = b"\xff" * (16384 - 4096)
    file.write_bytes(pages)

    with pytest.raises(StoreIncompatible):
        backup(f"sqlite:///{file}", tmp_path / "copy.db")

    assert [name for name in os.listdir(tmp_path) if "copy" in name] == []


async def test_a_copy_in_the_place_of_a_killed_database_is_not_opened_with_the_log_of_that_one(
    tmp_path: Path,
) -> None:
    file, log = tmp_path / "council.db", tmp_path / "council.db-wal"
    database = await a_database(tmp_path)
    backup(f"sqlite:///{file}", tmp_path / "copy.db")
    left = log.read_bytes()
    await database.aclose()
    copy = (tmp_path / "copy.db").read_bytes()
    file.write_bytes(copy)
    log.write_bytes(left)

    again = Database(f"sqlite:///{file}")
    with pytest.raises(StoreIncompatible, match=f"log_of_another database=.* file={log}"):
        await migrate(again)
    await again.aclose()
    with pytest.raises(StoreIncompatible, match="log_of_another"):
        backup(f"sqlite:///{file}", tmp_path / "another.db")
    assert (len(left) > 0, file.read_bytes(), log.read_bytes()) == (True, copy, left)

    log.unlink()
    restored = await migrated(f"sqlite:///{file}")
    assert await SqlRunStore(restored).get(a_run().id) == a_run()
    await restored.aclose()


def test_the_database_of_another_program_is_not_copied(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "council.db")) as connection:
        connection.execute("CREATE TABLE bookmarks (address)")

    with pytest.raises(StoreIncompatible, match="not_ours"):
        backup(f"sqlite:///{tmp_path / 'council.db'}", tmp_path / "copy.db")

    assert os.listdir(tmp_path) == ["council.db"]


@pytest.mark.skipif(sys.platform == "win32", reason="no process has such a limit there")
async def test_a_disk_that_takes_no_more_is_that_of_the_copy_and_not_of_the_database(tmp_path: Path) -> None:
    import resource

    source = tmp_path / "council.db"
    await (await migrated(f"sqlite:///{source}")).aclose()
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (200_000, before[1]))
    try:
        with pytest.raises(OSError, match="Input/output error"):
            backup(f"sqlite:///{source}", tmp_path / "copy.db")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)

    assert not [name for name in os.listdir(tmp_path) if name.startswith("copy.db")]
