"""Store the queue of questions in a table: admitted runs, waiting runs, and their order. Both databases run the same
SQL.

The queue is fair among people as start-time fair queueing is among senders (Goyal, Vin, Cheng, SIGCOMM 1996). A
person's next question gets a turn after their previous one, and never before the turns of admitted runs. Lower turns go
first, and older questions first within a turn. So a person with one question waits for at most one more question of
each other person, however many questions those have asked.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import cast

from sqlalchemy import Boolean, Connection, String, bindparam, text

from council_core.domain.question import RunId
from council_core.domain.run import UNFINISHED, Run
from council_core.domain.waiting import Limit, RunLimits, RunWaits
from council_core.errors import TooManyWaiting
from council_core.ports import Claim
from council_core.storage.database import Database
from council_core.storage.session_lock import LINE
from council_core.storage.tables import UtcTime

NO_LIMIT = 2**31 - 1

AT_ONCE = 500
"""Most ids in one statement."""

BEFORE_THE_VERDICT = tuple(status for status in UNFINISHED if status != "voting")

LOCK = text("SELECT pg_advisory_xact_lock(:key)")
"""Statement under whose lock Postgres counts and admits runs; SQLite has one writer anyway."""

TELL = text("SELECT pg_notify(:channel, :notice)")

PEOPLE = "(SELECT person, count(*) AS n FROM line WHERE inside = TRUE GROUP BY person)"
CHANNELS = "(SELECT channel, count(*) AS n FROM line WHERE inside = TRUE GROUP BY channel)"

NEXT_TURN = """SELECT 1 + max(turn) FROM (
    SELECT max(turn) AS turn FROM line WHERE inside = TRUE
    UNION ALL SELECT max(turn) FROM line WHERE person = {person}
    UNION ALL SELECT min(turn) - 1 FROM line WHERE inside = FALSE
    UNION ALL SELECT 0) AS turns"""

RUN = (bindparam("run_id", type_=String),)

ENTER = text(f"""
INSERT INTO line (run_id, platform, person, channel, asked, turn, inside)
VALUES (:run_id, :platform, :person, :channel, :asked, ({NEXT_TURN.format(person=":person")}), FALSE)
""").bindparams(bindparam("asked", type_=UtcTime()), *RUN, bindparam("person", type_=String))  # noqa: S608  # its own texts

REJOIN = text(f"""
INSERT INTO line (run_id, platform, person, channel, asked, turn, inside, carrier)
SELECT id, platform, platform || '/' || workspace || '/' || asker,
    platform || '/' || workspace || '/' || coalesce(parent, channel), asked_at,
    ({NEXT_TURN.format(person="runs.platform || '/' || runs.workspace || '/' || runs.asker")}),
    :inside, :carrier
FROM runs WHERE id = :run_id AND status IN :statuses AND NOT EXISTS (SELECT 1 FROM line WHERE run_id = :run_id)
""").bindparams(  # noqa: S608  # its own texts
    bindparam("statuses", value=BEFORE_THE_VERDICT, expanding=True),
    bindparam("inside", type_=Boolean),
    bindparam("carrier", type_=String),
    *RUN,
)  # texts that belong to this run

WAITING_OF_PERSON = text("SELECT count(*) FROM line WHERE person = :person AND inside = FALSE")
STANDS = text("SELECT inside FROM line WHERE run_id = :run_id")
CARRIED_BY = text("UPDATE line SET carrier = :carrier WHERE run_id = :run_id")
INSIDE = text("SELECT count(*) FROM line WHERE inside = TRUE")

NEXT = text(f"""
SELECT l.run_id, l.carrier FROM line l
LEFT JOIN {PEOPLE} p ON p.person = l.person LEFT JOIN {CHANNELS} c ON c.channel = l.channel
WHERE l.inside = FALSE AND (l.carrier IS NOT NULL OR l.platform IN :platforms)
    AND coalesce(p.n, 0) < :of_person AND coalesce(c.n, 0) < :of_channel
ORDER BY l.turn, l.asked, l.run_id LIMIT 1
""").bindparams(bindparam("platforms", expanding=True))  # noqa: S608  # its own texts

LET_IN = text("UPDATE line SET inside = TRUE WHERE run_id = :run_id")

UNCLAIMED = text("""
SELECT run_id, inside FROM line WHERE carrier IS NULL AND platform IN :platforms
ORDER BY turn, asked, run_id LIMIT :most
""").bindparams(bindparam("platforms", expanding=True))

LOADS = text("SELECT carrier, count(*) FROM line WHERE carrier IS NOT NULL GROUP BY carrier")

PLACES = text(f"""
WITH waiting AS (
    SELECT l.run_id, l.person, l.channel, l.turn, l.asked,
        coalesce(p.n, 0) + row_number() OVER (PARTITION BY l.person ORDER BY l.turn, l.asked, l.run_id) AS of_person,
        coalesce(c.n, 0) + row_number() OVER (PARTITION BY l.channel ORDER BY l.turn, l.asked, l.run_id) AS of_channel
    FROM line l LEFT JOIN {PEOPLE} p ON p.person = l.person LEFT JOIN {CHANNELS} c ON c.channel = l.channel
    WHERE l.inside = FALSE
), limited AS (
    SELECT run_id, turn, asked, person, channel, CASE WHEN of_person > :of_person THEN 'person'
        WHEN of_channel > :of_channel THEN 'channel' ELSE 'process' END AS why FROM waiting
)
SELECT run_id, why, row_number() OVER (
    PARTITION BY why, CASE why WHEN 'person' THEN person WHEN 'channel' THEN channel ELSE '' END
    ORDER BY turn, asked, run_id) - 1 AS before
FROM limited
""")  # noqa: S608  # its own texts

LEAVE = text("DELETE FROM line WHERE run_id = :run_id")
OVER = text(
    "DELETE FROM line WHERE NOT EXISTS (SELECT 1 FROM runs WHERE id = line.run_id AND status IN :statuses)"
).bindparams(bindparam("statuses", value=BEFORE_THE_VERDICT, expanding=True))
THESE = text("SELECT run_id FROM line WHERE run_id IN :these").bindparams(bindparam("these", expanding=True))
ALL = text("SELECT run_id, carrier FROM line")
OF_CARRIER = text("SELECT run_id FROM line WHERE carrier = :carrier")
HANDED = text("UPDATE line SET carrier = :carrier WHERE carrier = :gone")
CLAIMANTS = text("SELECT DISTINCT carrier FROM line WHERE carrier IS NOT NULL")


class SqlQueue:
    """Implements `council_core.ports.QueueStore`."""

    def __init__(self, database: Database, limits: RunLimits, *, channel: str) -> None:
        """Args:
        database: Database that holds the queue.
        limits: Most runs that may be admitted at a time, over all workers.
        channel: Postgres channel that carries `RUN admitted WORKER` for each admission."""
        self._database, self._channel = database, channel
        self._is_shared = database.url.get_backend_name() == "postgresql"
        self._cap = limits.waiting_of_person
        self._in_all = limits.in_all or NO_LIMIT
        self._limits = {
            "of_person": limits.of_person or NO_LIMIT,
            "of_channel": limits.of_channel or NO_LIMIT,
        }
        self.moved: Callable[[], None] = lambda: None
        """Called in this process after a commit that put a run into the queue or took one out."""

    def enter(self, connection: Connection, run: Run) -> None:
        """Put a new run into the queue, in the transaction that stores it. Raises TooManyWaiting."""
        place = run.question.place
        person = f"{place.platform}/{place.workspace}/{run.question.asker.id}"
        self._lock(connection)
        if self._cap is not None:
            waiting = connection.scalar(WAITING_OF_PERSON, {"person": person}) or 0
            if waiting >= self._cap:
                raise TooManyWaiting(waiting)
        values = {
            "run_id": run.id,
            "platform": place.platform,
            "person": person,
            "channel": f"{place.platform}/{place.workspace}/{place.governed_by}",
            "asked": run.asked_at,
        }
        connection.execute(ENTER, values)

    def leave(self, connection: Connection, run_id: RunId) -> bool:
        """Remove a run from the queue, in the transaction that stores its verdict or end, and tell whether it was
        there."""
        return connection.execute(LEAVE, {"run_id": run_id}).rowcount > 0

    async def claim(
        self, worker: str, *, platforms: Collection[str], most: int, patiently: bool = False
    ) -> Claim:
        """See `council_core.ports.QueueStore`. Raises StoreUnavailable, StoreIncompatible."""
        served = {"platforms": list(platforms)}

        def work(connection: Connection) -> Claim:
            self._lock(connection)
            let_in = self._let_in(connection, served, most)
            mine = [run_id for run_id, carrier in let_in.items() if carrier == worker]
            if patiently and _has_most(connection, worker):
                return Claim(admitted=mine, leaves_room=True)
            rows = connection.execute(UNCLAIMED, {**served, "most": most}).all()
            for row in rows:
                connection.execute(CARRIED_BY, {"run_id": row.run_id, "carrier": worker})
            return Claim(
                admitted=[*mine, *(RunId(row.run_id) for row in rows if row.inside)],
                taken=[RunId(row.run_id) for row in rows],
                is_last=len(let_in) < most and len(rows) < most,
            )

        return await self._database.write(work)

    def _let_in(
        self, connection: Connection, served: Mapping[str, object], most: int
    ) -> Mapping[RunId, str | None]:
        """Admit the next runs while there is room, and return them with the workers that execute them."""
        let_in: dict[RunId, str | None] = {}
        inside = int(connection.scalar(INSIDE) or 0)
        while inside + len(let_in) < self._in_all and len(let_in) < most:
            row = connection.execute(NEXT, {**self._limits, **served}).one_or_none()
            if row is None:
                break
            connection.execute(LET_IN, {"run_id": row.run_id})
            let_in[RunId(row.run_id)] = row.carrier
            if self._is_shared and row.carrier is not None:
                notice = f"{row.run_id} admitted {row.carrier}"
                connection.execute(TELL, {"channel": self._channel, "notice": notice})
        return let_in

    async def stand(self, run_id: RunId, worker: str) -> bool:
        """See `council_core.ports.QueueStore`. Raises StoreUnavailable, StoreIncompatible."""
        values = {"run_id": run_id, "carrier": worker}

        def work(connection: Connection) -> bool:
            is_inside = connection.scalar(STANDS, {"run_id": run_id})
            if is_inside is None:
                return connection.execute(REJOIN, {**values, "inside": True}).rowcount > 0
            connection.execute(CARRIED_BY, values)
            return bool(is_inside)

        return await self._database.write(work)

    async def places(self) -> Mapping[RunId, RunWaits]:
        """See `council_core.ports.QueueStore`. Raises StoreUnavailable, StoreIncompatible."""

        def work(connection: Connection) -> Mapping[RunId, RunWaits]:
            return {
                RunId(run_id): RunWaits(run_id=RunId(run_id), before=int(before), limit=cast("Limit", why))
                for run_id, why, before in connection.execute(PLACES, self._limits)
            }

        return await self._database.read(work)

    async def among(self, run_ids: Collection[RunId]) -> Collection[RunId]:
        """See `council_core.ports.QueueStore`. Raises StoreUnavailable, StoreIncompatible."""
        these = list(run_ids)

        def work(connection: Connection) -> Collection[RunId]:
            return {
                RunId(run_id)
                for start in range(0, len(these), AT_ONCE)
                for run_id in connection.scalars(THESE, {"these": these[start : start + AT_ONCE]})
            }

        return await self._database.read(work)

    async def sweep(self) -> Mapping[RunId, str | None]:
        """See `council_core.ports.QueueStore`. Raises StoreUnavailable, StoreIncompatible."""

        def work(connection: Connection) -> Mapping[RunId, str | None]:
            connection.execute(OVER)
            return {RunId(run_id): carrier for run_id, carrier in connection.execute(ALL)}

        return await self._database.write(work)

    async def release(self, run_ids: Collection[RunId]) -> None:
        """See `council_core.ports.QueueStore`. Raises StoreUnavailable, StoreIncompatible."""

        def work(connection: Connection) -> None:
            for run_id in run_ids:
                values = {"run_id": run_id, "carrier": None}
                if connection.execute(CARRIED_BY, values).rowcount == 0:
                    connection.execute(REJOIN, {**values, "inside": False})

        await self._database.write(work)

    async def claimants(self) -> Collection[str]:
        """See `council_core.ports.QueueStore`. Raises StoreUnavailable, StoreIncompatible."""
        return await self._database.read(lambda c: frozenset(str(each) for each in c.scalars(CLAIMANTS)))

    async def hand_over(self, gone: str, worker: str) -> Sequence[RunId]:
        """See `council_core.ports.QueueStore`. Raises StoreUnavailable, StoreIncompatible."""

        def work(connection: Connection) -> Sequence[RunId]:
            moved = [RunId(each) for each in connection.scalars(OF_CARRIER, {"carrier": gone})]
            connection.execute(HANDED, {"carrier": worker, "gone": gone})
            return moved

        return await self._database.write(work)

    async def drop(self, run_id: RunId) -> None:
        """Remove a run from the queue that no worker can execute. Raises StoreUnavailable, StoreIncompatible."""
        await self._database.write(lambda connection: connection.execute(LEAVE, {"run_id": run_id}))

    def _lock(self, connection: Connection) -> None:
        if self._is_shared:
            connection.execute(LOCK, {"key": LINE})


def _has_most(connection: Connection, worker: str) -> bool:
    """Tell whether another worker has fewer runs in the queue."""
    loads = {str(carrier): int(n) for carrier, n in connection.execute(LOADS)}
    mine = loads.pop(worker, 0)
    return min(loads.values(), default=mine) < mine
