"""The store of runs: `RunStore` on SQLAlchemy."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Self, TypeVar

from sqlalchemy import ColumnElement, Connection, Select, bindparam, delete, exists, func, or_, select, update

from council_core.codec import from_text, to_text
from council_core.domain.answer import Outcome
from council_core.domain.ballot import Ballot, Feedback, Order
from council_core.domain.ending import Ending
from council_core.domain.place import PersonId, Place
from council_core.domain.question import Question, RunId
from council_core.domain.run import FINISHED, UNFINISHED, Run, allowed_from
from council_core.domain.search import EVERYTHING, Phrase, Wanted
from council_core.domain.writable import writable
from council_core.errors import RunDeleted, RunElsewhere, VotingClosed
from council_core.storage import tables
from council_core.storage.database import Database
from council_core.storage.member_results import result_values
from council_core.storage.notices import tell
from council_core.storage.queue import SqlQueue
from council_core.storage.read_run import OF_ONE, read_judged, read_run, read_these, votings_to_close
from council_core.storage.retention import missing
from council_core.storage.rows import (
    ballot_from,
    ballot_values,
    ending_text,
    feedback_values,
    judged_values,
    outcome_values,
    produced_values,
    review_values,
    run_values,
    spending_values,
)
from council_core.storage.search import Entry, SearchFilling, entry_of, find, put
from council_core.storage.statements import (
    Row,
    columns_of,
    insert_new,
    limits_of,
    newest_first,
    of_channel,
    of_workspace,
    order_of,
    this_channel,
    upsert,
)

T = TypeVar("T")

# Statements used by every run are built once: building one takes longer than executing it in SQLite.
OF_RUN = tables.runs.c.id == bindparam("this")
GOES_ON = {
    status: update(tables.runs).where(OF_RUN, tables.runs.c.status.in_(allowed_from(status)))
    for status in (*UNFINISHED, *FINISHED)
}
"""The statement that sets each status, and only where an earlier one stands, so that a process that was frozen cannot
set a run back."""

STOPPED = update(tables.runs).where(OF_RUN, tables.runs.c.status == "cancelled")
SETTLED = update(tables.runs).where(OF_RUN, tables.runs.c.card_thread.is_(None))
NAMED = update(tables.runs).where(OF_RUN)
CLOSED = update(tables.runs).where(OF_RUN, tables.runs.c.voting_closed_at.is_(None))
ENDED = update(tables.spending).where(tables.spending.c.run_id == bindparam("this")).values(ended=True)
DEARER = (
    update(tables.spending)
    .where(tables.spending.c.run_id == bindparam("this"))
    .values(
        cost=func.coalesce(tables.spending.c.cost, 0) + bindparam("by", type_=tables.spending.c.cost.type)
    )
)
HELD = select(tables.runs).where(OF_RUN).with_for_update()
ID = select(tables.runs.c.id).where(OF_RUN)
WHERE = select(tables.runs.c.platform, tables.runs.c.workspace, tables.runs.c.channel).where(OF_RUN)
VOTES = select(func.count()).where(tables.ballots.c.run_id == bindparam("this"))
LATE = select(func.count()).where(
    tables.outcomes.c.run_id == bindparam("this"), tables.outcomes.c.late.is_(True)
)
LOOKED = select(func.count()).where(
    tables.looks.c.run_id == bindparam("this"), tables.looks.c.person == bindparam("by")
)
EARLIER_BLIND = select(tables.ballots.c.blind_choice).where(
    tables.ballots.c.run_id == bindparam("this"), tables.ballots.c.voter == bindparam("by")
)
NEWEST = (
    select(tables.runs.c.id)
    .where(this_channel(tables.runs))
    .order_by(tables.runs.c.asked_at.desc(), tables.runs.c.id)
    .limit(bindparam("most"))
)
VOTED = NEWEST.where(
    tables.runs.c.status == "revealed", exists().where(tables.ballots.c.run_id == tables.runs.c.id)
)
WITHDRAWN = delete(tables.ballots).where(
    tables.ballots.c.run_id == bindparam("this"), tables.ballots.c.voter == bindparam("by")
)


class SqlRunStore:
    """Implements `council_core.ports.RunStore`."""

    def __init__(self, database: Database, queue: SqlQueue | None = None) -> None:
        """Args:
        database: Database that holds the runs.
        queue: Queue that new runs join; None for no queue."""
        self._database = database
        self._queue = queue
        self._judged: dict[str, Run] = {}
        self.filling = SearchFilling(database)

    async def add(self, run: Run) -> bool:
        values, entry, where = run_values(run), entry_of(run), run.question.place.where

        def work(connection: Connection) -> bool:
            if isinstance(gone := missing(connection, run.id), RunDeleted):
                raise gone if gone.where == where else RunElsewhere(run.id)
            if not insert_new(connection, tables.runs, values):
                if tuple(connection.execute(WHERE, {"this": run.id}).one()) != where:
                    raise RunElsewhere(run.id)
                return False
            put(connection, entry)
            if self._queue is not None:
                self._queue.enter(connection, run)
            tell(connection, run.id, "asked")
            return True

        return self._moved(await self._database.write(work))

    async def get(self, run_id: RunId) -> Run:
        def work(connection: Connection) -> Run:
            if (run := read_run(connection, run_id)) is None:
                raise missing(connection, run_id)
            return run

        return await self._database.read(work)

    async def save(self, run: Run, *, since: Run | None = None) -> bool:
        values = produced_values(run, since=since)
        new_outcomes = _new(run.outcomes, since.outcomes if since else ())
        outcomes = [outcome_values(run.id, at, each, late=False) for at, each in new_outcomes]
        new_reviews = _new(run.reviews, since.reviews if since else ())
        reviews = [review_values(run.id, at, each) for at, each in new_reviews]
        judged = [judged_values(run)] if run.status == "revealed" else []
        as_asked = _Placed.of(run)

        def work(connection: Connection) -> bool:
            if connection.execute(GOES_ON[run.status], {"this": run.id, **values}).rowcount == 0:
                return False
            upsert(connection, tables.outcomes, outcomes)
            upsert(connection, tables.reviews, reviews)
            upsert(connection, tables.judged, judged)
            now = _where_it_is(connection, run)
            (as_asked if now is run else _Placed.of(now)).save(connection)
            self._leave(connection, run)
            tell(connection, run.id, "kept")
            return True

        is_news = await self._database.write(work)
        if run.status == "voting" or run.is_finished:
            self._moved(is_news)
        return is_news

    def _leave(self, connection: Connection, run: Run) -> None:
        """Leave the queue once this run asks no model any more, so that the next run gets its place."""
        if self._queue is not None and (run.status == "voting" or run.is_finished):
            self._queue.leave(connection, run.id)
            tell(connection, run.id, "left")

    def _moved(self, has_moved: bool) -> bool:
        if has_moved and self._queue is not None:
            self._queue.moved()
        return has_moved

    async def cast(self, run_id: RunId, ballot: Ballot) -> int:
        def work(connection: Connection) -> int:
            _hold_open(connection, run_id)
            upsert(connection, tables.ballots, [ballot_values(run_id, _as_seen(connection, run_id, ballot))])
            tell(connection, run_id, "voted")
            return int(connection.scalar(VOTES, {"this": run_id}) or 0)

        return await self._database.write(work)

    async def look(self, run_id: RunId, person: PersonId) -> None:
        def work(connection: Connection) -> None:
            _check(connection, run_id)
            insert_new(connection, tables.looks, {"run_id": run_id, "person": person})

        await self._database.write(work)

    async def withdraw(self, run_id: RunId, voter: PersonId) -> bool:
        def work(connection: Connection) -> bool:
            _hold_open(connection, run_id)
            is_gone = connection.execute(WITHDRAWN, {"this": run_id, "by": voter}).rowcount > 0
            if is_gone:
                tell(connection, run_id, "voted")
            return is_gone

        return await self._database.write(work)

    async def give_feedback(self, run_id: RunId, feedback: Feedback) -> None:
        def work(connection: Connection) -> None:
            _check(connection, run_id)
            upsert(connection, tables.feedback, [feedback_values(run_id, feedback)])
            tell(connection, run_id, "kept")

        await self._database.write(work)

    async def name_asker(self, run_id: RunId, name: str) -> None:
        def work(connection: Connection) -> None:
            row = connection.execute(HELD, {"this": run_id}).one_or_none()
            if row is None:
                return
            question: Question = from_text(row.question, Question, remember=False)
            named = replace(question, asker=replace(question.asker, name=writable(name)))
            if named != question:
                connection.execute(NAMED, {"this": run_id, "question": to_text(named, Question)})
                # In every version, this word makes the run's worker read the run again.
                tell(connection, run_id, "voted")

        await self._database.write(work)

    async def settle_thread(self, run_id: RunId, place: Place) -> None:
        values = {"this": run_id, "card_thread": place.thread}

        def work(connection: Connection) -> None:
            if connection.execute(SETTLED, values).rowcount > 0:
                tell(connection, run_id, "kept")

        await self._database.write(work)

    async def in_thread(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        if place.thread is None:
            return ()
        card, asked = tables.runs.c.card_thread, tables.runs.c.thread
        here = or_(card == place.thread, card.is_(None) & (asked == place.thread))
        # A thread may have become a place of its own after some of its runs were asked.
        channels = tables.runs.c.channel.in_((place.channel, place.thread))
        mine = (of_workspace(tables.runs, place), channels, here)
        return await self._database.read(lambda connection: _page(connection, mine, limit, EVERYTHING))

    async def close_voting(self, run_id: RunId, at: datetime) -> tuple[Ballot, ...]:
        def work(connection: Connection) -> tuple[Ballot, ...]:
            if connection.execute(CLOSED, {"this": run_id, "voting_closed_at": at}).rowcount > 0:
                tell(connection, run_id, "kept")
            rows = connection.execute(OF_ONE[tables.ballots], {"this": run_id})
            return tuple(ballot_from(row) for row in rows)

        return await self._database.write(work)

    async def cancel(self, run_id: RunId, at: datetime, ending: Ending) -> bool:
        values = {"this": run_id, "status": "cancelled", "finished_at": at, "failure": ending_text(ending)}

        def work(connection: Connection) -> bool:
            connection.execute(ENDED, {"this": run_id})
            is_over = connection.execute(GOES_ON["cancelled"], values).rowcount > 0
            if is_over:
                if self._queue is not None:
                    self._queue.leave(connection, run_id)
                tell(connection, run_id, "cancelled")
            return is_over

        return self._moved(await self._database.write(work))

    async def add_answers(self, run: Run) -> None:
        parts = run_values(run)
        values = {name: parts[name] for name in ("slate", "key", "describers", "failure")}
        outcomes = [outcome_values(run.id, i, each, late=False) for i, each in enumerate(run.outcomes)]

        def work(connection: Connection) -> None:
            if connection.execute(STOPPED, {"this": run.id, **values}).rowcount > 0:
                upsert(connection, tables.outcomes, outcomes)
                upsert(connection, tables.spending, [spending_values(_where_it_is(connection, run))])
                tell(connection, run.id, "kept")

        await self._database.write(work)

    async def add_late(self, run_id: RunId, outcome: Outcome) -> None:
        def work(connection: Connection) -> None:
            _check(connection, run_id)
            position = int(connection.scalar(LATE, {"this": run_id}) or 0)
            row = outcome_values(run_id, position, outcome, late=True)
            if insert_new(connection, tables.outcomes, row) and row["cost"] is not None:
                connection.execute(DEARER, {"this": run_id, "by": row["cost"]})
            tell(connection, run_id, "kept")

        await self._database.write(work)

    async def voted_runs(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        return await self._without_texts(VOTED, place, limit)

    async def ranked_runs(self, place: Place, *, limit: int) -> tuple[Run, ...]:
        return await self._without_texts(NEWEST, place, limit)

    async def _without_texts(self, which: Select[Any], place: Place, limit: int) -> tuple[Run, ...]:
        these = {**columns_of(place), "most": limit}

        def work(connection: Connection) -> tuple[Run, ...]:
            return read_judged(connection, connection.scalars(which, these).all(), self._judged)

        return await self._database.read(work)

    async def asked_by(
        self, person: PersonId, place: Place, *, limit: int, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        own, here = replace(wanted, askers=(person,)), of_workspace(tables.runs, place)
        return await self._database.read(lambda connection: _page(connection, [here], limit, own))

    async def search(
        self,
        phrases: Sequence[Phrase],
        *,
        limit: int,
        person: PersonId | None = None,
        place: Place | None = None,
        wanted: Wanted = EVERYTHING,
    ) -> tuple[Run, ...]:
        def work(connection: Connection) -> tuple[Run, ...]:
            def first(most: int) -> list[str]:
                return find(connection, phrases, person=person, place=place, limit=most, wanted=wanted)

            return read_these(connection, first, limit, last=wanted.newer_than is not None)

        return await self._database.read(work)

    async def unfinished(self, *, platforms: Collection[str]) -> tuple[RunId, ...]:
        # An index finds these statuses among all runs that have ended. A limit to platforms in the query would make
        # SQLite take an index of platforms, and read all runs.
        query = select(tables.runs.c.id, tables.runs.c.platform).where(tables.runs.c.status.in_(UNFINISHED))
        rows = await self._database.read(lambda c: c.execute(query.order_by(tables.runs.c.asked_at)).all())
        return tuple(RunId(row.id) for row in rows if row.platform in platforms)

    async def votings_to_close(self, *, platforms: Collection[str]) -> tuple[RunId, ...]:
        return await self._database.read(
            lambda connection: votings_to_close(connection, platforms, UNFINISHED)
        )

    async def latest(
        self, *, limit: int, place: Place | None = None, wanted: Wanted = EVERYTHING
    ) -> tuple[Run, ...]:
        here = [] if place is None else [of_channel(tables.runs, place)]
        return await self._database.read(lambda connection: _page(connection, here, limit, wanted))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Placed:
    """Rows of a run that name its channel."""

    spending: Row
    results: Sequence[Row]
    entry: Entry | None
    """Entry in the index of finished runs."""

    @classmethod
    def of(cls, run: Run) -> Self:
        entry = entry_of(run) if run.is_finished else None
        return cls(spending=spending_values(run), results=result_values(run), entry=entry)

    def save(self, connection: Connection) -> None:
        upsert(connection, tables.results, self.results)
        if self.spending["cost"] is not None or self.spending["ended"]:
            upsert(connection, tables.spending, [self.spending])
        if self.entry is not None:
            put(connection, self.entry)


def _where_it_is(connection: Connection, run: Run) -> Run:
    """Return the run with the present id of its channel, which may have changed since the run was read."""
    place = run.question.place
    *_, channel = connection.execute(WHERE, {"this": run.id}).one()
    if channel == place.channel:
        return run
    return replace(run, question=replace(run.question, place=replace(place, channel=channel)))


def _new(parts: Sequence[T], saved: Sequence[T]) -> list[tuple[int, T]]:
    """Return the parts that are new or changed, with their positions."""
    return [(at, each) for at, each in enumerate(parts) if at >= len(saved) or saved[at] is not each]


def _page(
    connection: Connection, here: Sequence[ColumnElement[bool]], limit: int, wanted: Wanted
) -> tuple[Run, ...]:
    query = select(tables.runs.c.id).where(*here, *limits_of(connection, wanted))
    ordered = query.order_by(*order_of(wanted))

    def nearest(most: int) -> Sequence[str]:
        return newest_first(connection.scalars(ordered.limit(most)).all(), wanted)

    return read_these(connection, nearest, limit, last=wanted.newer_than is not None)


def _check(connection: Connection, run_id: RunId) -> None:
    if connection.scalar(ID, {"this": run_id}) is None:
        raise missing(connection, run_id)


def _hold_open(connection: Connection, run_id: RunId) -> None:
    """Lock the voting until the transaction ends, if it is open."""
    row = connection.execute(HELD, {"this": run_id}).one_or_none()
    if row is None:
        raise missing(connection, run_id)
    if row.voting_opened_at is None:
        raise VotingClosed("vote_not_open")
    if row.voting_closed_at is not None or row.status in FINISHED:
        raise VotingClosed("vote_closed")


def _as_seen(connection: Connection, run_id: RunId, ballot: Ballot) -> Ballot:
    """Return the ballot with its voter's blind choice: none once they have looked, else their last one."""
    who = {"this": run_id, "by": ballot.voter}
    if ballot.blind is None:
        return ballot
    if ballot.blind and not connection.scalar(LOOKED, who):
        return ballot
    earlier = connection.scalar(EARLIER_BLIND, who)
    return replace(ballot, blind=() if earlier is None else from_text(earlier, Order))
