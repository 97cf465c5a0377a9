"""Tests that outcomes and reviews of earlier versions become rows of the first round, on databases of earlier bots."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event, text

from council_core.errors import StoreUnavailable
from council_core.storage.database import Database
from council_core.storage.migrate import _upgrade, migrate  # pyright: ignore[reportPrivateUsage]
from council_core.storage.runs import SqlRunStore

UNDER_WAY = Path(__file__).parents[2] / "golden" / "stored" / "under_way"
TABLES = ("outcomes", "reviews")


def make(file: Path, path: Path) -> None:
    """Create the database that this SQL describes."""
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript(path.read_text(encoding="utf-8"))


def rows(file: Path, table: str) -> list[dict[str, object]]:
    """Return all stored rows, in the order of their text."""
    with closing(sqlite3.connect(file)) as connection:
        connection.row_factory = sqlite3.Row
        found = [dict(row) for row in connection.execute(f"SELECT * FROM {table}")]  # noqa: S608
    return sorted(found, key=str)


@pytest.mark.parametrize("path", sorted(UNDER_WAY.glob("*.sql")), ids=lambda path: path.stem)
async def test_every_outcome_and_review_of_an_earlier_bot_is_in_the_first_round(
    path: Path, tmp_path: Path
) -> None:
    file = tmp_path / "council.db"
    make(file, path)
    before = {table: rows(file, table) for table in TABLES}

    database = Database(f"sqlite:///{file}")
    await migrate(database)
    (run,) = await SqlRunStore(database).latest(limit=9)
    await database.aclose()

    after = {table: rows(file, table) for table in TABLES}
    assert {
        name: [{k: v for k, v in row.items() if k != "round"} for row in found]
        for name, found in after.items()
    } == before
    assert {row["round"] for found in after.values() for row in found} <= {1}
    assert {each.round for each in (*run.outcomes, *run.reviews)} <= {1}


async def test_the_keys_hold_the_round_and_the_file_is_whole(any_sqlite: None, tmp_path: Path) -> None:
    file = tmp_path / "council.db"
    make(file, UNDER_WAY / "62d5fcc-voting.sql")

    database = Database(f"sqlite:///{file}")
    await migrate(database)
    (run,) = await SqlRunStore(database).latest(limit=9)
    await database.aclose()

    with closing(sqlite3.connect(file)) as connection:
        keys = {
            table: [
                column
                for _, _, column in connection.execute(f"PRAGMA index_info(sqlite_autoindex_{table}_1)")
            ]
            for table in TABLES
        }
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        assert [row[2] for row in connection.execute("PRAGMA foreign_key_list(outcomes)")] == ["runs"]
        with pytest.raises(sqlite3.IntegrityError):
            connection.execute("INSERT INTO reviews SELECT * FROM reviews")
    assert keys == {
        "outcomes": ["run_id", "round", "member", "late"],
        "reviews": ["run_id", "round", "position"],
    }
    assert len(run.outcomes) == 4


@pytest.fixture(params=["plain", "schema-not-writable"])
def any_sqlite(request: pytest.FixtureRequest) -> Iterator[None]:
    """Yield SQLite in its usual build, and in the build of some systems that forbids writing to the schema."""

    def refuse(_c: object, _cursor: object, statement: str, values: Any, *_: object) -> tuple[str, Any]:
        by_hand = statement.startswith("UPDATE sqlite_master")
        return (statement.replace("sqlite_master", "not_for_you") if by_hand else statement), values

    if request.param == "plain":
        yield
        return
    event.listen(Engine, "before_cursor_execute", refuse, retval=True)
    yield
    event.remove(Engine, "before_cursor_execute", refuse)


async def test_a_migration_that_breaks_off_leaves_the_keys_as_they_were(tmp_path: Path) -> None:
    file = tmp_path / "council.db"
    make(file, UNDER_WAY / "62d5fcc-voting.sql")
    before = {table: rows(file, table) for table in TABLES}
    database = Database(f"sqlite:///{file}")

    async def break_off() -> None:
        async with database.writing() as connection:
            await connection.run_sync(_upgrade, database.name)
            raise OSError("the power went")

    with pytest.raises(StoreUnavailable):
        await break_off()
    await database.aclose()

    assert {table: rows(file, table) for table in TABLES} == before
    with closing(sqlite3.connect(file)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]


async def test_deleting_a_run_takes_its_rows_along_after_the_tables_were_rebuilt(tmp_path: Path) -> None:
    file = tmp_path / "council.db"
    make(file, UNDER_WAY / "62d5fcc-voting.sql")
    database = Database(f"sqlite:///{file}")
    await migrate(database)

    async with database.writing() as connection:
        await connection.execute(text("DELETE FROM runs"))
    await database.aclose()

    assert [rows(file, table) for table in TABLES] == [[], []]
