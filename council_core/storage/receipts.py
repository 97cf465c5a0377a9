"""The store of receipts: what was posted where, so that nothing is posted twice."""

from sqlalchemy import Connection, bindparam, select, update

from council_core.codec import to_text
from council_core.domain.place import Message, Place
from council_core.domain.receipt import Receipt
from council_core.errors import RunForgotten
from council_core.ports import Clock
from council_core.storage.database import Database
from council_core.storage.retention import missing, receipt_from
from council_core.storage.tables import receipts, runs
from council_core.storage.upsert import insert_new

FIND = select(receipts).where(receipts.c.key == bindparam("this"))
SETTLE = update(receipts).where(receipts.c.key == bindparam("this"))
# Whoever deletes the run takes its row for itself, so that either sees what the other did.
HERE = select(runs.c.id).where(runs.c.id == bindparam("this")).with_for_update(read=True, key_share=True)


class SqlReceipts:
    """Remembers what was sent. Every call is one durable transaction."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def claim(self, key: str) -> Receipt | None:
        """Claims a post: None when it is claimed now for the first time, else what is known of that claim.

        Raises:
            RunForgotten: Its run was deleted, so nothing of it may be said any more.
        """
        row = {"key": key, "claimed_at": self._clock.now()}

        def work(connection: Connection) -> Receipt | None:
            if connection.scalar(HERE, {"this": _run_of(key)}) is None:
                _check(connection, key)
            return None if insert_new(connection, receipts, row) else _found(connection, key)

        return await self._database.write(work)

    async def settle(self, key: str, message: Message, thread: Place | None = None) -> None:
        """Notes where the claimed post stands.

        Raises:
            RunForgotten: Its run was deleted meanwhile, so that nobody else knows of this post.
        """
        values = {
            "this": key,
            "message": to_text(message, Message),
            "thread": to_text(thread, Place) if thread is not None else None,
        }

        def work(connection: Connection) -> None:
            if connection.execute(SETTLE, values).rowcount == 0:
                _check(connection, key)

        await self._database.write(work)

    async def find(self, key: str) -> Receipt | None:
        """What is known of a post; None when nobody ever claimed it."""
        return await self._database.read(lambda connection: _found(connection, key))


def _found(connection: Connection, key: str) -> Receipt | None:
    row = connection.execute(FIND, {"this": key}).one_or_none()
    return None if row is None else receipt_from(row)


def _run_of(key: str) -> str:
    return key.partition("/")[0]


def _check(connection: Connection, key: str) -> None:
    error = missing(connection, _run_of(key))
    if isinstance(error, RunForgotten):
        raise error
