"""Report runs under way to operators, with the engine's records of each."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, bindparam, case, func, inspect, select, text

from council_core.domain.checkpoint import RESTED, STOPPED, TRIED
from council_core.domain.question import RunId
from council_core.domain.run import UNFINISHED
from council_core.domain.run_state import TERMINAL, RunState
from council_core.storage import tables
from council_core.storage.database import Database
from council_core.storage.queue import SqlQueue
from council_core.storage.retention import receipts_of
from council_core.storage.url import is_sqlite

LOCKS = text(
    "SELECT (classid::bigint << 32) | objid::bigint FROM pg_locks "
    "WHERE locktype = 'advisory' AND objsubid = 1 AND granted"
)
"""Query for the advisory locks held at the moment, in the form in which they were taken."""

STEPS = tables.run_steps.c
ALL = (
    select(STEPS.name, STEPS.scope, STEPS.ended)
    .where(STEPS.run_id == bindparam("this"))
    .order_by(STEPS.ended.desc(), STEPS.name)
)
LAST = ALL.where(STEPS.name.not_in((TRIED, RESTED, STOPPED))).limit(1)
RESUMED = select(func.max(STEPS.ended)).where(STEPS.run_id == bindparam("this"), STEPS.name == TRIED)

AT_ONCE = 1_000
"""Most runs in one transaction."""

BITS_64 = 1 << 64


class SqlRunStates:
    """Reads states of runs in any process, also one without workers."""

    def __init__(
        self,
        database: Database,
        engine_sql: str,
        engine_table: str,
        lock_of: Callable[[str], int],
        queue: SqlQueue,
        is_served: Callable[[], bool | None],
    ) -> None:
        """
        Args:
            database: The store's database.
            engine_sql: SQL that reads the engine's records of its runs.
            engine_table: Table that this SQL reads.
            lock_of: Advisory lock by which a process shows that it lives.
            queue: Knows which runs wait in the queue.
            is_served: Whether a server holds the SQLite file; None if that cannot be told.
        """
        self._database, self._queue = database, queue
        self._engine_sql = text(engine_sql).bindparams(bindparam("these", expanding=True))
        self._engine_table, self._lock_of, self._is_served = engine_table, lock_of, is_served

    async def under_way(self) -> tuple[RunState, ...]:
        """Return the unfinished runs, oldest first."""
        unfinished = tables.runs.c.status.in_(UNFINISHED)
        return await self._read(select(tables.runs).where(unfinished))

    async def of(self, run_id: RunId) -> RunState | None:
        """Return one run, ended or not; None where it does not exist."""
        found = await self._read(select(tables.runs).where(tables.runs.c.id == run_id))
        return found[0] if found else None

    async def steps(self, run_id: RunId) -> tuple[tuple[str, datetime], ...]:
        """Return the finished steps of a run with the time when each ended, last one first."""

        def work(connection: Connection) -> tuple[tuple[str, datetime], ...]:
            rows = connection.execute(ALL, {"this": run_id})
            return tuple((_step(row), _time(row.ended)) for row in rows)

        return await self._database.read(work)

    async def _read(self, query: Any) -> tuple[RunState, ...]:
        is_file = is_sqlite(self._database.url)
        of_ids = query.order_by(tables.runs.c.id).limit(AT_ONCE)
        found: list[RunState] = []

        def work(connection: Connection) -> list[RunState]:
            after = found[-1].run_id if found else ""
            rows = connection.execute(of_ids.where(tables.runs.c.id > after)).all()
            known = self._known(connection, [row.id for row in rows])
            locks = set[int]() if is_file else {lock % BITS_64 for lock in connection.scalars(LOCKS)}
            is_served = self._is_served() if is_file else None
            return [
                self._state(connection, row, known.get(row.id), locks, is_served=is_served) for row in rows
            ]

        while some := await self._database.read(work):
            found += some
        if not any(state.stage in UNFINISHED for state in found):
            return tuple(found)
        places = await self._queue.places()
        in_order = sorted(found, key=lambda state: state.asked_at)
        return tuple(replace(state, waits=places.get(state.run_id)) for state in in_order)

    def _known(self, connection: Connection, run_ids: Sequence[str]) -> Mapping[str, Any]:
        schema = None if is_sqlite(self._database.url) else "dbos"
        # The engine creates its tables at the first `council serve`.
        if not run_ids or not inspect(connection).has_table(self._engine_table, schema=schema):
            return {}
        return {row.run_id: row for row in connection.execute(self._engine_sql, {"these": list(run_ids)})}

    def _state(
        self, connection: Connection, row: Any, known: Any, locks: Collection[int], *, is_served: bool | None
    ) -> RunState:
        last = connection.execute(LAST, {"this": row.id}).first()
        resumed = connection.scalar(RESUMED, {"this": row.id})
        unsettled = select(func.count()).where(
            receipts_of(connection, row.id), tables.receipts.c.message.is_(None)
        )
        owner = "" if known is None else (known.owner or "")
        if not owner or row.platform == TERMINAL:
            is_held = None
        elif is_sqlite(self._database.url):
            is_held = is_served
        else:
            is_held = self._lock_of(owner) % BITS_64 in locks
        return RunState(
            run_id=RunId(row.id),
            platform=row.platform,
            stage=row.status,
            asked_at=row.asked_at,
            voting_closes_at=row.voting_closes_at,
            state="" if known is None else known.state,
            owner=owner,
            is_lease_held=is_held,
            is_served=is_served,
            attempts=0 if known is None else int(known.attempts or 0),
            last_step="" if last is None else _step(last),
            last_step_at=None if last is None else _time(last.ended),
            resumed_at=None if resumed is None else _time(resumed),
            unsettled=int(connection.scalar(unsettled) or 0),
        )


def _step(row: Any) -> str:
    return f"{row.scope}/{row.name}" if row.scope else str(row.name)


def _time(milliseconds: int) -> datetime:
    return datetime.fromtimestamp(milliseconds / 1000, UTC)


UNTAKEN = case((tables.runs.c.status == "asked", tables.runs.c.asked_at))
OLDEST = select(func.min(tables.runs.c.asked_at), func.min(UNTAKEN)).where(
    tables.runs.c.status.in_(UNFINISHED)
)


async def ages(database: Database, now: datetime) -> Mapping[str, float]:
    """Return the age in seconds of the oldest unfinished run, and of the oldest question for which no member was asked;
    0 if there is none."""
    row = await database.read(lambda connection: connection.execute(OLDEST).one())
    names = ("oldest_unfinished_seconds", "oldest_untaken_seconds")
    return {
        name: 0.0 if at is None else (now - at).total_seconds() for name, at in zip(names, row, strict=True)
    }
