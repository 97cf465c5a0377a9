"""Store a run's decision, public address and cost, on SQLAlchemy."""

from collections.abc import Collection, Sequence
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, Row, Select, case, delete, func, or_, select, update

from council_core.codec import from_text, to_text
from council_core.domain.budget import Allowance
from council_core.domain.decision import Decision, RecordedDecision
from council_core.domain.place import PersonId, Place, Scope
from council_core.domain.question import RunId
from council_core.storage.database import Database
from council_core.storage.statements import (
    channel_in,
    columns_of,
    insert_new,
    of_channel,
    of_workspace,
    upsert,
)
from council_core.storage.tables import decisions, public_links, runs, spending

RECORDED = select(decisions, runs.c.question_text).join(runs, runs.c.id == decisions.c.run_id)


class SqlDecisions:
    """Implements `council_core.ports.Decisions`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, decision: Decision) -> Decision | None:
        values = {
            "run_id": decision.run_id,
            **columns_of(decision.place),
            "person": decision.person,
            "name": decision.name,
            "locale": decision.locale,
            "text": decision.text,
            "at": decision.at,
            "look_again": decision.look_again,
            "reminded": decision.reminded,
        }

        def work(connection: Connection) -> Decision | None:
            held = select(runs.c.id).where(runs.c.id == decision.run_id).with_for_update()
            if connection.scalar(held) is None:
                return None
            query = select(decisions).where(decisions.c.run_id == decision.run_id)
            earlier = connection.execute(query).one_or_none()
            upsert(connection, decisions, [values])
            return None if earlier is None else _decision(earlier)

        return await self._database.write(work)

    async def find(self, run_id: RunId) -> Decision | None:
        query = select(decisions).where(decisions.c.run_id == run_id)
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else _decision(row)

    async def latest(
        self, place: Place | None, *, limit: int, after: Decision | None = None
    ) -> tuple[RecordedDecision, ...]:
        query = RECORDED.order_by(decisions.c.at.desc(), decisions.c.run_id).limit(limit)
        if place is not None:
            query = query.where(of_channel(decisions, place))
        if after is not None:
            later = or_(decisions.c.at < after.at, decisions.c.run_id > after.run_id)
            query = query.where(decisions.c.at <= after.at, later)
        return await self._read(query)

    async def due(self, now: datetime, *, platforms: Collection[str]) -> tuple[RecordedDecision, ...]:
        is_due = (decisions.c.reminded.is_(False), decisions.c.look_again <= now)
        query = RECORDED.where(*is_due, decisions.c.platform.in_(platforms))
        return await self._read(query.order_by(decisions.c.look_again, decisions.c.run_id))

    async def remind(self, decision: Decision) -> bool:
        same = (decisions.c.run_id == decision.run_id, decisions.c.look_again == decision.look_again)
        note = update(decisions).where(*same, decisions.c.reminded.is_(False)).values(reminded=True)
        return await self._database.write(lambda connection: connection.execute(note).rowcount > 0)

    async def _read(self, query: Select[Any]) -> tuple[RecordedDecision, ...]:
        rows = await self._database.read(lambda connection: connection.execute(query).all())
        return tuple(RecordedDecision(decision=_decision(row), question=row.question_text) for row in rows)


def _decision(row: Row[Any]) -> Decision:
    return Decision(
        run_id=RunId(row.run_id),
        place=channel_in(row),
        person=PersonId(row.person),
        name=row.name,
        locale=row.locale,
        text=row.text,
        at=row.at,
        look_again=row.look_again,
        reminded=row.reminded,
    )


class SqlPublicLinks:
    """Implements `council_core.ports.PublicLinks`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def publish(self, run_id: RunId, token: str, by: PersonId) -> str:
        def work(connection: Connection) -> str:
            insert_new(connection, public_links, {"run_id": run_id, "token": token, "made_by": by})
            return _token_of(connection, run_id) or token

        return await self._database.write(work)

    async def withdraw(self, run_id: RunId) -> None:
        gone = delete(public_links).where(public_links.c.run_id == run_id)
        await self._database.write(lambda connection: connection.execute(gone))

    async def token_of(self, run_id: RunId) -> str | None:
        return await self._database.read(lambda connection: _token_of(connection, run_id))

    async def opened(self, token: str) -> RunId | None:
        query = select(public_links.c.run_id).where(public_links.c.token == token)
        found = await self._database.read(lambda connection: connection.scalar(query))
        return None if found is None else RunId(found)


def _token_of(connection: Connection, run_id: RunId) -> str | None:
    return connection.scalar(select(public_links.c.token).where(public_links.c.run_id == run_id))


COST = func.coalesce(spending.c.cost, 0)
EXPECTED = func.coalesce(spending.c.expected, 0)
COUNTED = case((spending.c.ended.is_(True), COST), (COST > EXPECTED, COST), else_=EXPECTED)


class SqlLedger:
    """Implements `council_core.ports.Ledger`. The store of runs writes a run's actual cost, in the transaction that
    saves the run."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def expect(
        self,
        run_id: RunId,
        place: Place,
        at: datetime,
        dollars: Decimal | None,
        allowances: Sequence[Allowance] = (),
    ) -> None:
        row = {
            "run_id": run_id,
            **columns_of(Scope.around(place, "channel")),
            "asked_at": at,
            "expected": dollars,
            "ended": False,
            "allowances": to_text(tuple(allowances), tuple[Allowance, ...]) if allowances else None,
        }
        await self._database.write(lambda connection: insert_new(connection, spending, row))

    async def expect_now(self, run_id: RunId, dollars: Decimal | None) -> None:
        this = update(spending).where(spending.c.run_id == run_id).values(expected=dollars)
        await self._database.write(lambda connection: connection.execute(this))

    async def allowances(self, run_id: RunId) -> tuple[Allowance, ...]:
        query = select(spending.c.allowances).where(spending.c.run_id == run_id)
        kept = await self._database.read(lambda connection: connection.scalar(query))
        return from_text(kept, tuple[Allowance, ...]) if kept else ()

    async def spent(self, scope: Scope | None, *, since: datetime, besides: RunId | None = None) -> Decimal:
        query = select(func.sum(COUNTED)).where(spending.c.asked_at >= since)
        if besides is not None:
            query = query.where(spending.c.run_id != besides)
        if scope is not None:
            query = query.where((of_channel if scope.channel else of_workspace)(spending, scope))

        def work(connection: Connection) -> Decimal:
            return Decimal(str(connection.scalar(query) or 0))

        return await self._database.read(work)
