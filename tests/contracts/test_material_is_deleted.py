"""Tests that deleting a run deletes all that came with its question, byte by byte: files, scans, links, the thread,
search results, descriptions."""

import asyncio
from collections.abc import AsyncIterator, Collection, Sequence
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import cast

import pytest
from sqlalchemy import Connection, func, select

from council_core.context.reading import ChildReader
from council_core.domain.connector import Service
from council_core.domain.material import Download, Passage, Picture
from council_core.domain.place import PersonId, Place
from council_core.domain.question import FileReference, RunId
from council_core.domain.run import Run
from council_core.domain.thread import Said
from council_core.ports import FileSource
from council_core.retention import Retention
from council_core.stages.prepare import Intake
from council_core.storage.blobs import SqlBlobs
from council_core.storage.database import Database
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.storage.tables import blob_references, blobs, metadata
from council_core.storage.url import is_sqlite
from council_core.testing import MemoryRunStore, SteppingClock, says
from council_core.tools import Workshop, make_toolbox
from tests.contracts.test_retention import NoPosts
from tests.core.sitting import Sitting, a_sitting
from tests.core.stages.shelf import Discussion, Shelf
from tests.core.stages.test_describe import Known
from tests.samples import NOON
from tests.testbed.documents import scan
from tests.testbed.images import png
from tests.testbed.search import Page, SearchServer

FILE, LINK, SERVICE, SEEN, SAID, FOUND = (
    "Filed under quince.",
    "Linked under medlar.",
    "Asked under damson.",
    "Seen under sloe.",
    "Said under rowan.",
    "Found under bilberry.",
)
MARKS = ("quince", "medlar", "damson", "sloe", "rowan", "bilberry", "plans.example")
FILES = {"plan.txt": FILE.encode(), "scan.pdf": scan(2), "chart.png": png(30, 20)}


class Web:
    """One page and one service with fixed contents."""

    async def fetch(self, url: str, *, most: int) -> Download:
        page = f"<!doctype html><html><body><article><p>{LINK}</p></article></body></html>"
        return Download(content=page.encode())

    def here(self, place: Place) -> tuple[Service, ...]:
        return (Service(name="wiki", title="Wiki"),)

    def chosen(self, place: Place, setting: str) -> tuple[str, ...]:
        return ("Wiki",)

    async def ask(self, title: str, question: str, place: Place, fields: object) -> Passage:
        return Passage(form="connector", text=SERVICE)


class NoEngine:
    """Records of an engine that never knew a run."""

    async def delete(self, run_ids: Collection[RunId]) -> None:
        pass


@pytest.fixture
async def search() -> AsyncIterator[SearchServer]:
    """Yield search engines that find one page."""
    async with SearchServer([Page("page", "Plans", FOUND)]) as server:
        yield server


def sitting_in(database: Database, search: SearchServer) -> Sitting:
    """Return a sitting in a database, whose question has everything that can come with one."""
    sitting = a_sitting({"describe": says(SEEN)}, web_search=True, tools="none")
    references = tuple(
        FileReference(name=name, media_type="application/octet-stream", size=len(content), reference=name)
        for name, content in FILES.items()
    )
    place = replace(sitting.run.question.place, thread="1.0")
    question = replace(
        sitting.run.question, text="What does https://plans.example/ say?", files=references, place=place
    )
    sitting.run = replace(sitting.run, question=question)
    sitting.store = cast("MemoryRunStore", SqlRunStore(database))
    sitting.blobs = SqlBlobs(database)
    web = Web()
    sitting.intake = Intake(
        source=cast("FileSource", Shelf(files=FILES)),
        reader=ChildReader(),
        pages=web,
        threads=Discussion((Said(author=PersonId("U7"), text=SAID),)),
        connectors=web,
        sight=Known(ada=False, carl=True),
    )
    sitting.toolbox = make_toolbox(Workshop(environment=search.environment("brave")))
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


async def test_nothing_that_came_with_a_question_outlives_its_run(
    database: Database, search: SearchServer, tmp_path: Path
) -> None:
    run = await sitting_in(database, search).hold()
    shown = await pictures_of(run, database)
    before = await kept_bytes(database)

    retention = SqlRetention(database)
    await retention.delete(run.id, NOON, from_chat=False)
    await retention.sweep()

    assert run.status == "revealed"
    assert [each for each in MARKS if each.encode() not in before] == []
    await assert_nothing_left(database, shown, tmp_path)


async def test_nothing_that_came_with_a_question_outlives_the_time_for_which_runs_are_kept(
    database: Database, search: SearchServer, tmp_path: Path
) -> None:
    run = await sitting_in(database, search).hold()
    shown = await pictures_of(run, database)
    assert run.finished_at is not None

    async def kept_for(channel: Place) -> timedelta:
        return timedelta(days=30)

    async def deleted_after(days: int) -> int | None:
        assert run.finished_at is not None
        clock = SteppingClock(run.finished_at + timedelta(days=days))
        store = SqlRetention(database)
        return await Retention(store=store, engine=NoEngine(), eraser=NoPosts(), clock=clock).delete_old(
            kept_for
        )

    early, before = await deleted_after(29), await kept_bytes(database)
    late = await deleted_after(31)

    assert (early, late) == (0, 1)
    assert [each for each in MARKS if each.encode() not in before] == []
    await assert_nothing_left(database, shown, tmp_path)


async def pictures_of(run: Run, database: Database) -> list[bytes]:
    """Return the bytes of the pictures that models were shown."""
    pictures = [each for each in run.material if isinstance(each, Picture)]
    assert [each.title for each in pictures] == [
        "scan.pdf, page 1 of 2",
        "scan.pdf, page 2 of 2",
        "chart.png",
    ]
    assert all(each.described for each in pictures)
    return [await SqlBlobs(database).get(each.content) for each in pictures]


async def assert_nothing_left(database: Database, shown: Sequence[bytes], folder: Path) -> None:
    """Fail if the tables, or the file of SQLite, hold a piece of material."""
    assert await left(database) == (0, 0)
    after = await kept_bytes(database)
    assert [each for each in MARKS if each.encode() in after] == []
    assert not any(content in after for content in shown)
    if is_sqlite(database.url):
        await database.aclose()
        file = await asyncio.to_thread(_file, folder)
        assert [each for each in MARKS if each.encode() in file] == []
        assert not any(content[:200] in file for content in shown)


def _file(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in sorted(folder.glob("council.db*")))
