"""The store of receipts: what was posted where, so that nothing is posted twice."""

from sqlalchemy import select, update

from council_core.codec import from_json, to_json
from council_core.domain.place import Message, Place
from council_core.domain.receipt import Receipt
from council_core.ports import Clock
from council_core.storage.database import Database
from council_core.storage.tables import receipts
from council_core.storage.upsert import insert_new


class SqlReceipts:
    """Remembers what was sent. Every call is one durable transaction."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def claim(self, key: str) -> Receipt | None:
        """Claims a post: None when it is claimed now for the first time, else what is known of that claim."""
        async with self._database.writing() as connection:
            if await insert_new(connection, receipts, {"key": key, "claimed_at": self._clock.now()}):
                return None
            row = (await connection.execute(select(receipts).where(receipts.c.key == key))).one()
            return _receipt(row.key, row.message, row.thread)

    async def settle(self, key: str, message: Message, thread: Place | None = None) -> None:
        """Notes where the claimed post stands."""
        values = {
            "message": to_json(message, Message),
            "thread": to_json(thread, Place) if thread is not None else None,
        }
        async with self._database.writing() as connection:
            await connection.execute(update(receipts).where(receipts.c.key == key).values(**values))

    async def find(self, key: str) -> Receipt | None:
        """What is known of a post; None when nobody ever claimed it."""
        async with self._database.reading() as connection:
            row = (await connection.execute(select(receipts).where(receipts.c.key == key))).one_or_none()
            return None if row is None else _receipt(row.key, row.message, row.thread)


def _receipt(key: str, message: object, thread: object) -> Receipt:
    return Receipt(
        key=key,
        message=from_json(message, Message) if message is not None else None,
        thread=from_json(thread, Place) if thread is not None else None,
    )
