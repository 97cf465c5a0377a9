"""Runs -> gone, with all that belongs to them: `RetentionStore` on SQLAlchemy."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Collection
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    and_,
    bindparam,
    delete,
    func,
    or_,
    select,
    text,
    update,
)

from council_core.codec import from_text, to_text
from council_core.domain.forgotten import Forgotten
from council_core.domain.place import Message, Place
from council_core.domain.question import Question, RunId
from council_core.domain.receipt import Receipt
from council_core.domain.run import FINISHED
from council_core.errors import RunForgotten, UnknownRun
from council_core.storage.database import Database, translated
from council_core.storage.search import merged, take_out
from council_core.storage.tables import forgotten, receipts, runs
from council_core.storage.url import is_sqlite

logger = logging.getLogger(__name__)

# Any number will do that no other lock of ours has.
LOCK = 4_021_968

SWEEP_SECONDS = 5.0
"""How long a sweep waits for others who read or write before it leaves the rest to the next one."""

OF_RUN = select(forgotten).where(forgotten.c.run_id == bindparam("this"))


class SqlRetention:
    """Implements `council_core.retention.RetentionStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def forget(self, run_id: RunId, at: datetime, *, from_chat: bool) -> Forgotten:
        return await self._database.write(lambda c: _forget(c, run_id, at, from_chat=from_chat))

    async def unsettled(self) -> tuple[Forgotten, ...]:
        query = select(forgotten).where(forgotten.c.is_settled.is_(False)).order_by(forgotten.c.forgotten_at)
        return await self._database.read(lambda c: tuple(_forgotten(row) for row in c.execute(query)))

    async def settle(self, run_ids: Collection[RunId]) -> None:
        nothing = {"posts": to_text((), tuple[Receipt, ...]), "is_settled": True}
        settled = update(forgotten).where(forgotten.c.run_id.in_(run_ids)).values(nothing)
        await self._database.write(lambda c: c.execute(settled))

    async def channels(self) -> tuple[Place, ...]:
        query = select(runs.c.platform, runs.c.workspace, runs.c.channel).distinct()
        return await self._database.read(lambda c: tuple(_channel(row) for row in c.execute(query)))

    async def older(self, channel: Place, before: datetime) -> tuple[RunId, ...]:
        ended = func.coalesce(runs.c.finished_at, runs.c.voting_closes_at, runs.c.asked_at)
        query = select(runs.c.id).where(_in_channel(channel), ended < before)
        ordered = query.order_by(runs.c.asked_at, runs.c.id)
        return await self._database.read(lambda c: tuple(RunId(run_id) for run_id in c.scalars(ordered)))

    async def sweep(self, *, anew: bool = False) -> None:
        """On SQLite: deleted pages, which are overwritten already, leave the file, and the write-ahead log is
        emptied. Postgres does both in its own time (autovacuum, recycled WAL).

        Args:
            anew: Whether to write the whole file once more, for what others have deleted in it without overwriting.
        """
        if is_sqlite(self._database.url):
            with translated(self._database.name):
                await asyncio.to_thread(_sweep, str(self._database.url.database), anew=anew)

    @asynccontextmanager
    async def alone(self) -> AsyncGenerator[bool]:
        """On SQLite there is only one `council serve` per file anyway."""
        if is_sqlite(self._database.url):
            yield True
            return
        async with self._database.reading() as connection:
            lock = text("SELECT pg_try_advisory_xact_lock(:lock)")
            yield bool(await connection.scalar(lock, {"lock": LOCK}))


def missing(connection: Connection, run_id: str) -> UnknownRun:
    """Why there is no such run: there never was one, or it was deleted."""
    row = connection.execute(OF_RUN, {"this": run_id}).one_or_none()
    if row is None:
        return UnknownRun(run_id)
    return RunForgotten(run_id, row.forgotten_at, (row.platform, row.workspace, row.channel))


def receipt_from(row: Row[Any]) -> Receipt:
    """The receipt of one row."""
    return Receipt(
        key=row.key,
        message=from_text(row.message, Message) if row.message is not None else None,
        thread=from_text(row.thread, Place) if row.thread is not None else None,
    )


def _forget(connection: Connection, run_id: RunId, at: datetime, *, from_chat: bool) -> Forgotten:
    # Whoever claims a post of this run looks at its row too, so that either sees what the other did.
    row = connection.execute(select(runs).where(runs.c.id == run_id).with_for_update()).one_or_none()
    if row is None:
        raise missing(connection, run_id)
    of_run = receipts.c.key.startswith(f"{run_id}/", autoescape=True)
    posts = connection.execute(select(receipts).where(of_run)).all()
    gone = Forgotten(
        run_id=run_id,
        place=_channel(row),
        at=at,
        had_ended=row.status in FINISHED,
        posts=tuple(receipt_from(post) for post in posts) if from_chat else (),
    )
    connection.execute(delete(receipts).where(of_run))
    _leave_later_questions(connection, row)
    take_out(connection, run_id)
    connection.execute(delete(runs).where(runs.c.id == run_id))
    connection.execute(forgotten.insert().values(**_values(gone)))
    return gone


def _leave_later_questions(connection: Connection, gone: Row[Any]) -> None:
    """Takes a run's question and verdict out of what later questions of its conversation carry with them."""
    thread = gone.card_thread or gone.thread
    if thread is None:
        conversation = and_(runs.c.card_thread.is_(None), runs.c.thread.is_(None))
    else:
        conversation = or_(runs.c.card_thread == thread, runs.c.thread == thread)
    query = select(runs.c.id, runs.c.question).where(
        _in_channel(_channel(gone)), conversation, runs.c.asked_at >= gone.asked_at, runs.c.id != gone.id
    )
    asked = from_text(gone.question, Question).text
    for row in connection.execute(query).all():
        question = from_text(row.question, Question)
        kept = tuple(turn for turn in question.earlier if not _is_about(turn.question, asked))
        if len(kept) < len(question.earlier):
            changed = to_text(replace(question, earlier=kept), Question)
            connection.execute(update(runs).where(runs.c.id == row.id).values(question=changed))


def _is_about(told: str, asked: str) -> bool:
    """Whether a turn tells of this question; a long one is told with its end cut off."""
    return told == asked or (told.endswith("…") and asked.startswith(told[:-1].rstrip()))


def _sweep(file: str, *, anew: bool) -> None:
    with closing(sqlite3.connect(file, timeout=SWEEP_SECONDS, isolation_level=None)) as connection:
        connection.execute("PRAGMA secure_delete=ON")
        merged(connection)
        connection.execute("VACUUM" if anew else "PRAGMA incremental_vacuum").fetchall()
        is_busy, *_ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        logger.info("the write-ahead log is in use and is emptied at the next sweep")


def _channel(row: Any) -> Place:
    return Place(platform=row.platform, workspace=row.workspace, channel=row.channel)


def _in_channel(place: Place) -> ColumnElement[bool]:
    return and_(
        runs.c.platform == place.platform,
        runs.c.workspace == place.workspace,
        runs.c.channel == place.channel,
    )


def _values(gone: Forgotten) -> dict[str, Any]:
    return {
        "run_id": gone.run_id,
        "platform": gone.place.platform,
        "workspace": gone.place.workspace,
        "channel": gone.place.channel,
        "forgotten_at": gone.at,
        "had_ended": gone.had_ended,
        "posts": to_text(gone.posts, tuple[Receipt, ...]),
        "is_settled": False,
    }


def _forgotten(row: Row[Any]) -> Forgotten:
    return Forgotten(
        run_id=RunId(row.run_id),
        place=_channel(row),
        at=row.forgotten_at,
        had_ended=row.had_ended,
        posts=from_text(row.posts, tuple[Receipt, ...]),
    )
