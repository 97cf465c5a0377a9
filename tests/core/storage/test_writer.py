"""Tests that writes which arrive together share one transaction, and that none makes another fail."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Callable
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Connection, event, text

from council_core.errors import StoreUnavailable
from council_core.storage.database import Database


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    """Yield a file with an empty list."""
    opened = Database(f"sqlite:///{tmp_path / 'council.db'}", patience=0.05)
    await opened.write(lambda connection: connection.execute(text("CREATE TABLE list (word TEXT UNIQUE)")))
    yield opened
    await opened.aclose()


def adds(word: str) -> Callable[[Connection], str]:
    """Return work that adds a word to the list, which holds each word once."""

    def work(connection: Connection) -> str:
        connection.execute(text("INSERT INTO list VALUES (:word)"), {"word": word})
        return word

    return work


async def words(database: Database) -> set[str]:
    """Return the words on the list."""
    return await database.read(lambda c: set(c.scalars(text("SELECT word FROM list"))))


async def test_what_is_written_at_the_same_moment_waits_for_the_disk_once(database: Database) -> None:
    commits: list[object] = []
    event.listen(database.engine_in_threads, "commit", commits.append)

    async with asyncio.TaskGroup() as group:
        done = [group.create_task(database.write(adds(f"word {number}"))) for number in range(40)]

    assert [task.result() for task in done] == [f"word {number}" for number in range(40)]
    assert len(await words(database)) == 40
    # # The first write is alone, the others arrive while it is written to disk; one commit is this test's own read.
    assert len(commits) <= 5


async def test_one_that_fails_costs_none_of_the_others_its_own(database: Database) -> None:
    await database.write(adds("there already"))

    results = await asyncio.gather(
        *(database.write(adds(word)) for word in ("one", "two", "there already", "three")),
        return_exceptions=True,
    )

    assert [result if isinstance(result, str) else type(result) for result in results] == [
        "one",
        "two",
        StoreUnavailable,
        "three",
    ]
    assert await words(database) == {"one", "two", "three", "there already"}


async def test_all_who_came_while_another_program_held_the_file_are_told_so_together(
    tmp_path: Path, database: Database
) -> None:
    patient = Database(f"sqlite:///{tmp_path / 'council.db'}", patience=2.0)
    await patient.write(adds("before"))
    begun: list[object] = []
    event.listen(patient.engine_in_threads, "checkout", lambda *tried: begun.append(tried))

    with closing(sqlite3.connect(tmp_path / "council.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        results = await asyncio.gather(
            *(patient.write(adds(f"word {number}")) for number in range(100)), return_exceptions=True
        )
        other.execute("ROLLBACK")

    assert {str(result) for result in results} == {f"locked database={patient.name}"}
    assert len(begun) == 1
    assert await patient.write(adds("afterwards")) == "afterwards"
    await patient.aclose()


async def test_what_a_work_raises_by_itself_reaches_who_asked_for_it_and_keeps_nothing(
    database: Database,
) -> None:
    def regrets(connection: Connection) -> None:
        adds("half")(connection)
        raise LookupError("never mind")

    with pytest.raises(LookupError, match="never mind"):
        await database.write(regrets)

    assert await words(database) == set()


async def test_closing_waits_for_what_was_asked_for_before(tmp_path: Path, database: Database) -> None:
    asked = [asyncio.create_task(database.write(adds(f"word {number}"))) for number in range(10)]
    await asyncio.sleep(0)

    await database.aclose()

    assert [await task for task in asked] == [f"word {number}" for number in range(10)]
    again = Database(f"sqlite:///{tmp_path / 'council.db'}")
    assert len(await words(again)) == 10
    await again.aclose()
