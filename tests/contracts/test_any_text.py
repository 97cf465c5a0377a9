"""Tests that texts which drivers and Postgres refuse are looked up and stored like others, in every process and
table."""

import re

import pytest
from sqlalchemy import Connection, insert, select, text

from council_core.domain.material import Digest
from council_core.domain.question import RunId
from council_core.errors import UnknownBlob, UnknownRun
from council_core.storage import tables
from council_core.storage.blobs import SqlBlobs
from council_core.storage.database import Database
from council_core.storage.run_records import SqlPublicLinks
from council_core.storage.runs import SqlRunStore

REFUSED = ("r1\0", "r1\ud83d", "\udce9", "한국\udfff어")


@pytest.mark.parametrize("refused", REFUSED)
async def test_nothing_is_found_under_a_text_that_a_database_refuses(
    database: Database, refused: str
) -> None:
    with pytest.raises(UnknownRun):
        await SqlRunStore(database).get(RunId(refused))
    with pytest.raises(UnknownBlob):
        await SqlBlobs(database).get(Digest(refused))
    assert await SqlPublicLinks(database).opened(refused) is None


@pytest.mark.parametrize("refused", REFUSED)
async def test_a_text_that_a_database_refuses_is_stored_with_a_replacement_for_each_such_sign(
    database: Database, refused: str
) -> None:
    rows = [
        {"run_id": "r1", "scope": "", "name": "step", "n": n, "output": output, "started": 0, "ended": 0}
        for n, output in enumerate((refused, "plain"))
    ]
    await database.write(lambda connection: connection.execute(insert(tables.run_steps), rows))
    async with database.writing() as connection:
        found = await connection.scalar(text("SELECT CAST(:refused AS TEXT)"), {"refused": refused})

    def outputs(connection: Connection) -> list[str]:
        return list(connection.scalars(select(tables.run_steps.c.output).order_by(tables.run_steps.c.n)))

    stored, plain = await database.read(outputs)
    assert plain == "plain"
    assert stored == found
    assert stored.replace("\0", "\ufffd") == re.sub("[\0\ud800-\udfff]", "\ufffd", refused)
