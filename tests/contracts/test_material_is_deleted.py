"""Tests that deleting a run deletes all that came with its question, byte by byte: files, scans, links,
descriptions."""

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import cast

from sqlalchemy import Connection, func, select

from council_core.context.reading import ChildReader
from council_core.domain.connector import Service
from council_core.domain.material import Passage, Picture
from council_core.domain.place import Place
from council_core.domain.question import FileReference
from council_core.ports import FileSource
from council_core.stages.prepare import Intake
from council_core.storage.blobs import SqlBlobs
from council_core.storage.database import Database
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.storage.tables import blob_references, blobs, metadata
from council_core.storage.url import is_sqlite
from council_core.testing import MemoryRunStore, says
from tests.core.sitting import Sitting, a_sitting
from tests.core.stages.test_describe import Known
from tests.core.stages.test_prepare import Shelf
from tests.samples import NOON
from tests.testbed.documents import png, scan

FILE, LINK, SERVICE, SEEN = (
    "Filed under quince.",
    "Linked under medlar.",
    "Asked under damson.",
    "Seen under sloe.",
)
MARKS = ("quince", "medlar", "damson", "sloe")
FILES = {"plan.txt": FILE.encode(), "scan.pdf": scan(2), "chart.png": png(30, 20)}


class Web:
    """One page and one service with fixed contents."""

    async def fetch(self, url: str, *, most: int) -> bytes:
        return f"<!doctype html><html><body><article><p>{LINK}</p></article></body></html>".encode()

    def here(self, place: Place) -> tuple[Service, ...]:
        return (Service(name="wiki", title="Wiki"),)

    def chosen(self, place: Place, setting: str) -> tuple[str, ...]:
        return ("Wiki",)

    async def ask(self, title: str, question: str, place: Place, fields: object) -> Passage:
        return Passage(form="connector", text=SERVICE)


def sitting_in(database: Database) -> Sitting:
    """Return a sitting in a database, whose question has everything that can come with one."""
    sitting = a_sitting({"describe": says(SEEN)})
    references = tuple(
        FileReference(name=name, media_type="application/octet-stream", size=len(content), reference=name)
        for name, content in FILES.items()
    )
    question = replace(sitting.run.question, text="What does https://plans.example/ say?", files=references)
    sitting.run = replace(sitting.run, question=question)
    sitting.store = cast("MemoryRunStore", SqlRunStore(database))
    sitting.blobs = SqlBlobs(database)
    web = Web()
    sitting.intake = Intake(
        source=cast("FileSource", Shelf(files=FILES)),
        reader=ChildReader(),
        pages=web,
        connectors=web,
        sight=Known(ada=False, carl=True),
    )
    return sitting


async def kept_bytes(database: Database) -> bytes:
    """Return everything in the tables, one value after another."""

    def work(connection: Connection) -> bytes:
        rows = (row for table in metadata.sorted_tables for row in connection.execute(select(table)))
        values = (value for row in rows for value in row)
        return b"\n".join(
            value if isinstance(value, bytes) else str(value).encode(errors="replace") for value in values
        )

    return await database.read(work)


async def left(database: Database) -> tuple[int, int]:
    """Return the number of blobs, and of references to them."""

    def work(connection: Connection) -> tuple[int, int]:
        held, named = (select(func.count()).select_from(each) for each in (blobs, blob_references))
        return connection.scalar(held) or 0, connection.scalar(named) or 0

    return await database.read(work)


async def test_nothing_that_came_with_a_question_outlives_its_run(database: Database, tmp_path: Path) -> None:
    run = await sitting_in(database).hold()
    pictures = [each for each in run.material if isinstance(each, Picture)]
    shown = [await SqlBlobs(database).get(each.content) for each in pictures]
    before = await kept_bytes(database)

    retention = SqlRetention(database)
    await retention.delete(run.id, NOON, from_chat=False)
    await retention.sweep()

    assert run.status == "revealed"
    assert [each.name for each in pictures] == ["scan.pdf, page 1 of 2", "scan.pdf, page 2 of 2", "chart.png"]
    assert all(each.described for each in pictures)
    assert [each for each in (*MARKS, "plans.example") if each.encode() not in before] == []
    assert await left(database) == (0, 0)
    after = await kept_bytes(database)
    assert [each for each in (*MARKS, "plans.example") if each.encode() in after] == []
    assert not any(content in after for content in shown)
    if is_sqlite(database.url):
        await database.aclose()
        file = await asyncio.to_thread(_file, tmp_path)
        assert [each for each in (*MARKS, "plans.example") if each.encode() in file] == []
        assert not any(content[:200] in file for content in shown)


def _file(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("council.db*")))
