"""Delete runs with all that belongs to them: `RetentionStore` on SQLAlchemy."""

import asyncio
import logging
from collections.abc import Collection
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from datetime import datetime
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Text,
    and_,
    bindparam,
    cast,
    delete,
    func,
    or_,
    select,
    update,
)

from council_core.codec import from_text, to_text
from council_core.domain.draft import Draft
from council_core.domain.place import Message, Place
from council_core.domain.question import Question, RunId
from council_core.domain.receipt import DeletedRun, Receipt
from council_core.domain.run import FINISHED
from council_core.domain.settings import CouncilSettings
from council_core.errors import RunDeleted, StoreIncompatible, UnknownRun
from council_core.redaction import tells_of
from council_core.storage.database import Database, translated
from council_core.storage.file_sweep import sweep_file
from council_core.storage.loose_blobs import delete_all_loose, delete_loose, referenced_by
from council_core.storage.notices import tell
from council_core.storage.rows import readable
from council_core.storage.search import take_out
from council_core.storage.session_lock import RETENTION, alone
from council_core.storage.statements import channel_in, columns_of, of_channel
from council_core.storage.tables import CARRIES_EARLIER, drafts, forgotten, receipts, runs
from council_core.storage.url import is_sqlite

logger = logging.getLogger(__name__)

OF_RUN = select(forgotten).where(forgotten.c.run_id == bindparam("this"))


class SqlRetention:
    """Implements `council_core.retention.RetentionStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def delete(self, run_id: RunId, at: datetime, *, from_chat: bool) -> DeletedRun:
        return await self._database.write(lambda c: _delete(c, run_id, at, from_chat=from_chat))

    async def delete_some(self, run_ids: Collection[RunId], at: datetime) -> None:
        rows = select(runs.c.id).where(runs.c.id.in_(run_ids)).order_by(runs.c.id).with_for_update()

        def work(connection: Connection) -> None:
            # A put of a blob locks its run first, then the blob. All runs are locked here before any blob.
            for run_id in connection.scalars(rows).all():
                _delete(connection, RunId(run_id), at, from_chat=False)

        await self._database.write(work)

    async def unsettled(self) -> tuple[DeletedRun, ...]:
        query = select(forgotten).where(forgotten.c.is_settled.is_(False)).order_by(forgotten.c.forgotten_at)
        rows = await self._database.read(lambda c: c.execute(query).all())
        return tuple(readable(rows, _deleted_run, lambda row: f"deleted run {row.run_id}"))

    async def settle(self, run_ids: Collection[RunId]) -> None:
        nothing = {"posts": to_text((), tuple[Receipt, ...]), "is_settled": True}
        settled = update(forgotten).where(forgotten.c.run_id.in_(run_ids)).values(nothing)
        await self._database.write(lambda c: c.execute(settled))

    async def channels(self) -> tuple[Place, ...]:
        query = select(runs.c.platform, runs.c.workspace, runs.c.channel, runs.c.parent).distinct()
        return await self._database.read(
            lambda c: tuple(replace(channel_in(row), parent=row.parent) for row in c.execute(query))
        )

    async def older(self, channel: Place, before: datetime) -> tuple[RunId, ...]:
        ended = func.coalesce(runs.c.finished_at, runs.c.voting_closes_at, runs.c.asked_at)
        # No run ends before it is asked, and by that time an index finds the old ones.
        query = select(runs.c.id).where(of_channel(runs, channel), runs.c.asked_at < before, ended < before)
        ordered = query.order_by(runs.c.asked_at, runs.c.id)
        return await self._database.read(lambda c: tuple(RunId(run_id) for run_id in c.scalars(ordered)))

    async def over(self, run_ids: Collection[RunId], before: datetime) -> Collection[RunId]:
        is_young = or_(runs.c.finished_at.is_(None), runs.c.finished_at >= before)
        query = select(runs.c.id).where(runs.c.id.in_(run_ids), is_young)
        young = await self._database.read(lambda c: set(c.scalars(query)))
        return [run_id for run_id in run_ids if run_id not in young]

    async def sweep(self, *, rewrites_all: bool = False) -> bool:
        """Sweep an SQLite file: release deleted pages, which are overwritten already, and empty the write-ahead log.
        Postgres does both in its own time (autovacuum, recycled WAL).

        Args:
            rewrites_all: Whether to rewrite the whole file, because other programs deleted content without
                overwriting it.
        """
        await delete_all_loose(self._database)
        if is_sqlite(self._database.url):
            with translated(self._database.name):
                file = str(self._database.url.database)
                return await asyncio.to_thread(
                    sweep_file, file, self._database.turn, rewrites_all=rewrites_all
                )
        return True

    def alone(self) -> AbstractAsyncContextManager[bool]:
        return alone(self._database, RETENTION)


def missing(connection: Connection, run_id: str) -> UnknownRun:
    """Return the error for a missing run: it never existed, or it was deleted."""
    row = connection.execute(OF_RUN, {"this": run_id}).one_or_none()
    if row is None:
        return UnknownRun(run_id)
    return RunDeleted(run_id, row.forgotten_at, (row.platform, row.workspace, row.channel), row.language)


def receipt_from(row: Row[Any]) -> Receipt:
    """Read a receipt from its row."""
    return Receipt(
        key=row.key,
        message=from_text(row.message, Message) if row.message is not None else None,
        thread=from_text(row.thread, Place) if row.thread is not None else None,
        drawn=row.drawn or "",
    )


def _delete(connection: Connection, run_id: RunId, at: datetime, *, from_chat: bool) -> DeletedRun:
    # A claim of a post locks the run's row too, so each of the two transactions sees what the other did.
    row = connection.execute(select(runs).where(runs.c.id == run_id).with_for_update()).one_or_none()
    if row is None:
        raise missing(connection, run_id)
    of_run = receipts_of(connection, run_id)
    rows = connection.execute(select(receipts).where(of_run)).all()
    # The post of an unreadable receipt stays in the chat, and everything else goes.
    posts = tuple(readable(rows, receipt_from, lambda row: f"receipt {row.key}")) if from_chat else ()
    gone = DeletedRun(
        run_id=run_id,
        place=channel_in(row),
        at=at,
        had_ended=row.status in FINISHED,
        language=_language(row),
        posts=tuple(replace(post, drawn="") for post in posts),
    )
    connection.execute(delete(receipts).where(of_run))
    _leave_later_questions(connection, row)
    _delete_drafts(connection, row)
    take_out(connection, run_id)
    held = referenced_by(connection, run_id)
    tell(connection, run_id, "deleted")
    connection.execute(delete(runs).where(runs.c.id == run_id))
    delete_loose(connection, held)
    connection.execute(forgotten.insert().values(**_values(gone)))
    return gone


def _language(row: Row[Any]) -> str:
    """Return the language of a run's thread; empty if its settings cannot be read, because the deletion must go on."""
    try:
        return from_text(row.settings, CouncilSettings).language
    except StoreIncompatible:
        return ""


def receipts_of(connection: Connection, run_id: str) -> ColumnElement[bool]:
    """Select the receipts of a run as a range that an index finds. Their keys begin with the run's id and a slash."""
    begins, ends = f"{run_id}/", f"{run_id}{chr(ord('/') + 1)}"
    if connection.dialect.name == "postgresql":
        # Postgres turns this into a range by itself, and estimates the small number of rows well.
        return receipts.c.key.startswith(begins, autoescape=True)
    # SQLite's LIKE ignores case and therefore the index.
    return and_(receipts.c.key >= begins, receipts.c.key < ends)


def _leave_later_questions(connection: Connection, gone: Row[Any]) -> None:
    """Remove a run's question and verdict from later questions of its conversation."""
    thread = gone.card_thread or gone.thread
    if thread is None:
        conversation = and_(runs.c.card_thread.is_(None), runs.c.thread.is_(None))
    else:
        conversation = or_(runs.c.card_thread == thread, runs.c.thread == thread)
    query = (
        select(runs.c.id, runs.c.question)
        .where(
            of_channel(runs, channel_in(gone)),
            conversation,
            CARRIES_EARLIER,
            runs.c.asked_at >= gone.asked_at,
            runs.c.id != gone.id,
        )
        # Without statistics, SQLite would choose the index of all questions of the channel.
        .with_hint(runs, "INDEXED BY ix_runs_carrying_earlier", "sqlite")
    )
    for row in connection.execute(query).all():
        try:
            question = from_text(row.question, Question)
        except StoreIncompatible as error:
            logger.error("run %s keeps its part of the deleted run %s: %s", row.id, gone.id, error)
            continue
        kept = tuple(
            turn for turn in question.earlier if not tells_of(turn, RunId(gone.id), gone.question_text)
        )
        if len(kept) < len(question.earlier):
            changed = to_text(replace(question, earlier=kept), Question)
            connection.execute(update(runs).where(runs.c.id == row.id).values(question=changed))


def _delete_drafts(connection: Connection, gone: Row[Any]) -> None:
    """Delete waiting drafts that hold a run's question: its asker's own draft of it, and everybody's drafts for asking
    it again."""
    held = cast(drafts.c.draft, Text)
    query = select(drafts.c.id, drafts.c.draft, drafts.c.better).where(
        or_(held.contains(gone.id, autoescape=True), held.contains(gone.asker, autoescape=True))
    )
    for row in connection.execute(query).all():
        try:
            draft = from_text(row.draft, Draft)
        except StoreIncompatible as error:
            logger.error("draft %s stays until it is a day old: %s", row.id, error)
            continue
        is_own = (draft.person, draft.place.tenant) == (gone.asker, channel_in(gone).tenant)
        if draft.repeats == gone.id or (is_own and gone.question_text in (draft.text, row.better)):
            connection.execute(delete(drafts).where(drafts.c.id == row.id))


def _values(gone: DeletedRun) -> dict[str, Any]:
    return {
        "run_id": gone.run_id,
        **columns_of(gone.place),
        "forgotten_at": gone.at,
        "had_ended": gone.had_ended,
        "language": gone.language,
        "posts": to_text(gone.posts, tuple[Receipt, ...]),
        "is_settled": False,
    }


def _deleted_run(row: Row[Any]) -> DeletedRun:
    return DeletedRun(
        run_id=RunId(row.run_id),
        place=channel_in(row),
        at=row.forgotten_at,
        had_ended=row.had_ended,
        language=row.language,
        posts=from_text(row.posts, tuple[Receipt, ...]),
    )
