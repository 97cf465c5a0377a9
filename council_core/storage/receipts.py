"""Store receipts: the address of each post, so that nothing is posted twice."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from sqlalchemy import Connection, and_, bindparam, delete, or_, select, update

from council_core.codec import to_text
from council_core.domain.place import Message, Place
from council_core.domain.question import RunId
from council_core.domain.receipt import NONE_DRAWN, Claim, Receipt
from council_core.domain.run import UNFINISHED
from council_core.errors import RunDeleted
from council_core.ports import Clock
from council_core.storage.database import Database
from council_core.storage.notices import tell
from council_core.storage.retention import missing, receipt_from, receipts_of
from council_core.storage.statements import insert_those_new, of_workspace
from council_core.storage.tables import receipts, runs

FIND = select(receipts).where(receipts.c.key == bindparam("this"))
FIND_THESE = select(receipts).where(receipts.c.key.in_(bindparam("these", expanding=True)))
SETTLE = update(receipts).where(receipts.c.key == bindparam("this"))
# Few receipts are unsettled, and a partial index holds only those.
UNSETTLED = select(receipts.c.key).where(receipts.c.message.is_(None))
# A deletion locks the run's row, so each of the two transactions sees what the other did.
HERE = select(runs.c.id).where(runs.c.id == bindparam("this")).with_for_update(read=True, key_share=True)

LEFT = timedelta(minutes=10)
"""Age from which a claim's caller counts as dead: a post is tried for nine minutes."""

AT_ONCE = 500
"""Most ids in one statement."""


class SqlReceipts:
    """Stores receipts of posts. Every call is one durable transaction."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    async def claim(self, keys: Sequence[str]) -> Mapping[str, Receipt]:
        """Claim posts of one run.

        Returns:
            Nothing if this call claimed all of them, else the receipts of the already known posts, by key.

        Raises:
            RunDeleted: The run was deleted, so nothing about it may be posted any more.
        """
        run_id = _run_of(keys[0])
        rows = [{"key": key, "claimed_at": self._clock.now()} for key in keys]

        def work(connection: Connection) -> Mapping[str, Receipt]:
            if connection.scalar(HERE, {"this": run_id}) is None:
                _check(connection, run_id)
            if insert_those_new(connection, receipts, rows) == len(rows):
                return {}
            found = connection.execute(FIND_THESE, {"these": list(keys)})
            return {row.key: receipt_from(row) for row in found}

        return await self._database.write(work)

    async def take(self, key: str) -> Claim:
        """Claim one post for this caller alone, or take over an abandoned claim. Raises RunDeleted."""
        now = self._clock.now()
        left = and_(receipts.c.key == key, receipts.c.message.is_(None), receipts.c.claimed_at < now - LEFT)

        def work(connection: Connection) -> Claim:
            run_id = _run_of(key)
            if connection.scalar(HERE, {"this": run_id}) is None:
                _check(connection, run_id)
            if insert_those_new(connection, receipts, [{"key": key, "claimed_at": now}]):
                return "new"
            return (
                "again"
                if connection.execute(update(receipts).where(left).values(claimed_at=now)).rowcount
                else ""
            )

        return await self._database.write(work)

    async def release(self, key: str) -> None:
        """Delete the claim of a post that was refused."""
        unused = delete(receipts).where(receipts.c.key == key, receipts.c.message.is_(None))
        await self._database.write(lambda connection: connection.execute(unused))

    async def settle(
        self,
        standing: Mapping[str, Message],
        thread: Place | None = None,
        drawn: Mapping[str, str] = NONE_DRAWN,
    ) -> None:
        """Store the addresses of claimed posts of one run, with digests of the posts that are edited later.

        Raises:
            RunDeleted: The run was deleted meanwhile, so only the caller knows of these posts.
        """
        under = to_text(thread, Place) if thread is not None else None
        run_id = _run_of(next(iter(standing)))
        rows = [
            {"this": key, "message": to_text(message, Message), "thread": under, "drawn": drawn.get(key)}
            for key, message in standing.items()
        ]

        def work(connection: Connection) -> None:
            if connection.execute(SETTLE, rows).rowcount < len(rows):
                _check(connection, run_id)

        await self._database.write(work)

    async def drew(self, digests: Mapping[str, str | None]) -> None:
        """Store digests of the content of these messages, by key; None while a message may change. Receipts of
        deleted runs are skipped."""
        rows = [{"this": key, "drawn": digest} for key, digest in digests.items()]
        await self._database.write(lambda connection: connection.execute(SETTLE, rows))

    async def unposted(self, place: Place, *, limit: int) -> tuple[RunId, ...]:
        """Return the newest runs of the place's channel and its private threads, or of its workspace if it names no
        channel, that may miss a post or the last edit of one: unfinished runs, and runs with a claim that was never
        settled, such as that of the message which tells the asker."""
        here = of_workspace(runs, place)
        if place.channel:
            here = and_(here, or_(runs.c.channel == place.channel, runs.c.parent == place.channel))
        newest = select(runs.c.id, runs.c.asked_at).where(here).order_by(runs.c.asked_at.desc(), runs.c.id)
        under_way = newest.where(runs.c.status.in_(UNFINISHED), runs.c.status != "asked").limit(limit)

        def work(connection: Connection) -> tuple[RunId, ...]:
            found = {row.id: row.asked_at for row in connection.execute(under_way)}
            miss = sorted({_run_of(key) for key in connection.scalars(UNSETTLED)})
            for start in range(0, len(miss), AT_ONCE):
                these = newest.where(runs.c.id.in_(miss[start : start + AT_ONCE])).limit(limit)
                found |= {row.id: row.asked_at for row in connection.execute(these)}
            order = sorted(found, key=lambda run_id: (found[run_id], run_id), reverse=True)
            return tuple(RunId(run_id) for run_id in order[:limit])

        return await self._database.read(work)

    async def reopen(self, run_id: RunId) -> None:
        """Tell the process that executes a run to post what its place had refused."""
        await self._database.write(lambda connection: tell(connection, run_id, "reopened"))

    async def of_run(self, run_id: RunId) -> tuple[Receipt, ...]:
        """Return the receipts of a run's posts."""

        def work(connection: Connection) -> tuple[Receipt, ...]:
            rows = connection.execute(select(receipts).where(receipts_of(connection, run_id))).all()
            return tuple(receipt_from(row) for row in rows)

        return await self._database.read(work)

    async def find(self, key: str) -> Receipt | None:
        """Return a post's receipt; None when nobody claimed it."""

        def work(connection: Connection) -> Receipt | None:
            row = connection.execute(FIND, {"this": key}).one_or_none()
            return None if row is None else receipt_from(row)

        return await self._database.read(work)


def _run_of(key: str) -> str:
    return key.partition("/")[0]


def _check(connection: Connection, run_id: str) -> None:
    error = missing(connection, run_id)
    if isinstance(error, RunDeleted):
        raise error
