"""Runs -> the bytes they hold; bytes that no run holds are deleted."""

from collections.abc import Collection

from sqlalchemy import Connection, bindparam, delete, exists, select

from council_core.storage.database import Database
from council_core.storage.tables import blob_references, blobs

HELD_BY = select(blob_references.c.digest).where(blob_references.c.run_id == bindparam("this"))

IS_HELD = exists().where(blob_references.c.digest == blobs.c.digest)
THESE = blobs.c.digest.in_(bindparam("these", expanding=True))
LOCK = select(blobs.c.digest).where(THESE).order_by(blobs.c.digest).with_for_update(skip_locked=True)
DELETE_LOOSE = delete(blobs).where(THESE, ~IS_HELD)

AT_ONCE = 100
"""How many blobs are deleted before others get a turn at the database."""

FIND_LOOSE = select(blobs.c.digest).where(~IS_HELD).order_by(blobs.c.digest).limit(AT_ONCE)


def held_by(connection: Connection, run_id: str) -> Collection[str]:
    """Return the digests of what a run holds."""
    return connection.scalars(HELD_BY, {"this": run_id}).all()


def delete_loose(connection: Connection, digests: Collection[str]) -> int:
    """Delete those of these blobs that no run holds, and return how many those were.

    On Postgres the rows are locked first. A later statement sees every reference that stood before the lock, and a put
    after it waits, then inserts the bytes anew. Rows that somebody else holds locked are left to the next sweep.
    """
    locked = connection.scalars(LOCK, {"these": list(digests)}).all() if digests else ()
    return connection.execute(DELETE_LOOSE, {"these": list(locked)}).rowcount if locked else 0


async def delete_all_loose(database: Database) -> int:
    """Delete all blobs that no run holds, and return how many those were."""
    deleted = 0
    while found := await database.read(lambda connection: connection.scalars(FIND_LOOSE).all()):
        some = await database.write(lambda connection, these=found: delete_loose(connection, these))
        deleted += some
        if some < len(found):
            break  # Somebody puts the others again at this moment.
    return deleted
