"""Tests that deleted runs are swept out of a database file, in pieces that hold up nobody."""

import asyncio
import sqlite3
from collections.abc import Generator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, text

from council_core.storage.database import Database
from council_core.storage.file_sweep import LARGEST_PIECE, sweep_file
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from tests.contracts.conftest import emptied
from tests.contracts.test_retention import CountedSweeps, a_retention, ended_runs
from tests.samples import a_run


async def test_the_deletions_of_a_while_are_swept_once_and_settled_only_then(database: Database) -> None:
    store = CountedSweeps(database)
    retention = a_retention(store)
    for run_id in await ended_runs(database, 12):
        await retention.finish_deletion(await retention.delete(run_id, from_chat=True))
    before = (store.sweeps, len(await store.unsettled()))

    await retention.rest(60)
    await retention.finish_deletions()
    await retention.finish_deletions()

    assert before == (0, 12)
    assert (store.sweeps, await store.unsettled()) == (1, ())


async def test_a_sweep_that_others_kept_from_its_end_is_done_again(database: Database) -> None:
    store = CountedSweeps(database)
    retention = a_retention(store)
    (run_id,) = await ended_runs(database, 1)
    await retention.finish_deletion(await retention.delete(run_id, from_chat=True))
    store.is_done = False

    await retention.finish_deletions()
    left = await store.unsettled()
    store.is_done = True
    await retention.finish_deletions()

    assert [gone.run_id for gone in left] == [run_id]
    assert (store.sweeps, await store.unsettled()) == (2, ())


async def with_empty_pages(folder: Path) -> Database:
    """Return a database whose file has some five thousand empty pages."""
    database = await emptied(f"sqlite:///{folder / 'council.db'}")
    for table in (
        "CREATE TABLE bulk (content BLOB)",
        "INSERT INTO bulk VALUES (zeroblob(20000000))",
        "DROP TABLE bulk",
    ):
        await database.write(lambda connection, table=table: connection.execute(text(table)))
    return database


async def test_others_write_while_many_pages_leave_the_file(tmp_path: Path) -> None:
    database = await with_empty_pages(tmp_path)
    before = await database.read(pages)

    async def swept() -> None:
        while not await SqlRetention(database).sweep():
            pass

    sweep = asyncio.create_task(swept())
    writes = 0
    while not sweep.done():
        await SqlRunStore(database).add(a_run(f"r{writes}"))
        writes += 1
        await asyncio.sleep(0)
    await sweep

    assert writes > 4
    assert await database.read(pages) < before / 4
    await database.aclose()


async def test_a_sweep_gives_its_turn_back_after_each_piece(tmp_path: Path) -> None:
    database = await with_empty_pages(tmp_path)
    file = tmp_path / "council.db"
    released: list[int] = []

    @contextmanager
    def turn() -> Generator[None]:
        before = free_pages(file)
        with database.turn():
            yield
        released.append(before - free_pages(file))

    assert sweep_file(str(file), turn, rewrites_all=False)

    assert sum(released) > 4_000
    assert max(released) <= LARGEST_PIECE
    await database.aclose()


def test_a_merge_of_the_index_holds_up_others_for_few_pages_at_a_time(tmp_path: Path) -> None:
    file, written = tmp_path / "council.db", list[int]()
    log = file.with_name("council.db-wal")
    with closing(sqlite3.connect(file, isolation_level=None)) as connection:
        connection.execute("PRAGMA auto_vacuum=INCREMENTAL")
        connection.execute("PRAGMA journal_mode=WAL")
        connection.execute("CREATE VIRTUAL TABLE search_words USING fts5(words, scope)")
        connection.execute("BEGIN")
        for run in range(2_000):
            # # Eight runs share a word, so that no word alone exceeds a batch.
            words = " ".join(f"word{(run // 4 * 300 + each) % 90_000}" for each in range(300))
            connection.execute("INSERT INTO search_words (rowid, words) VALUES (?, ?)", (run, words))
        connection.execute("COMMIT")
        connection.execute("DELETE FROM search_words WHERE rowid % 5 = 0")
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")

        @contextmanager
        def turn() -> Generator[None]:
            before = log.stat().st_size
            yield
            written.append((log.stat().st_size - before) // 4_096)

        assert sweep_file(str(file), turn, rewrites_all=False)

        sought = "SELECT count(*) FROM search_words WHERE search_words MATCH 'word0'"
        assert connection.execute(sought).fetchone() == (6,)

    *merged, _ = written  # The last turn empties the log.
    assert sum(merged) > 1_000
    # The time of each piece decides where the next one ends, and so how many pages it replaces: 100 to 208 were seen.
    assert max(merged) <= 256, "pages of the index and those that they replace"


def free_pages(file: Path) -> int:
    """Return the number of empty pages in an SQLite file."""
    with closing(sqlite3.connect(file)) as connection:
        return int(connection.execute("PRAGMA freelist_count").fetchone()[0])


def pages(connection: Connection) -> int:
    """Return the number of pages in an SQLite file."""
    return int(connection.scalar(text("PRAGMA page_count")) or 0)


async def test_a_process_that_died_before_it_swept_has_the_next_one_sweep(database: Database) -> None:
    store = CountedSweeps(database)
    first = a_retention(store)
    (run_id,) = await ended_runs(database, 1)
    await first.finish_deletion(await first.delete(run_id, from_chat=True))

    await a_retention(store).finish_deletions()

    assert (store.sweeps, await store.unsettled()) == (1, ())
