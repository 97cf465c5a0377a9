"""Contract of every store of bytes: the double in memory, SQLite and Postgres alike."""

import asyncio
from collections.abc import AsyncIterator, Collection
from hashlib import sha256
from pathlib import Path

import pytest
from sqlalchemy import Connection, text

from council_core.domain.material import Digest
from council_core.domain.question import RunId
from council_core.errors import RunDeleted, UnknownBlob, UnknownRun
from council_core.ports import Blobs, RunStore
from council_core.retention import RetentionStore
from council_core.storage import loose_blobs
from council_core.storage.blobs import SqlBlobs
from council_core.storage.database import Database
from council_core.storage.loose_blobs import BYTES_AT_ONCE
from council_core.storage.retention import SqlRetention
from council_core.storage.runs import SqlRunStore
from council_core.testing import MemoryBlobs, MemoryRunStore
from tests.contracts.conftest import emptied
from tests.samples import NOON, a_run

ONE, OTHER = RunId("r000000000001"), RunId("r000000000002")
PICTURE = bytes(range(256)) * 4_000

Rooms = tuple[RunStore, RetentionStore, Blobs]


@pytest.fixture(params=["memory", "sqlite", "postgres"])
async def rooms(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Rooms]:
    """Yield two runs, their deletion, and a store of bytes, of each kind."""
    database: Database | None = None
    if request.param == "memory":
        both = MemoryRunStore()
        store, retention, blobs = both, both, MemoryBlobs(both)
    else:
        url = f"sqlite:///{tmp_path / 'council.db'}"
        if request.param == "postgres":
            url = request.getfixturevalue("postgres")
        database = await emptied(url)
        store, retention, blobs = SqlRunStore(database), SqlRetention(database), SqlBlobs(database)
    for run_id in (ONE, OTHER):
        await store.add(a_run(run_id))
    yield store, retention, blobs
    if database is not None:
        await database.aclose()


async def test_bytes_are_known_by_their_content_and_come_back_as_they_were(rooms: Rooms) -> None:
    *_, blobs = rooms

    digest = await blobs.put(ONE, PICTURE)
    empty = await blobs.put(ONE, b"")

    assert digest == sha256(PICTURE).hexdigest()
    assert await blobs.get(digest) == PICTURE
    assert await blobs.get(empty) == b""


async def test_putting_the_same_bytes_again_gives_the_same_digest_and_changes_nothing(rooms: Rooms) -> None:
    *_, blobs = rooms

    digests = {await blobs.put(run_id, PICTURE) for run_id in (ONE, ONE, OTHER)}

    (digest,) = digests
    await blobs.drop(ONE, digest)
    assert await blobs.get(digest) == PICTURE
    await blobs.drop(OTHER, digest)
    with pytest.raises(UnknownBlob):
        await blobs.get(digest)


async def test_dropping_what_a_run_does_not_hold_leaves_those_who_hold_it_alone(rooms: Rooms) -> None:
    *_, blobs = rooms
    digest = await blobs.put(ONE, PICTURE)

    await blobs.drop(OTHER, digest)
    await blobs.drop(OTHER, Digest("0" * 64))

    assert await blobs.get(digest) == PICTURE


async def test_the_bytes_go_with_the_last_run_that_holds_them(rooms: Rooms) -> None:
    _, retention, blobs = rooms
    shared = await blobs.put(ONE, PICTURE)
    own = await blobs.put(ONE, b"only mine")
    await blobs.put(OTHER, PICTURE)

    await retention.delete(ONE, NOON, from_chat=False)

    assert await blobs.get(shared) == PICTURE
    with pytest.raises(UnknownBlob, match="file_deleted"):
        await blobs.get(own)
    await retention.delete(OTHER, NOON, from_chat=False)
    with pytest.raises(UnknownBlob):
        await blobs.get(shared)


async def test_a_run_that_is_not_there_holds_nothing(rooms: Rooms) -> None:
    _, retention, blobs = rooms
    await retention.delete(ONE, NOON, from_chat=False)

    with pytest.raises(RunDeleted):
        await blobs.put(ONE, PICTURE)
    with pytest.raises(UnknownRun):
        await blobs.put(RunId("r00000000ffff"), PICTURE)

    with pytest.raises(UnknownBlob):
        await blobs.get(Digest(sha256(PICTURE).hexdigest()))


async def test_a_sweep_deletes_nothing_that_a_run_holds(rooms: Rooms) -> None:
    *_, blobs = rooms
    digest = await blobs.put(ONE, PICTURE)

    assert await blobs.sweep() == 0
    assert await blobs.get(digest) == PICTURE


async def test_a_sweep_deletes_what_lost_its_run_behind_our_back(database: Database) -> None:
    store, blobs = SqlRunStore(database), SqlBlobs(database)
    await store.add(a_run(ONE))
    digests = [await blobs.put(ONE, b"%d" % i) for i in range(250)]
    async with database.writing() as connection:
        await connection.execute(text("DELETE FROM runs"))

    await SqlRetention(database).sweep()

    with pytest.raises(UnknownBlob):
        await blobs.get(digests[0])
    assert await blobs.sweep() == 0


async def test_a_sweep_deletes_few_large_blobs_in_one_transaction(database: Database) -> None:
    store, blobs = SqlRunStore(database), SqlBlobs(database)
    await store.add(a_run(ONE))
    for i in range(3):
        await blobs.put(ONE, bytes([i]) * (BYTES_AT_ONCE // 2))
    async with database.writing() as connection:
        await connection.execute(text("DELETE FROM runs"))
    at_once: list[int] = []
    delete = loose_blobs.delete_loose

    def counted(connection: Connection, digests: Collection[str]) -> int:
        at_once.append(len(digests))
        return delete(connection, digests)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(loose_blobs, "delete_loose", counted)
        await SqlRetention(database).sweep()

    assert at_once == [2, 1]


async def test_a_put_at_the_moment_of_a_sweep_is_not_lost(database: Database) -> None:
    """Two runs write the same bytes in turn while sweeps run all the time."""
    store, blobs = SqlRunStore(database), SqlBlobs(database)
    for run_id in (ONE, OTHER):
        await store.add(a_run(run_id))
    lost: list[RunId] = []

    async def hold_and_drop(run_id: RunId) -> None:
        for _ in range(60):
            digest = await blobs.put(run_id, PICTURE[:500])
            await asyncio.sleep(0)
            try:
                await blobs.get(digest)
            except UnknownBlob:
                lost.append(run_id)
            await blobs.drop(run_id, digest)

    async def sweep_on() -> None:
        while True:
            await blobs.sweep()

    sweeper = asyncio.create_task(sweep_on())
    await asyncio.gather(hold_and_drop(ONE), hold_and_drop(OTHER), hold_and_drop(ONE))
    sweeper.cancel()

    # # Two writes of the same run may drop each other's bytes, but never the other run's.
    assert OTHER not in lost


async def test_deleted_bytes_are_overwritten_in_the_file(tmp_path: Path) -> None:
    database = await emptied(f"sqlite:///{tmp_path / 'council.db'}")
    store, blobs, retention = SqlRunStore(database), SqlBlobs(database), SqlRetention(database)
    await store.add(a_run(ONE))
    await blobs.put(ONE, b"The launch codes. " * 5_000)
    before = whole_file(tmp_path).count(b"launch codes")

    await retention.delete(ONE, NOON, from_chat=False)
    await retention.sweep()
    await database.aclose()

    assert before > 4_000
    assert b"launch codes" not in whole_file(tmp_path)


def whole_file(folder: Path) -> bytes:
    """Return the bytes of the SQLite file and of all files beside it."""
    return b"".join(file.read_bytes() for file in sorted(folder.glob("council.db*")))
