"""Tests of the index of words beside the runs: filled for runs of earlier versions, and without deleted runs."""

import asyncio
import time
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from council_core.domain.answer import Reply
from council_core.domain.question import RunId
from council_core.domain.search import phrases_in
from council_core.domain.verdict import Verdict
from council_core.errors import UnknownRun
from council_core.storage.database import Database
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.storage.search import A_PIECE
from council_core.storage.url import is_sqlite
from tests.contracts.conftest import emptied
from tests.e2e.raw_file import found_in_bytes
from tests.samples import MEMBERS, NOON, QUESTION, a_run
from tests.testbed.migrated import migrated

VERDICT = Verdict(chairman=MEMBERS[0].id, reply=Reply(text="Run a formatter.", latency=1.0), top=())


@pytest.fixture(params=["sqlite", "postgres"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """Yield an empty database of each kind."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    opened = await emptied(request.getfixturevalue("postgres") if request.param == "postgres" else url)
    yield opened
    await opened.aclose()


async def asked(store: SqlRunStore, number: int, words: str) -> RunId:
    """Store a finished run, asked this many minutes after noon, and return its id."""
    run = a_run(
        f"r{number:012d}", question=replace(QUESTION, text=words), asked_at=NOON + timedelta(minutes=number)
    )
    await store.add(run)
    await store.save(replace(run, status="revealed", verdict=VERDICT))
    return run.id


async def found(store: SqlRunStore, words: str) -> int:
    return len(await store.search(phrases_in(words), limit=1_000))


async def test_runs_of_an_earlier_version_are_made_findable_piece_by_piece(database: Database) -> None:
    store = SqlRunStore(database)
    for number in range(2 * A_PIECE + 1):
        await asked(store, number, "Tabs or spaces?")
    async with database.writing() as connection:
        for table in ("search_words", "searchable"):
            await connection.execute(text(f"DELETE FROM {table}"))  # noqa: S608
    await asked(store, 999, "Asked since the update, with tabs?")

    needed, before = await store.filling.is_needed(), await found(store, "tabs")
    pieces = [await store.filling.a_piece() for _ in range(4)]

    assert (needed, before) == (True, 1)
    assert pieces == [True, True, True, False]
    assert await found(store, "tabs formatter") == 2 * A_PIECE + 2
    assert not await store.filling.is_needed()


async def test_a_piece_whose_neighbour_in_the_commit_fails_is_not_lost(database: Database) -> None:
    store = SqlRunStore(database)
    for number in range(4 * A_PIECE):
        await asked(store, number, "Tabs or spaces?")
    async with database.writing() as connection:
        for table in ("search_words", "searchable"):
            await connection.execute(text(f"DELETE FROM {table}"))  # noqa: S608

    def holds_up(connection: Connection) -> None:
        time.sleep(0.05)

    def fails(connection: Connection) -> None:
        raise UnknownRun("r1")

    more = True
    while more:
        # # The first one holds the writer, so that the other two share one commit.
        works = (database.write(holds_up), store.filling.a_piece(), database.write(fails))
        _, more, _ = await asyncio.gather(*works, return_exceptions=True)

    assert await found(store, "tabs") == 4 * A_PIECE
    assert not await store.filling.is_needed()


async def test_a_run_that_somebody_was_saving_is_found_by_the_next_look(
    database: Database,
) -> None:
    if is_sqlite(database.url):
        pytest.skip("SQLite has one writer at a time.")
    store = SqlRunStore(database)
    run_id = await asked(store, 1, "Tabs or spaces?")
    async with database.writing() as connection:
        for table in ("search_words", "searchable"):
            await connection.execute(text(f"DELETE FROM {table}"))  # noqa: S608
    async with database.writing() as connection:
        await connection.execute(text("SELECT 1 FROM runs WHERE id = :id FOR UPDATE"), {"id": run_id})
        first = await store.filling.a_piece()

    pieces = [await store.filling.a_piece() for _ in range(2)]

    assert (first, pieces) == (False, [True, False])
    assert await found(store, "tabs") == 1


async def test_a_deleted_run_is_not_found_any_more(database: Database) -> None:
    store = SqlRunStore(database)
    gone = await asked(store, 1, "Shall we tell of the quokka leak?")
    await asked(store, 2, "Tabs or spaces?")

    await SqlRetention(database).delete(gone, NOON, from_chat=False)

    assert (await found(store, "quokka"), await found(store, "formatter")) == (0, 1)
    assert not await store.filling.is_needed()


async def test_the_words_of_a_deleted_run_leave_the_bytes_of_the_file(tmp_path: Path) -> None:
    database = await migrated(f"sqlite:///{tmp_path / 'council.db'}")
    store, retention = SqlRunStore(database), SqlRetention(database)
    await asked(store, 1, "Emacs or vi?")
    gone = await asked(store, 2, "Shall we tell Zanzibar of the quokka leak?")
    for number in range(3, 60):
        await asked(store, number, f"Tabs or spaces, number {number}?")

    there = found_in_bytes(tmp_path, ["uokka", "anzibar"])
    await retention.delete(gone, NOON, from_chat=False)
    await retention.sweep()

    assert there == {"uokka", "anzibar"}
    assert found_in_bytes(tmp_path, ["uokka", "anzibar"]) == set()
    assert await found(store, "tabs") == 57
    await database.aclose()
