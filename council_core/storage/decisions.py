"""Store decisions: `Decisions` on SQLAlchemy."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Row, Select, select, update

from council_core.domain.decision import Decision, RecordedDecision
from council_core.domain.place import PersonId, Place
from council_core.domain.question import RunId
from council_core.storage.database import Database
from council_core.storage.tables import decisions, runs
from council_core.storage.upsert import upsert

RECORDED = select(decisions, runs.c.question_text).join(runs, runs.c.id == decisions.c.run_id)


class SqlDecisions:
    """Implements `council_core.ports.Decisions`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, decision: Decision) -> None:
        values = {
            "run_id": decision.run_id,
            "platform": decision.place.platform,
            "workspace": decision.place.workspace,
            "channel": decision.place.channel,
            "person": decision.person,
            "name": decision.name,
            "locale": decision.locale,
            "text": decision.text,
            "at": decision.at,
            "look_again": decision.look_again,
            "reminded": decision.reminded,
        }

        def work(connection: Connection) -> None:
            held = select(runs.c.id).where(runs.c.id == decision.run_id).with_for_update()
            if connection.scalar(held) is not None:
                upsert(connection, decisions, [values])

        await self._database.write(work)

    async def find(self, run_id: RunId) -> Decision | None:
        query = select(decisions).where(decisions.c.run_id == run_id)
        row = await self._database.read(lambda connection: connection.execute(query).one_or_none())
        return None if row is None else _decision(row)

    async def latest(self, place: Place | None, *, limit: int) -> tuple[RecordedDecision, ...]:
        query = RECORDED.order_by(decisions.c.at.desc(), decisions.c.run_id).limit(limit)
        if place is not None:
            query = query.where(
                decisions.c.platform == place.platform,
                decisions.c.workspace == place.workspace,
                decisions.c.channel == place.channel,
            )
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
        place=Place(platform=row.platform, workspace=row.workspace, channel=row.channel),
        person=PersonId(row.person),
        name=row.name,
        locale=row.locale,
        text=row.text,
        at=row.at,
        look_again=row.look_again,
        reminded=row.reminded,
    )
