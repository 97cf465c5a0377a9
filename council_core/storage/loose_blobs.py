"""Find the blobs that a run refers to, and delete those without a run."""

from collections.abc import Collection, Sequence
from itertools import accumulate
from typing import Any

from sqlalchemy import Connection, bindparam, delete, exists, select

from council_core.storage.database import Database
from council_core.storage.tables import blob_references, blobs

REFERENCED_BY = select(blob_references.c.digest).where(blob_references.c.run_id == bindparam("this"))

IS_REFERENCED = exists().where(blob_references.c.digest == blobs.c.digest)
THESE = blobs.c.digest.in_(bindparam("these", expanding=True))
LOCK = select(blobs.c.digest).where(THESE).order_by(blobs.c.digest).with_for_update(skip_locked=True)
DELETE_LOOSE = delete(blobs).where(THESE, ~IS_REFERENCED)

AT_ONCE, BYTES_AT_ONCE = 100, 4_000_000
"""Blobs to delete before other work gets a turn at the database, and their bytes. A single larger one goes alone."""

FIND_LOOSE = (
    select(blobs.c.digest, blobs.c.size).where(~IS_REFERENCED).order_by(blobs.c.digest).limit(AT_ONCE)
)


def referenced_by(connection: Connection, run_id: str) -> Collection[str]:
    """Return the digests of the blobs that a run refers to."""
    return connection.scalars(REFERENCED_BY, {"this": run_id}).all()


def delete_loose(connection: Connection, digests: Collection[str]) -> int:
    """Delete those of these blobs to which no run refers, and return their number.

    On Postgres the rows are locked first. A later statement sees every reference written before the lock, and a later
    put waits, then inserts the bytes again. Rows that another transaction has locked are left to the next sweep.
    """
    locked = connection.scalars(LOCK, {"these": list(digests)}).all() if digests else ()
    return connection.execute(DELETE_LOOSE, {"these": list(locked)}).rowcount if locked else 0


async def delete_all_loose(database: Database) -> int:
    """Delete all blobs to which no run refers, and return their number."""
    deleted = 0
    while found := await database.read(lambda connection: _few(connection.execute(FIND_LOOSE).all())):
        some = await database.write(lambda connection, these=found: delete_loose(connection, these))
        deleted += some
        if some < len(found):
            break  # Other transactions are putting the rest again at this moment.
    return deleted


def _few(rows: Sequence[Any]) -> list[str]:
    """Return the first of these blobs, up to the limit of bytes."""
    sums = accumulate(row.size for row in rows)
    return [
        row.digest
        for at, (row, size) in enumerate(zip(rows, sums, strict=True))
        if not at or size <= BYTES_AT_ONCE
    ]
