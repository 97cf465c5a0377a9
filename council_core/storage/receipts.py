"""The store of receipts: what was posted where, so that nothing is posted twice."""

from sqlalchemy import Connection, bindparam, select, update

from council_core.codec import from_text, to_text
from council_core.domain.place import Message, Place
from council_core.domain.receipt import Receipt
from council_core.ports import Clock
from council_core.storage.database import Database
from council_core.storage.tables import receipts
from council_core.storage.upsert import insert_new

FIND = select(receipts).where(receipts.c.key == bindparam("this"))
SETTLE = update(receipts).where(receipts.c.key == bindparam("this"))


class SqlReceipts:
    """Remembers what was sent. Every call is one durable transaction."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def claim(self, key: str) -> Receipt | None:
        """Claims a post: None when it is claimed now for the first time, else what is known of that claim."""
        row = {"key": key, "claimed_at": self._clock.now()}

        def work(connection: Connection) -> Receipt | None:
            return None if insert_new(connection, receipts, row) else _found(connection, key)

        return await self._database.write(work)

    async def settle(self, key: str, message: Message, thread: Place | None = None) -> None:
        """Notes where the claimed post stands."""
        values = {
            "this": key,
            "message": to_text(message, Message),
            "thread": to_text(thread, Place) if thread is not None else None,
        }
        await self._database.write(lambda connection: connection.execute(SETTLE, values))

    async def find(self, key: str) -> Receipt | None:
        """What is known of a post; None when nobody ever claimed it."""
        return await self._database.read(lambda connection: _found(connection, key))


def _found(connection: Connection, key: str) -> Receipt | None:
    row = connection.execute(FIND, {"this": key}).one_or_none()
    return None if row is None else _receipt(row.key, row.message, row.thread)


def _receipt(key: str, message: str | None, thread: str | None) -> Receipt:
    return Receipt(
        key=key,
        message=from_text(message, Message) if message is not None else None,
        thread=from_text(thread, Place) if thread is not None else None,
    )
