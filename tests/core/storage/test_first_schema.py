"""Tests of updating a database of the first schema, with a whole run in it, without losing anything.

`tests/golden/stored/first_schema.json` holds rows as an early version wrote them; it is never rewritten. When a stored
value gets another form, the reader for the old form makes this test pass.
"""

import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from council_core.domain.question import RunId
from council_core.storage.database import Database
from council_core.storage.migrate import MIGRATIONS, migrate
from council_core.storage.receipts import SqlReceipts
from council_core.storage.runs import SqlRunStore
from council_core.testing import SteppingClock

ROWS = json.loads((Path(__file__).parents[2] / "golden" / "stored" / "first_schema.json").read_text())
RUN = RunId(ROWS["runs"][0]["id"])


def first_schema(connection: Connection) -> None:
    """Create the tables of revision 0001, with these rows."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "0001")
    for table, rows in ROWS.items():
        for row in rows:
            names, values = ", ".join(f'"{name}"' for name in row), ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)  # noqa: S608


@pytest.fixture(params=["sqlite", "postgres"])
async def old(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """Yield a database of each kind with the first schema."""
    url = f"sqlite:///{tmp_path / 'council.db'}"
    if request.param == "postgres":
        url = request.getfixturevalue("postgres")
    database = Database(url)
    async with database.writing() as connection:
        if request.param == "postgres":
            await connection.execute(text("DROP SCHEMA public CASCADE"))
            await connection.execute(text("CREATE SCHEMA public"))
        await connection.run_sync(first_schema)
    yield database
    await database.aclose()


async def test_a_run_of_the_first_schema_is_whole_under_the_newest(old: Database) -> None:
    await migrate(old)

    run = await SqlRunStore(old).get(RUN)
    assert (run.status, run.question.asker.name) == ("revealed", "Alice")
    assert run.question.text == "Should a small team write its own job queue?"
    assert [outcome.member for outcome in run.outcomes] == [row["member"] for row in ROWS["outcomes"]]
    assert len(run.reviews) == len(ROWS["reviews"])
    assert run.verdict is not None
    assert run.ranking is not None
    assert run.slate is not None
    assert [(ballot.voter, ballot.order) for ballot in run.ballots] == [("U1", (("A",), ("B",)))]
    card = await SqlReceipts(old, SteppingClock()).find(f"{RUN}/card")
    assert card is not None
    assert card.message is not None


async def test_a_run_of_the_first_schema_counts_in_statistics_as_one_of_today_does(old: Database) -> None:
    await migrate(old)
    run = await SqlRunStore(old).get(RUN)

    assert await SqlRunStore(old).ranked_runs(run.question.place, limit=9) == (run.without_texts(),)
    assert len(run.without_texts().reviews) == len(ROWS["reviews"])
