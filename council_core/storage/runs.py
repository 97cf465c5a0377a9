"""The store of runs: `RunStore` on SQLAlchemy."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import Row, Select, Table, delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from council_core.domain.answer import Outcome
from council_core.domain.ballot import Ballot
from council_core.domain.feedback import Feedback
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.domain.run import FINISHED, Run
from council_core.errors import UnknownRun, VotingClosed
from council_core.storage import tables
from council_core.storage.database import Database
from council_core.storage.rows import (
    ballot_from,
    ballot_values,
    feedback_values,
    outcome_values,
    review_values,
    run_from,
    run_values,
)
from council_core.storage.upsert import insert_new, upsert


class SqlRunStore:
    """Implements `council_core.ports.RunStore`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, run: Run) -> bool:
        async with self._database.writing() as connection:
            return await insert_new(connection, tables.runs, run_values(run))

    async def get(self, run_id: RunId) -> Run:
        async with self._database.reading() as connection:
            row = (
                await connection.execute(select(tables.runs).where(tables.runs.c.id == run_id))
            ).one_or_none()
            if row is None:
                raise UnknownRun(run_id)
            return (await _whole(connection, [row]))[0]

    async def save(self, run: Run) -> None:
        values = run_values(run)
        # Kept by `close_voting` and `settle_thread` alone, which may run before a replayed `save`.
        del values["voting_closed_at"], values["card_thread"]
        async with self._database.writing() as connection:
            done = await connection.execute(
                update(tables.runs)
                .where(tables.runs.c.id == run.id, tables.runs.c.status.not_in(FINISHED))
                .values(**values)
            )
            if done.rowcount == 0:
                return
            await upsert(
                connection,
                tables.outcomes,
                [outcome_values(run.id, i, outcome, late=False) for i, outcome in enumerate(run.outcomes)],
            )
            await upsert(
                connection,
                tables.reviews,
                [review_values(run.id, i, review) for i, review in enumerate(run.reviews)],
            )

    async def cast(self, run_id: RunId, ballot: Ballot) -> int:
        async with self._database.writing() as connection:
            await _hold_open(connection, run_id)
            await upsert(connection, tables.ballots, [ballot_values(run_id, ballot)])
            count = select(func.count()).where(tables.ballots.c.run_id == run_id)
            return int(await connection.scalar(count) or 0)

    async def withdraw(self, run_id: RunId, voter: PersonId) -> bool:
        async with self._database.writing() as connection:
            await _hold_open(connection, run_id)
            done = await connection.execute(
                delete(tables.ballots).where(
                    tables.ballots.c.run_id == run_id, tables.ballots.c.voter == voter
                )
            )
            return done.rowcount > 0

    async def give_feedback(self, run_id: RunId, feedback: Feedback) -> None:
        async with self._database.writing() as connection:
            await _check(connection, run_id)
            await upsert(connection, tables.feedback, [feedback_values(run_id, feedback)])

    async def settle_thread(self, run_id: RunId, place: Place) -> None:
        async with self._database.writing() as connection:
            await connection.execute(
                update(tables.runs)
                .where(tables.runs.c.id == run_id, tables.runs.c.card_thread.is_(None))
                .values(card_thread=place.thread)
            )

    async def in_thread(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        if place.thread is None:
            return ()
        card, asked = tables.runs.c.card_thread, tables.runs.c.thread
        here = or_(card == place.thread, card.is_(None) & (asked == place.thread))
        return await self._newest(_of_channel(place).where(here).limit(limit))

    async def close_voting(self, run_id: RunId, at: datetime) -> tuple[Ballot, ...]:
        async with self._database.writing() as connection:
            await connection.execute(
                update(tables.runs)
                .where(tables.runs.c.id == run_id, tables.runs.c.voting_closed_at.is_(None))
                .values(voting_closed_at=at)
            )
            rows = await _children(connection, tables.ballots, [run_id])
            return tuple(ballot_from(row) for row in rows)

    async def cancel(self, run_id: RunId, at: datetime) -> bool:
        async with self._database.writing() as connection:
            done = await connection.execute(
                update(tables.runs)
                .where(tables.runs.c.id == run_id, tables.runs.c.status.not_in(FINISHED))
                .values(status="cancelled", finished_at=at)
            )
            return done.rowcount > 0

    async def add_late(self, run_id: RunId, outcome: Outcome) -> None:
        async with self._database.writing() as connection:
            await _check(connection, run_id)
            late = tables.outcomes.c.late.is_(True)
            count = select(func.count()).where(tables.outcomes.c.run_id == run_id, late)
            position = int(await connection.scalar(count) or 0)
            values = outcome_values(run_id, position, outcome, late=True)
            await insert_new(connection, tables.outcomes, values)

    async def voted(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        query = (
            select(tables.runs)
            .where(
                tables.runs.c.platform == place.platform,
                tables.runs.c.workspace == place.workspace,
                tables.runs.c.status == "revealed",
                exists().where(tables.ballots.c.run_id == tables.runs.c.id),
            )
            .order_by(tables.runs.c.asked_at.desc(), tables.runs.c.id)
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
            return await _whole(connection, rows)

    async def unfinished(self, *, platforms: Collection[str]) -> tuple[RunId, ...]:
        query = (
            select(tables.runs.c.id)
            .where(tables.runs.c.status.not_in(FINISHED), tables.runs.c.platform.in_(platforms))
            .order_by(tables.runs.c.asked_at)
        )
        async with self._database.reading() as connection:
            return tuple(RunId(run_id) for run_id in await connection.scalars(query))

    async def latest(self, *, limit: int, place: Place | None = None) -> tuple[Run, ...]:
        query = select(tables.runs) if place is None else _of_channel(place)
        return await self._newest(query.limit(limit))

    async def _newest(self, query: Select[Any]) -> tuple[Run, ...]:
        async with self._database.reading() as connection:
            ordered = query.order_by(tables.runs.c.asked_at.desc(), tables.runs.c.id)
            return await _whole(connection, (await connection.execute(ordered)).all())


def _of_channel(place: Place) -> Select[Any]:
    return select(tables.runs).where(
        tables.runs.c.platform == place.platform,
        tables.runs.c.workspace == place.workspace,
        tables.runs.c.channel == place.channel,
    )


async def _check(connection: AsyncConnection, run_id: RunId) -> None:
    if await connection.scalar(select(tables.runs.c.id).where(tables.runs.c.id == run_id)) is None:
        raise UnknownRun(run_id)


async def _hold_open(connection: AsyncConnection, run_id: RunId) -> None:
    """Keeps the voting as it is until the transaction ends, if it is open."""
    row = (
        await connection.execute(select(tables.runs).where(tables.runs.c.id == run_id).with_for_update())
    ).one_or_none()
    if row is None:
        raise UnknownRun(run_id)
    if row.voting_opened_at is None:
        raise VotingClosed("The voting is not open yet.")
    if row.voting_closed_at is not None or row.status in FINISHED:
        raise VotingClosed("The voting is closed; your vote was not counted.")


async def _whole(connection: AsyncConnection, rows: Sequence[Row[Any]]) -> tuple[Run, ...]:
    ids = [row.id for row in rows]
    parts = [
        _by_run(await _children(connection, table, ids))
        for table in (tables.outcomes, tables.reviews, tables.ballots, tables.feedback)
    ]
    return tuple(run_from(row, *(part.get(row.id, []) for part in parts)) for row in rows)


def _by_run(children: Sequence[Row[Any]]) -> dict[str, list[Row[Any]]]:
    found: dict[str, list[Row[Any]]] = {}
    for child in children:
        found.setdefault(child.run_id, []).append(child)
    return found


async def _children(connection: AsyncConnection, table: Table, run_ids: Sequence[str]) -> Sequence[Row[Any]]:
    if not run_ids:
        return []
    order = next(table.c[name] for name in ("position", "voter", "person") if name in table.c)
    query = select(table).where(table.c.run_id.in_(run_ids)).order_by(order)
    return (await connection.execute(query)).all()
