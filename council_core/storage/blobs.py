"""Store bytes in the database: `Blobs` on SQLAlchemy."""

from random import randbytes

from sqlalchemy import Connection, bindparam, delete, select, text

from council_core.domain.material import Digest, digest_of
from council_core.domain.question import RunId
from council_core.errors import UnknownBlob
from council_core.storage.database import Database
from council_core.storage.loose_blobs import delete_all_loose, delete_loose
from council_core.storage.retention import missing
from council_core.storage.statements import insert_new
from council_core.storage.tables import blob_references, blobs, runs

# An existing row is locked, so that no sweep deletes it before the reference is written.
PUT = text(
    'INSERT INTO blobs ("digest", "size", "content") VALUES (:digest, :size, :content) '
    'ON CONFLICT ("digest") DO UPDATE SET "size" = excluded."size"'
)
GET = select(blobs.c.content).where(blobs.c.digest == bindparam("this"))
DROP = delete(blob_references).where(
    blob_references.c.run_id == bindparam("this"), blob_references.c.digest == bindparam("of")
)

# A deletion locks the same row, so each of the two transactions sees what the other did.
LOCK_RUN = select(runs.c.id).where(runs.c.id == bindparam("this")).with_for_update(read=True, key_share=True)


ROOM = 1_000_000
"""Bytes that a database must have room for: those of a few runs."""


async def check_writable(database: Database) -> None:
    """Check that the database can be written, with a statement that changes no row. An empty transaction would not do:
    SQLite begins one on a read-only file as well.

    Raises:
        StoreUnavailable: The database cannot be written.
    """
    await database.write(lambda connection: connection.execute(DROP, {"this": "", "of": ""}))


async def check_room(database: Database) -> None:
    """Store some bytes and delete them again, because a full disk may still take a small write.

    Raises:
        StoreUnavailable: The database cannot be written, or its disk is full.
    """
    content = randbytes(ROOM)  # Postgres would compress others.
    digest = digest_of(content)
    row = {"digest": digest, "size": ROOM, "content": content}
    await database.write(lambda connection: connection.execute(PUT, row))
    await database.write(lambda connection: delete_loose(connection, [digest]))


class SqlBlobs:
    """Implements `council_core.ports.Blobs`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, run_id: RunId, content: bytes) -> Digest:
        digest = digest_of(content)

        def work(connection: Connection) -> None:
            if connection.scalar(LOCK_RUN, {"this": run_id}) is None:
                raise missing(connection, run_id)
            connection.execute(PUT, {"digest": digest, "size": len(content), "content": content})
            insert_new(connection, blob_references, {"run_id": run_id, "digest": digest})

        await self._database.write(work)
        return digest

    async def get(self, digest: Digest) -> bytes:
        content = await self._database.read(lambda connection: connection.scalar(GET, {"this": digest}))
        if content is None:
            raise UnknownBlob(digest)
        return bytes(content)

    async def drop(self, run_id: RunId, digest: Digest) -> None:
        def work(connection: Connection) -> None:
            connection.execute(DROP, {"this": run_id, "of": digest})
            delete_loose(connection, [digest])

        await self._database.write(work)

    async def sweep(self) -> int:
        return await delete_all_loose(self._database)
